#include "Operator/SpringOperator.h"

#include "Core/Parallel.h"

#include <string>

namespace trabecula
{
namespace detail
{
/// y_i += s_i x_i; without x, y_i += s_i.
template <class Space, class Real>
void addSprings(const Context<Space>& context, std::int64_t n, const std::int64_t* unknowns,
  const double* springs, const Real* x, Real* y)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t k) {
      const std::int64_t i = unknowns[k];
      y[i] += static_cast<Real>(springs[k]) * (x ? x[i] : Real(1));
    });
}

/// The sum of s_i a_i b_i.
template <class Space>
double energyOfSprings(const Context<Space>& context, std::int64_t n, const std::int64_t* unknowns,
  const double* springs, const double* a, const double* b)
{
  return context
    .reduce(
      n, Sums<1>{},
      TRABECULA_LAMBDA(std::int64_t k) {
        Sums<1> sum;
        const double weighted = springs[k] * a[unknowns[k]];
        sum.v[0] = weighted * b[unknowns[k]];
        return sum;
      },
      AddSums())
    .v[0];
}
}

template <class Space>
SpringOperator<Space>::SpringOperator(
  StiffnessOperator<Space>& stiffness, const std::vector<double>& springs)
  : LinearOperator<Space>(stiffness.layoutPointer()), Stiffness(&stiffness)
{
  if (!springs.empty() && static_cast<std::int64_t>(springs.size()) != stiffness.size())
  {
    throw Error("There are " + std::to_string(springs.size()) + " springs, but should be one for " +
      stiffness.layout().text() + ", or none.");
  }
  std::vector<std::int64_t> unknowns;
  std::vector<double> stiffnesses;
  for (std::size_t i = 0; i < springs.size(); ++i)
  {
    if (springs[i] != 0.0)
    {
      unknowns.push_back(static_cast<std::int64_t>(i));
      stiffnesses.push_back(springs[i]);
      this->Owned += static_cast<std::int64_t>(i) < this->layout().ownedSize() ? 1 : 0;
    }
  }
  if (!unknowns.empty())
  {
    this->Unknowns = DeviceVector<std::int64_t, Space>(this->context(), unknowns);
    this->Springs = DeviceVector<double, Space>(this->context(), stiffnesses);
  }
  // All parts take part in the sums of energies, or none.
  this->HasSprings = this->context().any(!unknowns.empty());
}

template <class Space>
void SpringOperator<Space>::product(const Vector<Space>& x, Vector<Space>& y)
{
  this->Stiffness->apply(x, y);
  if (this->HasSprings)
  {
    detail::addSprings(this->context(), this->springs(), this->Unknowns.data(),
      this->Springs.data(), x.data(), y.data());
  }
}

template <class Space>
int SpringOperator<Space>::productDot(const Vector<Space>& x, Vector<Space>& y, double* partials)
{
  if (!this->HasSprings)
  {
    return this->Stiffness->applyDot(x, y, partials);
  }
  this->product(x, y);
  return 0;
}

template <class Space>
bool SpringOperator<Space>::hasProducts(Arrangement arrangement) const
{
  return this->HasSprings ? LinearOperator<Space>::hasProducts(arrangement)
                          : this->Stiffness->hasProducts(arrangement);
}

template <class Space>
void SpringOperator<Space>::productOfInterleaved(const MultiVector<Space>& x, MultiVector<Space>& y)
{
  if (this->HasSprings)
  {
    LinearOperator<Space>::productOfInterleaved(x, y);
    return;
  }
  // apply() takes vectors that are not const, as it makes views of their columns where they are
  // apart.
  this->Stiffness->apply(
    const_cast<MultiVector<Space>&>(x), y, firstColumns(static_cast<std::size_t>(x.columns())));
}

template <class Space>
void SpringOperator<Space>::addSpringForces(
  const Vector<Space, float>& x, Vector<Space, float>& y) const
{
  x.require(this->layout(), "A vector of displacements");
  y.require(this->layout(), "A vector of spring forces");
  if (this->HasSprings)
  {
    detail::addSprings(this->context(), this->springs(), this->Unknowns.data(),
      this->Springs.data(), x.data(), y.data());
  }
}

template <class Space>
void SpringOperator<Space>::addDiagonal(Vector<Space>& d) const
{
  d.require(this->layout(), "A diagonal");
  if (this->HasSprings)
  {
    detail::addSprings<Space, double>(this->context(), this->springs(), this->Unknowns.data(),
      this->Springs.data(), nullptr, d.data());
  }
}

template <class Space>
double SpringOperator<Space>::energy(const Vector<Space>& a, const Vector<Space>& b) const
{
  a.require(this->layout(), "A vector of displacements");
  b.require(this->layout(), "A vector of displacements");
  return this->HasSprings ? detail::energyOfSprings(this->context(), this->Owned,
                              this->Unknowns.data(), this->Springs.data(), a.data(), b.data())
                          : 0.0;
}

template <class Space>
std::size_t SpringOperator<Space>::memory(std::size_t springs)
{
  return springs * (sizeof(std::int64_t) + sizeof(double));
}

template class SpringOperator<CompiledSpace>;
}
