#include "Solver/DiagonalPreconditioner.h"

#include "Core/Parallel.h"

#include <utility>

namespace trabecula
{
namespace detail
{
/// Replaces the diagonal d by its inverse; entries of unknowns that are constrained or have no
/// stiffness become 0. @param supports null if there are none
template <class Space>
void invertDiagonal(
  const Context<Space>& context, std::int64_t n, const std::uint8_t* supports, double* d)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const bool isConstrained = supports && supports[i];
      d[i] = isConstrained || !(d[i] > 0.0) ? 0.0 : 1.0 / d[i];
    });
}

/// target = D^-1 r plus the coarse motions on free unknowns.
template <class Space>
void applyDiagonal(const Context<Space>& context, std::int64_t n, const double* inverseDiagonal,
  const double* r, const CoarseMotion motion, float* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      double z = inverseDiagonal[i] * r[i];
      if (motion.aggregateOf && inverseDiagonal[i] != 0.0)
      {
        z += motion(i / 3, static_cast<int>(i % 3));
      }
      target[i] = static_cast<float>(z);
    });
}

template <class Space>
void markFreeUnknowns(
  const Context<Space>& context, std::int64_t n, const double* inverseDiagonal, float* target)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { target[i] = inverseDiagonal[i] != 0.0 ? 1.0F : 0.0F; });
}
}

template <class Space>
DiagonalPreconditioner<Space>::DiagonalPreconditioner(StiffnessOperator<Space>& stiffness,
  SpringOperator<Space>& system, const std::vector<std::uint8_t>& supports,
  std::unique_ptr<RigidBodyCoarseSpace<Space>> coarse)
  : Stiffness(&stiffness), System(&system), InverseDiagonal(stiffness.layoutPointer()),
    Coarse(std::move(coarse))
{
  if (!supports.empty())
  {
    this->Supports = Vector<Space, std::uint8_t>(stiffness.layoutPointer(), supports);
  }
}

template <class Space>
DiagonalPreconditioner<Space>::DiagonalPreconditioner(const Vector<Space>& diagonal)
  : InverseDiagonal(diagonal.layoutPointer())
{
  this->InverseDiagonal.copy(diagonal);
  this->InverseDiagonal.updateGhosts();
  detail::invertDiagonal(
    diagonal.context(), diagonal.size(), nullptr, this->InverseDiagonal.data());
}

template <class Space>
void DiagonalPreconditioner<Space>::update(const Vector<Space>& moduli, double largest)
{
  if (!this->Stiffness)
  {
    return;
  }
  this->Stiffness->diagonal(this->InverseDiagonal);
  this->System->addDiagonal(this->InverseDiagonal);
  this->InverseDiagonal.updateGhosts();
  detail::invertDiagonal(this->InverseDiagonal.context(), this->InverseDiagonal.size(),
    this->Supports.data(), this->InverseDiagonal.data());
  this->UseCoarse = this->Coarse && this->Coarse->update(moduli, largest);
}

template <class Space>
const Vector<Space, float>& DiagonalPreconditioner<Space>::apply(const Vector<Space>& r)
{
  r.require(this->InverseDiagonal.layout(), "A residual");
  if (this->Result.empty())
  {
    this->Result = Vector<Space, float>(r.layoutPointer());
  }
  detail::CoarseMotion motion = {};
  if (this->UseCoarse)
  {
    this->Coarse->solve(r);
    motion = this->Coarse->motion();
  }
  detail::applyDiagonal(r.context(), r.ownedSize(), this->InverseDiagonal.data(), r.data(), motion,
    this->Result.data());
  return this->Result;
}

template <class Space>
const Vector<Space, float>& DiagonalPreconditioner<Space>::freeUnknowns() const
{
  if (this->Free.empty())
  {
    this->Free = Vector<Space, float>(this->InverseDiagonal.layoutPointer());
  }
  detail::markFreeUnknowns(
    this->Free.context(), this->Free.size(), this->InverseDiagonal.data(), this->Free.data());
  return this->Free;
}

template class DiagonalPreconditioner<CompiledSpace>;
}
