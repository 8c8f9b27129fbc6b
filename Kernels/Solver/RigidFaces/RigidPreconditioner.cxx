#include "Solver/RigidFaces/RigidPreconditioner.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/SymmetricEigen.h"
#include "Solver/SolverFailure.h"

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
template <class Space>
void addRounded(
  const Context<Space>& context, std::int64_t n, double factor, const double* values, float* target)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { target[i] += static_cast<float>(factor * values[i]); });
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
  for (std::size_t j = 0; j < count; ++j)
  {
    products[j] = dot(this->Motions[j], r);
  }
  this->Residual.copy(r);
  this->System->space()->clear(this->Residual);
  this->Result.copy(this->Fixed->apply(this->Residual));
  for (std::size_t j = 0; j < count; ++j)
  {
    double part = 0.0;
    for (std::size_t i = 0; i < count; ++i)
    {
      part += this->Inverse[count * j + i] * products[i];
    }
    detail::addRounded<Space>(
      r.context(), r.size(), part, this->Motions[j].data(), this->Result.data());
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
