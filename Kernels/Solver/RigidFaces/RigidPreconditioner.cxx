#include "Solver/RigidFaces/RigidPreconditioner.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/SymmetricEigen.h"
#include "Solver/SolverFailure.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace trabecula
{
namespace
{
/// Accuracy of the displacements that motions cause, and the largest number of iterations for them.
constexpr double MotionTolerance = 0.1;
constexpr int MotionIterations = 30;
}

namespace detail
{
/// Columns that are read in one pass, as each pass also reads the vector itself.
constexpr int RigidColumnsAtOnce = 3;

/// Up to so many columns, with a factor for each.
struct RigidColumns
{
  const double* values[RigidColumnsAtOnce] = {};
  double factors[RigidColumnsAtOnce] = {};
  int count = 0;
};

template <class Space>
RigidColumns rigidColumnsFrom(const std::vector<Vector<Space>>& all, std::size_t first)
{
  RigidColumns some;
  for (; some.count < RigidColumnsAtOnce && first + std::size_t(some.count) < all.size();
       ++some.count)
  {
    some.values[some.count] = all[first + std::size_t(some.count)].data();
  }
  return some;
}

template <class Space>
Sums<RigidColumnsAtOnce> multiplyByColumns(
  const Context<Space>& context, std::int64_t n, const RigidColumns& columns, const double* r)
{
  return context.reduce(
    n, Sums<RigidColumnsAtOnce>(),
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<RigidColumnsAtOnce> products;
      for (int k = 0; k < columns.count; ++k)
      {
        products.v[k] = columns.values[k][i] * r[i];
      }
      return products;
    },
    AddSums());
}

template <class Space>
void addColumns(
  const Context<Space>& context, std::int64_t n, const RigidColumns& columns, float* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      double sum = 0.0;
      for (int k = 0; k < columns.count; ++k)
      {
        sum += columns.factors[k] * columns.values[k][i];
      }
      target[i] += static_cast<float>(sum);
    });
}
}

template <class Space>
RigidPreconditioner<Space>::RigidPreconditioner(
  std::unique_ptr<StiffnessPreconditioner<Space>> fixed, RigidSystem<Space>& system)
  : Fixed(std::move(fixed)), System(&system), Solver(system.layoutPointer()),
    Residual(system.layoutPointer()), Result(system.layoutPointer()), Free(system.layoutPointer())
{
}

template <class Space>
void RigidPreconditioner<Space>::update(const Vector<Space>& moduli, double largest)
{
  this->Fixed->update(moduli, largest);
  for (;;)
  {
    try
    {
      this->extendMotions();
      return;
    }
    catch (const SolverBreakdown&)
    {
      if (this->Fixed->recover().empty())
      {
        throw;
      }
    }
  }
}

template <class Space>
std::string RigidPreconditioner<Space>::recover()
{
  std::string note = this->Fixed->recover();
  if (!note.empty())
  {
    this->extendMotions();
  }
  return note;
}

template <class Space>
void RigidPreconditioner<Space>::extendMotions()
{
  const RigidSpace<Space>& rigid = *this->System->space();
  this->Free.copy(this->Fixed->freeUnknowns()); // which some know after their update
  rigid.mark(this->Free);
  LinearOperator<Space>& A = this->System->matrix();
  const std::size_t count = rigid.numberOfMotions();
  Observer nobody;
  // Displacements of earlier moduli are no initial guess, as those of a run that is resumed would
  // differ.
  while (this->Motions.size() < count)
  {
    this->Motions.emplace_back(A.layoutPointer());
  }
  std::vector<double> energies(count * count);
  for (std::size_t j = 0; j < count; ++j)
  {
    Vector<Space>& motion = this->Motions[j];
    motion.zero();
    rigid.setMotion(j, motion);
    this->Solver.solve(
      A, *this->Fixed, RightHandSide<Space>(), motion, MotionTolerance, MotionIterations, nobody);
    A.apply(motion, this->Residual);
    for (std::size_t i = 0; i <= j; ++i)
    {
      const double energy = dot(this->Motions[i], this->Residual);
      energies[count * i + j] = energy;
      energies[count * j + i] = energy;
    }
  }
  const SymmetricEigen eigen = symmetricEigen(energies.data(), count);
  if (count > 0 && !(eigen.values.front() > 0.0))
  {
    detail::failToSolve(0);
  }
  this->Inverse.assign(count * count, 0.0);
  for (std::size_t i = 0; i < count * count; ++i)
  {
    for (std::size_t k = 0; k < count; ++k)
    {
      this->Inverse[i] += eigen.vector(k)[i / count] * eigen.vector(k)[i % count] / eigen.values[k];
    }
  }
}

template <class Space>
const Vector<Space, float>& RigidPreconditioner<Space>::apply(const Vector<Space>& r)
{
  const std::size_t count = this->Motions.size();
  std::vector<double> products(count);
  for (std::size_t first = 0; first < count; first += detail::RigidColumnsAtOnce)
  {
    const detail::RigidColumns columns = detail::rigidColumnsFrom(this->Motions, first);
    const Sums<detail::RigidColumnsAtOnce> sums =
      detail::multiplyByColumns<Space>(r.context(), r.size(), columns, r.data());
    std::copy_n(sums.v, columns.count, products.begin() + std::ptrdiff_t(first));
  }
  this->Residual.copy(r);
  this->System->space()->clear(this->Residual);
  this->Result.copy(this->Fixed->apply(this->Residual));
  for (std::size_t first = 0; first < count; first += detail::RigidColumnsAtOnce)
  {
    detail::RigidColumns columns = detail::rigidColumnsFrom(this->Motions, first);
    for (int k = 0; k < columns.count; ++k)
    {
      const std::size_t row = count * (first + std::size_t(k));
      columns.factors[k] = std::inner_product(
        products.begin(), products.end(), this->Inverse.begin() + std::ptrdiff_t(row), 0.0);
    }
    detail::addColumns<Space>(r.context(), r.size(), columns, this->Result.data());
  }
  return this->Result;
}

template <class Space>
int RigidPreconditioner<Space>::patience(double tolerance) const
{
  return this->Fixed->patience(tolerance);
}

template <class Space>
std::size_t RigidPreconditioner<Space>::memory(std::size_t unknowns, std::size_t motions)
{
  return unknowns * ((motions + 3) * sizeof(double) + 2 * sizeof(float)) +
    ConjugateGradient<Space>::memoryOfVectors(unknowns);
}

template class RigidPreconditioner<CompiledSpace>;
}
