#include "Operator/SprungOperator.h"
#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
/// y_i += s_i x_i; without x, y_i += s_i.
template <class Space>
void addSprings(
  std::int64_t n, const std::int64_t* unknowns, const double* springs, const double* x, double* y)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t k) {
      const std::int64_t i = unknowns[k];
      y[i] += springs[k] * (x ? x[i] : 1.0);
    });
}

template <class Space>
void springEnergy(Reducer<Space>& reducer, std::int64_t n, const std::int64_t* unknowns,
  const double* springs, const double* a, const double* b, double* result)
{
  reducer.reduce(
    n, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t k) {
      Sums<1> sum;
      sum.v[0] = springs[k] * a[unknowns[k]] * b[unknowns[k]];
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *result = sum.v[0]; });
}
}

template <class Space>
struct SprungOperator<Space>::Workspace
{
  Reducer<Space> reducer;
  DeviceVector<double, Space> result{ 1 };
};

template <class Space>
SprungOperator<Space>::~SprungOperator() = default;

template <class Space>
SprungOperator<Space>::SprungOperator(const std::vector<double>& springs)
{
  std::vector<std::int64_t> unknowns;
  std::vector<double> stiffnesses;
  for (std::size_t i = 0; i < springs.size(); ++i)
  {
    if (springs[i] != 0.0)
    {
      unknowns.push_back(static_cast<std::int64_t>(i));
      stiffnesses.push_back(springs[i]);
    }
  }
  if (!unknowns.empty())
  {
    this->Unknowns = DeviceVector<std::int64_t, Space>(unknowns);
    this->Springs = DeviceVector<double, Space>(stiffnesses);
    this->Work = std::make_unique<Workspace>();
  }
}

template <class Space>
void SprungOperator<Space>::apply(const double* x, double* y)
{
  this->Stiffness->apply(x, y);
  if (this->hasSprings())
  {
    detail::addSprings<Space>(static_cast<std::int64_t>(this->Unknowns.size()),
      this->Unknowns.data(), this->Springs.data(), x, y);
  }
}

template <class Space>
int SprungOperator<Space>::applyDot(const double* x, double* y, double* partials)
{
  if (!this->hasSprings())
  {
    return this->Stiffness->applyDot(x, y, partials);
  }
  this->apply(x, y);
  return 0;
}

template <class Space>
void SprungOperator<Space>::addDiagonal(double* d) const
{
  if (this->hasSprings())
  {
    detail::addSprings<Space>(static_cast<std::int64_t>(this->Unknowns.size()),
      this->Unknowns.data(), this->Springs.data(), nullptr, d);
  }
}

template <class Space>
double SprungOperator<Space>::energy(const double* a, const double* b) const
{
  if (!this->hasSprings())
  {
    return 0.0;
  }
  detail::springEnergy<Space>(this->Work->reducer, static_cast<std::int64_t>(this->Unknowns.size()),
    this->Unknowns.data(), this->Springs.data(), a, b, this->Work->result.data());
  return this->Work->result.toHost()[0];
}

template <class Space>
std::size_t SprungOperator<Space>::memory(std::size_t springs)
{
  return springs * (sizeof(std::int64_t) + sizeof(double)) +
    Reducer<Space>::MostPartials * Reducer<Space>::LargestValue + 4096;
}

template class SprungOperator<CompiledSpace>;
}
