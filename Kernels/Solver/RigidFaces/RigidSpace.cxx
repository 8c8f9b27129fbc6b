#include "Solver/RigidFaces/RigidSpace.h"

#include "Core/Error.h"
#include "Core/Parallel.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
/// Motions of a set: those of a rigid body.
constexpr int MostMotions = 6;
/// Motions whose parts are summed at once, as many as a reduction takes.
constexpr int MotionsAtOnce = 3;
}

namespace detail
{
/// x = P x at the unknowns of a set, and x - P x.
template <class Space>
void projectSet(const Context<Space>& context, std::int64_t n, const std::int64_t* places,
  const double* motions, double* parts, double* x, double* outside)
{
  for (int from = 0; from < MostMotions; from += MotionsAtOnce)
  {
    context.reduce(
      n, Sums<MotionsAtOnce>(),
      TRABECULA_LAMBDA(std::int64_t i) {
        Sums<MotionsAtOnce> terms;
        for (int k = 0; k < MotionsAtOnce; ++k)
        {
          terms.v[k] = motions[MostMotions * i + from + k] * x[places[i]];
        }
        return terms;
      },
      AddSums(),
      TRABECULA_LAMBDA(const Sums<MotionsAtOnce>& sums) {
        for (int k = 0; k < MotionsAtOnce; ++k)
        {
          parts[from + k] = sums.v[k];
        }
      });
  }
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      double inside = 0.0;
      for (int k = 0; k < MostMotions; ++k)
      {
        inside += parts[k] * motions[MostMotions * i + k];
      }
      outside[i] = x[places[i]] - inside;
      x[places[i]] = inside;
    });
}

template <class Space>
void gatherEntries(const Context<Space>& context, std::int64_t n, const std::int64_t* places,
  const double* x, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { values[i] = x[places[i]]; });
}

template <class Space>
void scatterEntries(const Context<Space>& context, std::int64_t n, const std::int64_t* places,
  const double* values, double* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { x[places[i]] = values[i]; });
}

template <class Space, class T>
void fillEntries(
  const Context<Space>& context, std::int64_t n, const std::int64_t* places, T value, T* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { x[places[i]] = value; });
}
}

template <class Space>
RigidSpace<Space>::RigidSpace(LayoutPointer<Space> layout, RigidBasis basis)
  : Of(std::move(layout)), Basis(std::move(basis))
{
  std::vector<std::int64_t> unknowns;
  std::vector<double> motions;
  for (const RigidUnknowns& set : this->Basis)
  {
    if (set.motions.size() > MostMotions)
    {
      throw Error("A rigid face has " + std::to_string(set.motions.size()) +
        " motions; a rigid body has at most six.");
    }
    const std::size_t first = MostMotions * unknowns.size();
    unknowns.insert(unknowns.end(), set.unknowns.begin(), set.unknowns.end());
    motions.resize(MostMotions * unknowns.size(), 0.0);
    for (std::size_t k = 0; k < set.motions.size(); ++k)
    {
      for (std::size_t i = 0; i < set.unknowns.size(); ++i)
      {
        motions[first + MostMotions * i + k] = set.motions[k][i];
      }
    }
  }
  this->Count = static_cast<std::int64_t>(unknowns.size());
  this->Unknowns = DeviceVector<std::int64_t, Space>(this->Of->context(), unknowns);
  this->Motions = DeviceVector<double, Space>(this->Of->context(), motions);
  this->Parts = DeviceVector<double, Space>(this->Of->context(), MostMotions);
  this->Buffer = DeviceVector<double, Space>(this->Of->context(), unknowns.size());
}

template <class Space>
void RigidSpace<Space>::write(const Values& values, Vector<Space>& x) const
{
  this->Buffer.assign(values);
  detail::scatterEntries<Space>(
    this->Of->context(), this->Count, this->Unknowns.data(), this->Buffer.data(), x.data());
}

template <class Space>
void RigidSpace<Space>::project(Vector<Space>& x) const
{
  std::int64_t first = 0;
  for (const RigidUnknowns& set : this->Basis)
  {
    const auto count = static_cast<std::int64_t>(set.unknowns.size());
    detail::projectSet<Space>(this->Of->context(), count, this->Unknowns.data() + first,
      this->Motions.data() + MostMotions * first, this->Parts.data(), x.data(),
      this->Buffer.data() + first);
    first += count;
  }
}

template <class Space>
typename RigidSpace<Space>::Values RigidSpace<Space>::split(Vector<Space>& x) const
{
  this->project(x);
  return this->Buffer.toHost();
}

template <class Space>
void RigidSpace<Space>::add(const Values& values, Vector<Space>& x) const
{
  detail::gatherEntries<Space>(
    this->Of->context(), this->Count, this->Unknowns.data(), x.data(), this->Buffer.data());
  Values sum = this->Buffer.toHost();
  std::transform(sum.begin(), sum.end(), values.begin(), sum.begin(), std::plus<double>());
  this->write(sum, x);
}

template <class Space>
void RigidSpace<Space>::clear(Vector<Space>& x) const
{
  detail::fillEntries<Space>(
    this->Of->context(), this->Count, this->Unknowns.data(), 0.0, x.data());
}

template <class Space>
void RigidSpace<Space>::setMotion(std::size_t number, Vector<Space>& x) const
{
  Values values(static_cast<std::size_t>(this->Count), 0.0);
  std::size_t first = 0;
  for (const RigidUnknowns& set : this->Basis)
  {
    if (number < set.motions.size())
    {
      std::copy(set.motions[number].begin(), set.motions[number].end(),
        values.begin() + std::ptrdiff_t(first));
      break;
    }
    number -= set.motions.size();
    first += set.unknowns.size();
  }
  this->write(values, x);
}

template <class Space>
void RigidSpace<Space>::mark(Vector<Space, float>& x) const
{
  detail::fillEntries<Space>(
    this->Of->context(), this->Count, this->Unknowns.data(), 1.0F, x.data());
}

template class RigidSpace<CompiledSpace>;
}
