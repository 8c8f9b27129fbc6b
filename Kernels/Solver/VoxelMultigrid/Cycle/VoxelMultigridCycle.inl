#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELMULTIGRIDCYCLE_INL
#define TRABECULA_SOLVER_VOXELMULTIGRID_CYCLE_VOXELMULTIGRIDCYCLE_INL

// This file contains the smoother and the cycle of VoxelMultigrid.

#include "Core/Execution/InterleavedReduction.h"
#include "Solver/SymmetricInverse.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelCycleKernels.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelForceKernels.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelMultigridStorage.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelRowKernels.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelTransferKernels.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <utility>

namespace trabecula
{
template <class Space, int Components>
template <int Columns>
void VoxelMultigrid<Space, Components>::multiply(std::size_t level, const float* x, float* y)
{
  if constexpr (Columns > 1)
  {
    const VoxelLevel<Space>& l = this->Store->levels[level];
    this->Store->levels.updateGhosts(level, x, Columns);
    if constexpr (!detail::AreColumnsApart<Space>)
    {
      if (level == 0)
      {
        this->Operator.multiplyInterleaved(Columns, x, y);
        return;
      }
    }
    detail::multiplyBlocks<Columns, Components>(this->Operator.context(), l.n,
      l.matrix.starts.data(), l.matrix.columns.data(), l.matrix.blocks.data(), x, y);
  }
  else
  {
    this->Store->levels.multiply(level, x, y);
  }
}

/// r -= A d.
template <class Space, int Components>
template <int Columns>
void VoxelMultigrid<Space, Components>::subtractStep(std::size_t level, float* r)
{
  const Context<Space>& context = this->Operator.context();
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Columns>();
  if (level == 0)
  {
    this->template multiply<Columns>(0, vectors.d, vectors.q);
    detail::subtractOnFree<Columns>(context, l.n, vectors.q, l.inverseDiagonal.data(), r);
  }
  else if (Columns == 1 && this->Store->levels.isOfElements(level))
  {
    if constexpr (Components == 3)
    {
      const VoxelCoarseElements<Space>& first = this->Store->levels.firstElements();
      float* forces = this->Store->levels.scratch();
      this->Store->levels.updateGhosts(level, vectors.d);
      elementForces(context, first, l.mesh, vectors.d, forces);
      detail::subtractOnElements(
        context, l.mesh, first.elements, forces, l.inverseDiagonal.data(), r);
    }
  }
  else
  {
    this->Store->levels.updateGhosts(level, vectors.d, Columns);
    detail::subtractOnBlocks<Columns, Components>(context, l.n, l.matrix.starts.data(),
      l.matrix.columns.data(), l.matrix.blocks.data(), l.inverseDiagonal.data(), vectors.d, r);
  }
}

/// Improves x by a Chebyshev polynomial applied to the residual. Afterwards the product of the last
/// step d has not yet been subtracted from r. The function starts either from x = 0 and the
/// residual r, or from given d and r; in the latter case the product of d is computed first.
template <class Space, int Components>
template <int Columns>
void VoxelMultigrid<Space, Components>::smooth(std::size_t level, bool fromZero, float* r, float* x)
{
  const Context<Space>& context = this->Operator.context();
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Columns>();
  const float* inverseDiagonal = l.inverseDiagonal.data();
  detail::ChebyshevSteps steps(l.largestEigenvalue, this->smoother(level).eigenvalueRatio);
  if (fromZero)
  {
    detail::startSmoothing<Columns>(
      context, l.n, r, inverseDiagonal, steps.first(), true, vectors.d, x);
  }
  const int degree = fromZero ? this->smoother(level).before : this->smoother(level).after;
  for (int step = fromZero ? 1 : 0; step < degree; ++step)
  {
    if (step > 0)
    {
      steps.advance();
    }
    const float keep = step > 0 ? steps.keep() : 0.0F;
    const float factor = step > 0 ? steps.factor() : steps.first();
    if (level > 0 || Components == 3)
    {
      this->Store->levels.updateGhosts(level, vectors.d, Columns); // which multiply() does itself
    }
    if (level == 0)
    {
      if constexpr (Components == 1)
      {
        this->Store->levels.multiply(0, vectors.d, vectors.q);
        detail::continueSmoothing(
          context, l.n, inverseDiagonal, keep, factor, vectors.d, r, vectors.q, x);
      }
      else if constexpr (Columns == 1)
      {
        this->Operator.smoothingStep(inverseDiagonal, keep, factor, vectors.d, r, vectors.q, x);
      }
      else if constexpr (!detail::AreColumnsApart<Space>)
      {
        this->Operator.multiplyInterleaved(Columns, vectors.d, vectors.q);
        detail::continueSmoothing<Columns>(
          context, l.n, inverseDiagonal, keep, factor, vectors.d, r, vectors.q, x);
      }
      std::swap(vectors.d, vectors.q);
    }
    else if (Columns == 1 && this->Store->levels.isOfElements(level))
    {
      if constexpr (Components == 3)
      {
        const VoxelCoarseElements<Space>& first = this->Store->levels.firstElements();
        float* forces = this->Store->levels.scratch();
        elementForces(context, first, l.mesh, vectors.d, forces);
        detail::continueOnElements(
          context, l.mesh, first.elements, forces, inverseDiagonal, keep, factor, r, vectors.d, x);
      }
    }
    else
    {
      detail::continueOnBlocks<Columns, Components>(context, l.n, l.matrix.starts.data(),
        l.matrix.columns.data(), l.matrix.blocks.data(), inverseDiagonal, keep, factor, vectors.d,
        r, vectors.q, x);
      std::swap(vectors.d, vectors.q);
    }
  }
}

/// Computes an approximate solution x for the right-hand side r, which is overwritten.
template <class Space, int Components>
template <int Columns>
void VoxelMultigrid<Space, Components>::cycle(std::size_t level)
{
  const Context<Space>& context = this->Operator.context();
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Columns>();
  float* r = vectors.r.data();
  float* x = vectors.x.data();
  if (level + 1 == this->Store->levels.size())
  {
    const DeviceVector<float, Space>& inverse = this->Store->levels.coarsestInverse();
    if (inverse.size() > 0)
    {
      const std::int64_t stride = (l.n + InverseTile - 1) / InverseTile * InverseTile;
      detail::multiplyDense<Columns>(context, l.n, stride, inverse.data(), r, x);
      return;
    }
    // Pre-smoothing on this level has at least one step, even in cycles without pre-smoothing on
    // finer levels.
    this->template smooth<Columns>(level, true, r, x);
    this->template smooth<Columns>(level, false, r, x);
    return;
  }
  VoxelLevel<Space>& coarse = this->Store->levels[level + 1];
  CycleVectors<Space>& below = coarse.template vectors<Columns>();
  const bool isOneSided = this->smoother(level).before == 0;
  if (!isOneSided)
  {
    this->template smooth<Columns>(level, true, r, x);
    this->template subtractStep<Columns>(level, r);
  }
  VoxelReplica<Space>* replica = this->Store->levels.replicaOf(level + 1);
  VoxelReplica<Space>* whole = this->Store->levels.wholeOf(level);
  const VoxelMesh<Space>& coarseMesh = replica ? replica->mesh() : coarse.mesh;
  float* coarseR = replica ? replica->r(Columns) : below.r.data();
  const float* fineR = whole ? whole->gatherResidual(r, Columns) : r;
  if (!whole)
  {
    this->Store->levels.updateGhosts(level, r, Columns);
  }
  // Restriction may overwrite the step vectors of the finest level, which are no longer needed.
  if constexpr (Components == 1)
  {
    detail::restrictScalar(
      context, coarseMesh, l.transfer, this->Store->levels.scratch(), fineR, coarseR);
  }
  else
  {
    detail::restrictTo<Columns>(
      context, coarseMesh, l.transfer, this->Store->levels.scratch(), fineR, coarseR);
  }
  this->template solveBelow<Columns>(level + 1);
  detail::prolongTo<Columns, Components>(context, l.n, coarseMesh,
    l.transfer.anchors.data() + (whole ? whole->firstNode() : 0),
    replica ? replica->x(Columns) : below.x.data(), l.inverseDiagonal.data(), isOneSided, vectors.d,
    x);
  this->template smooth<Columns>(level, false, r, x);
}

/// Computes an approximate solution of a coarse level, from the residual to which a finer level was
/// restricted to that from which it is prolonged.
template <class Space, int Components>
template <int Columns>
void VoxelMultigrid<Space, Components>::solveBelow(std::size_t level)
{
  VoxelLevels<Space, Components>& levels = this->Store->levels;
  CycleVectors<Space>& vectors = levels[level].template vectors<Columns>();
  VoxelReplica<Space>* replica = levels.replicaOf(level);
  if (replica)
  {
    replica->gatherResidual(replica->r(Columns), vectors.r.data(), Columns);
  }
  if (replica || levels.wholeOf(level - 1))
  {
    // Many short steps, without communication.
    this->launchCaptured(this->Store->cycles[Columns > 1 ? 1 : 0], nullptr,
      [this, level] { this->template solve<Columns>(level); });
  }
  else
  {
    this->template solve<Columns>(level);
    levels.updateGhosts(level, vectors.x.data(), Columns);
  }
  if (replica)
  {
    replica->takeSolution(vectors.x.data(), Columns);
  }
}

/// As cycle(), with the number of cycles of the level.
template <class Space, int Components>
template <int Columns>
void VoxelMultigrid<Space, Components>::solve(std::size_t level)
{
  const Context<Space>& context = this->Operator.context();
  VoxelLevel<Space>& l = this->Store->levels[level];
  CycleVectors<Space>& vectors = l.template vectors<Columns>();
  if (!l.isVisitedTwice)
  {
    this->template cycle<Columns>(level);
    return;
  }
  InterleavedReduction<Space>& reduction = this->Store->reduction;
  double* scalars = this->Store->scalars.data() + 4 * MostColumns * level;
  const bool krylov = this->Settings.cycle == VoxelCycle::Krylov;
  const float* b = vectors.b.data();
  const float* v = vectors.v.data();
  float* x = vectors.x.data();
  vectors.b.copy(vectors.r);
  this->template cycle<Columns>(level);
  vectors.c.copy(vectors.x);
  this->template multiply<Columns>(level, vectors.c.data(), vectors.v.data());
  const Context<Space>* parts = l.halo ? &context : nullptr;
  detail::firstDots<Columns>(reduction, parts, l.n, vectors.c.data(), v, b, krylov, scalars);
  detail::subtractFirst<Columns>(context, l.n, b, v, scalars, vectors.r.data());
  this->template cycle<Columns>(level);
  if (krylov)
  {
    this->template multiply<Columns>(level, x, vectors.q);
  }
  detail::secondDots<Columns>(reduction, parts, l.n, x, v, vectors.q, b, krylov, scalars);
  detail::combine<Columns>(context, l.n, vectors.c.data(), scalars, x);
}
}

#endif
