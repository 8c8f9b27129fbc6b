#include "Operator/SpringOperator.h"

#include "Core/Parallel.h"

#include <string>

namespace trabecula
{
namespace detail
{
/// y_i += s_i x_i; if x is null, y_i += s_i.
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

/// y_i += sum_j H_ij x_j; if x is null, y_i += H_ii.
template <class Space, class Real>
void addCoupled(const Context<Space>& context, const CoupledRows rows, const Real* x, Real* y)
{
  forEach(
    context, rows.count, TRABECULA_LAMBDA(std::int64_t k) {
      const std::int64_t row = rows.unknowns[k];
      double sum = 0.0;
      for (std::int64_t i = rows.starts[k]; i < rows.starts[k + 1]; ++i)
      {
        sum += rows.values[i] *
          (x                           ? static_cast<double>(x[rows.columns[i]])
              : rows.columns[i] == row ? 1.0
                                       : 0.0);
      }
      y[row] += static_cast<Real>(sum);
    });
}

/// Returns the sum of a_i H_ij b_j over the first rows.
template <class Space>
double energyOfCoupled(const Context<Space>& context, std::int64_t count, const CoupledRows rows,
  const double* a, const double* b)
{
  return context
    .reduce(
      count, Sums<1>{},
      TRABECULA_LAMBDA(std::int64_t k) {
        Sums<1> sum;
        double product = 0.0;
        for (std::int64_t i = rows.starts[k]; i < rows.starts[k + 1]; ++i)
        {
          product += rows.values[i] * b[rows.columns[i]];
        }
        sum.v[0] = a[rows.unknowns[k]] * product;
        return sum;
      },
      AddSums())
    .v[0];
}

/// Returns the sum of s_i a_i b_i.
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
SpringOperator<Space>::SpringOperator(StiffnessOperator<Space>& stiffness,
  const std::vector<double>& springs, const HostMatrix& coupled)
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
  // Sums of energies are reductions in which either all parts take part or none does.
  this->HasSprings = this->context().any(!unknowns.empty());
  this->setCoupled(coupled);
}

template <class Space>
void SpringOperator<Space>::setCoupled(const HostMatrix& coupled)
{
  if (!coupled.offsets.empty() && coupled.rows() != this->size())
  {
    throw Error("A matrix of " + std::to_string(coupled.rows()) +
      " rows cannot be added to that of " + this->layout().text() + ".");
  }
  std::vector<std::int64_t> unknowns;
  std::vector<std::int64_t> starts = { 0 };
  for (std::size_t row = 0; row + 1 < coupled.offsets.size(); ++row)
  {
    if (coupled.offsets[row + 1] > coupled.offsets[row])
    {
      unknowns.push_back(static_cast<std::int64_t>(row));
      starts.push_back(coupled.offsets[row + 1]);
      this->OwnedRows += static_cast<std::int64_t>(row) < this->layout().ownedSize() ? 1 : 0;
    }
  }
  if (!unknowns.empty())
  {
    const Context<Space>& context = this->context();
    this->CoupledUnknowns = DeviceVector<std::int64_t, Space>(context, unknowns);
    this->Starts = DeviceVector<std::int64_t, Space>(context, starts);
    this->Columns = DeviceVector<std::int32_t, Space>(context, coupled.columns);
    this->Values = DeviceVector<double, Space>(context, coupled.values);
  }
  this->HasCoupled = this->context().any(!unknowns.empty());
}

template <class Space>
detail::CoupledRows SpringOperator<Space>::coupledRows() const
{
  return { static_cast<std::int64_t>(this->CoupledUnknowns.size()), this->CoupledUnknowns.data(),
    this->Starts.data(), this->Columns.data(), this->Values.data() };
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
  if (this->HasCoupled)
  {
    detail::addCoupled(this->context(), this->coupledRows(), x.data(), y.data());
  }
}

template <class Space>
int SpringOperator<Space>::productDot(const Vector<Space>& x, Vector<Space>& y, double* partials)
{
  if (!this->hasSprings())
  {
    return this->Stiffness->applyDot(x, y, partials);
  }
  this->product(x, y);
  return 0;
}

template <class Space>
bool SpringOperator<Space>::hasProducts(Arrangement arrangement) const
{
  return this->hasSprings() ? LinearOperator<Space>::hasProducts(arrangement)
                            : this->Stiffness->hasProducts(arrangement);
}

template <class Space>
void SpringOperator<Space>::productOfInterleaved(const MultiVector<Space>& x, MultiVector<Space>& y)
{
  if (this->hasSprings())
  {
    LinearOperator<Space>::productOfInterleaved(x, y);
    return;
  }
  // apply() takes non-const vectors, because it creates views of columns that are stored
  // separately.
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
  if (this->HasCoupled)
  {
    x.updateGhosts();
    detail::addCoupled(this->context(), this->coupledRows(), x.data(), y.data());
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
  if (this->HasCoupled)
  {
    detail::addCoupled<Space, double>(this->context(), this->coupledRows(), nullptr, d.data());
  }
}

template <class Space>
double SpringOperator<Space>::energy(const Vector<Space>& a, const Vector<Space>& b) const
{
  a.require(this->layout(), "A vector of displacements");
  b.require(this->layout(), "A vector of displacements");
  double energy = 0.0;
  if (this->HasSprings)
  {
    energy = detail::energyOfSprings(this->context(), this->Owned, this->Unknowns.data(),
      this->Springs.data(), a.data(), b.data());
  }
  if (this->HasCoupled)
  {
    b.updateGhosts();
    energy += detail::energyOfCoupled(
      this->context(), this->OwnedRows, this->coupledRows(), a.data(), b.data());
  }
  return energy;
}

template <class Space>
std::size_t SpringOperator<Space>::memory(
  std::size_t springs, std::size_t rows, std::size_t entries)
{
  return springs * (sizeof(std::int64_t) + sizeof(double)) +
    (rows > 0 ? (2 * rows + 1) * sizeof(std::int64_t) : 0) +
    entries * (sizeof(std::int32_t) + sizeof(double));
}

template class SpringOperator<CompiledSpace>;
}
