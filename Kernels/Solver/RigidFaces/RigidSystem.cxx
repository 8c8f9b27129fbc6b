#include "Solver/RigidFaces/RigidSystem.h"

#include "Core/Error.h"
#include "Core/Parallel.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
namespace detail
{
template <class Space>
void addMultiple(const Context<Space>& context, std::int64_t n, double factor, const double* values,
  double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { target[i] += factor * values[i]; });
}
}

template <class Space>
RigidSystem<Space>::RigidSystem(LinearOperator<Space>& matrix, RigidBasis basis)
  : LinearOperator<Space>(matrix.layoutPointer()), Matrix(&matrix),
    Rigid(std::make_shared<const RigidSpace<Space>>(matrix.layoutPointer(), std::move(basis))),
    Projected(matrix.layoutPointer()), Forces(matrix.layoutPointer())
{
  if (matrix.context().isDistributed())
  {
    throw Error("Rigid faces are computed on one device of one process, but the part is divided "
                "among several. Choose one device, or loads and supports without a rigid face.");
  }
}

template <class Space>
void RigidSystem<Space>::product(const Vector<Space>& x, Vector<Space>& y)
{
  this->Projected.copy(x);
  this->Rigid->project(this->Projected);
  this->Matrix->apply(this->Projected, y);
  this->Rigid->project(y);
}

template <class Space>
SolverReport RigidSystem<Space>::solve(
  const RightHandSide<Space>& f, Vector<Space>& u, const Solve& solve)
{
  const typename RigidSpace<Space>::Values prescribed = this->Rigid->split(u);
  this->Forces.zero();
  if (std::any_of(prescribed.begin(), prescribed.end(), [](double value) { return value != 0.0; }))
  {
    Vector<Space> moved(this->layoutPointer());
    moved.zero();
    this->Rigid->add(prescribed, moved);
    this->Matrix->apply(moved, this->Projected);
    detail::addMultiple<Space>(
      this->context(), this->size(), -1.0, this->Projected.data(), this->Forces.data());
  }
  if (f.sparse)
  {
    f.sparse->addTo(this->Forces);
  }
  else if (f.dense)
  {
    detail::addMultiple<Space>(
      this->context(), this->size(), 1.0, f.dense->data(), this->Forces.data());
  }
  this->Rigid->project(this->Forces);
  const SolverReport report = solve(RightHandSide<Space>(this->Forces), u);
  // Preconditioners round to single precision.
  this->Rigid->project(u);
  this->Rigid->add(prescribed, u);
  return report;
}

template class RigidSystem<CompiledSpace>;
}
