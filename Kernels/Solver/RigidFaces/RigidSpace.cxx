#include "Solver/RigidFaces/RigidSpace.h"

#include "Core/Parallel.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace detail
{
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

template <class Space>
void fillEntries(
  const Context<Space>& context, std::int64_t n, const std::int64_t* places, float* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { x[places[i]] = 1.0F; });
}
}

template <class Space>
RigidSpace<Space>::RigidSpace(LayoutPointer<Space> layout, RigidBasis basis)
  : Of(std::move(layout)), Basis(std::move(basis))
{
  std::vector<std::int64_t> unknowns;
  for (const RigidUnknowns& set : this->Basis)
  {
    unknowns.insert(unknowns.end(), set.unknowns.begin(), set.unknowns.end());
  }
  this->Count = static_cast<std::int64_t>(unknowns.size());
  this->Unknowns = DeviceVector<std::int64_t, Space>(this->Of->context(), unknowns);
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
typename RigidSpace<Space>::Values RigidSpace<Space>::project(Vector<Space>& x) const
{
  detail::gatherEntries<Space>(
    this->Of->context(), this->Count, this->Unknowns.data(), x.data(), this->Buffer.data());
  Values outside = this->Buffer.toHost();
  Values inside(outside.size(), 0.0);
  std::size_t first = 0;
  for (const RigidUnknowns& set : this->Basis)
  {
    for (const std::vector<double>& motion : set.motions)
    {
      const double part = std::inner_product(
        motion.begin(), motion.end(), outside.begin() + std::ptrdiff_t(first), 0.0);
      for (std::size_t i = 0; i < motion.size(); ++i)
      {
        inside[first + i] += part * motion[i];
      }
    }
    first += set.unknowns.size();
  }
  this->write(inside, x);
  std::transform(
    outside.begin(), outside.end(), inside.begin(), outside.begin(), std::minus<double>());
  return outside;
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
  this->write(Values(static_cast<std::size_t>(this->Count), 0.0), x);
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
  detail::fillEntries<Space>(this->Of->context(), this->Count, this->Unknowns.data(), x.data());
}

template class RigidSpace<CompiledSpace>;
}
