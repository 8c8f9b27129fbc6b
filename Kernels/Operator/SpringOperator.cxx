#include "Operator/SpringOperator.h"
#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
/// y_i += s_i x_i; without x, y_i += s_i.
template <class Space, class Real>
void addSprings(
  std::int64_t n, const std::int64_t* unknowns, const double* springs, const Real* x, Real* y)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t k) {
      const std::int64_t i = unknowns[k];
      y[i] += static_cast<Real>(springs[k]) * (x ? x[i] : Real(1));
    });
}

}

template <class Space>
SpringOperator<Space>::SpringOperator(Context<Space>& context, const std::vector<double>& springs)
  : Computing(&context)
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
    this->Unknowns = DeviceVector<std::int64_t, Space>(context, unknowns);
    this->Springs = DeviceVector<double, Space>(context, stiffnesses);
  }
}

template <class Space>
void SpringOperator<Space>::apply(const double* x, double* y)
{
  this->Stiffness->apply(x, y);
  if (this->hasSprings())
  {
    detail::addSprings<Space>(this->springs(), this->Unknowns.data(), this->Springs.data(), x, y);
  }
}

template <class Space>
int SpringOperator<Space>::applyDot(const double* x, double* y, double* partials)
{
  if (!this->hasSprings())
  {
    return this->Stiffness->applyDot(x, y, partials);
  }
  this->apply(x, y);
  return 0;
}

template <class Space>
void SpringOperator<Space>::addSpringForces(const float* x, float* y) const
{
  if (this->hasSprings())
  {
    detail::addSprings<Space>(this->springs(), this->Unknowns.data(), this->Springs.data(), x, y);
  }
}

template <class Space>
void SpringOperator<Space>::addDiagonal(double* d) const
{
  if (this->hasSprings())
  {
    detail::addSprings<Space, double>(
      this->springs(), this->Unknowns.data(), this->Springs.data(), nullptr, d);
  }
}

template <class Space>
double SpringOperator<Space>::energy(const double* a, const double* b) const
{
  return this->hasSprings()
    ? this->Computing->sparseDot(this->springs(), this->Unknowns.data(), this->Springs.data(), a, b)
    : 0.0;
}

template <class Space>
std::size_t SpringOperator<Space>::memory(std::size_t springs)
{
  return springs * (sizeof(std::int64_t) + sizeof(double));
}

template class SpringOperator<CompiledSpace>;
}
