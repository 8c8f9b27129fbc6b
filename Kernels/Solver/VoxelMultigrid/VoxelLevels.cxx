#include "Solver/VoxelMultigrid/VoxelLevels.h"

#include "Core/Error.h"
#include "Core/Vectors/MultiVector.h"
#include "Solver/LargestEigenvalue.h"
#include "Solver/SymmetricInverse.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelCycleKernels.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelForceKernels.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelRowKernels.h"
#include "Solver/VoxelMultigrid/Parts/VoxelLevelsOnParts.inl"
#include "Solver/VoxelMultigrid/VoxelEigenvalue.h"
#include "Solver/VoxelMultigrid/VoxelLevelMeshes.inl"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Safety factor of the largest eigenvalue, since Chebyshev polynomials grow rapidly outside of
/// their interval.
constexpr float EigenvalueMargin = 1.2F;

/// As fillWithNoise(), with the same numbers however nodes are divided among parts.
/// @param seeds of each node
template <class Space>
void fillWithNoiseOfNodes(const Context<Space>& context, int components, std::int64_t n,
  const std::uint32_t* seeds, float* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      const auto component = static_cast<std::uint32_t>(i % components);
      std::uint32_t h = (seeds[i / components] + component) * 2654435761U;
      h = (h ^ h >> 15) * 2246822519U;
      h ^= h >> 13;
      x[i] = static_cast<float>(h) * (2.0F / 4294967296.0F) - 1.0F;
    });
}
}

template <class Space, int Components>
void VoxelLevels<Space, Components>::useScratch(float* scratch)
{
  this->Scratch = scratch;
  this->Levels[0]->d = scratch;
  this->Levels[0]->q = scratch + this->Stride;
}

template <class Space, int Components>
void VoxelLevels<Space, Components>::update(int eigenvalueSteps)
{
  this->updateFinest();
  this->updateCoarse(eigenvalueSteps);
  if (this->Levels.size() > 1 && this->Levels.back()->n <= detail::MostInverseRows<Components> &&
    !this->invertCoarsest())
  {
    throw SolverBreakdown(Components == 1
        ? "Nothing determines the temperature, or that of a part: neither fixed nodes nor films."
        : "The structure can move as a rigid body: its supports hold too little of it. Hold "
          "at least three nodes that do not lie on a line.");
  }
}

template <class Space, int Components>
void VoxelLevels<Space, Components>::updateFinest()
{
  const Context<Space>& context = *this->Computing;
  VoxelLevel<Space>& finest = *this->Levels[0];
  const auto diagonal = context.workspace().template lease<double>(finest.inverseDiagonal.size());
  this->Operator->computeDiagonal(diagonal.data());
  finest.largestEigenvalue = static_cast<float>(
    this->Film.largestEigenvalue(
      detail::voxelEigenvalue(this->First.spacing, this->First.law), diagonal.data()) *
    (1.0 + 1e-4));
  this->Film.addDiagonal(diagonal.data());
  detail::invertFree(context, finest.n, diagonal.data(), finest.inverseDiagonal.data());
}

template <class Space, int Components>
void VoxelLevels<Space, Components>::updateCoarse(int eigenvalueSteps)
{
  const Context<Space>& context = *this->Computing;
  // Parts gather matrices, which take more memory than those of a level; a lease is kept.
  const std::size_t leased =
    this->Replica ? std::max(this->ScratchNumbers, this->SizeOfMatrices) : this->ScratchNumbers;
  const auto scratch = context.workspace().template lease<float>(leased);
  this->useScratch(scratch.data());
  DeviceVector<float, Space> own;  // element matrices if the scratch memory is too small
  const float* matrices = nullptr; // matrices of the level's elements
  float* next = nullptr;           // memory for matrices of the next level
  for (std::size_t l = 1; l < this->Levels.size(); ++l)
  {
    VoxelLevel<Space>& level = *this->Levels[l];
    if (l == 1)
    {
      setModuli(context, this->Operator->bricks(), this->Levels[0]->transfer,
        this->Operator->moduli().data(), this->First);
    }
    if (this->hasElementMatrices(l))
    {
      if (!next)
      {
        // The forces of the first coarse elements in the scratch memory are no longer needed.
        // Allocating separate memory in each update would take longer than computing the matrices.
        if (this->SizeOfMatrices > leased)
        {
          own = DeviceVector<float, Space>(context, this->SizeOfMatrices);
        }
        next = own.size() > 0 ? own.data() : scratch.data();
      }
      matrices = this->computeMatrices(l, matrices, next);
      this->assembleMatrix(level, matrices);
      detail::takeDiagonal<Components>(context, level.n, level.matrix.starts.data(),
        level.matrix.columns.data(), level.matrix.blocks.data(), level.inverseDiagonal.data());
    }
    else if constexpr (Components == 3)
    {
      coarseDiagonal(context, this->First, level.mesh, level.inverseDiagonal.data());
    }
    detail::invert(context, level.n, level.inverseDiagonal.data());
    if (level.entries > level.n)
    {
      context.zero(level.inverseDiagonal.data() + level.n,
        static_cast<std::size_t>(level.entries - level.n) * sizeof(float));
    }
    const bool coarsest = l + 1 == this->Levels.size();
    if (!coarsest || level.n > detail::MostInverseRows<Components>)
    {
      this->estimateEigenvalue(l, eigenvalueSteps);
    }
  }
  if (Components == 3 && this->Levels.size() > 2 && this->Levels[1]->matrix.starts.size() > 0 &&
    this->isOfElements(1))
  {
    this->storeFirst();
  }
}

/// Whether matrices of the elements of a coarse level are computed.
template <class Space, int Components>
bool VoxelLevels<Space, Components>::hasElementMatrices(std::size_t level) const
{
  return !this->isOfElements(level) || level + 1 == this->Levels.size();
}

/// Computes the matrices of the elements of a level. Parts compute those of their own bricks, which
/// are gathered for the first replicated level.
/// @param finer those of the next finer level, if they are computed
/// @param next memory for them, which is moved on @return the matrices of all elements
template <class Space, int Components>
const float* VoxelLevels<Space, Components>::computeMatrices(
  std::size_t level, const float* finer, float*& next)
{
  constexpr int Entries = VoxelMatrixEntriesOf<Components>;
  const Context<Space>& context = *this->Computing;
  const VoxelTransfer<Space>& transfer = this->Levels[level - 1]->transfer;
  if (const VoxelReplica<Space>* whole = this->wholeOf(level - 1))
  {
    const float* ofPart = finer;
    finer = next;
    whole->gatherMatrices(Entries, ofPart, next);
    next += Entries * whole->elementsOfAll();
  }
  float* matrices = next;
  if (level == 1)
  {
    coarseMatrices(context, this->First, matrices);
  }
  else if (level == 2 && this->isOfElements(1))
  {
    if constexpr (Components == 3)
    {
      galerkinOfVoxels(context, this->First, transfer, matrices);
    }
  }
  else
  {
    galerkinOfElements<Components>(context, finer, transfer, matrices);
  }
  if (const VoxelReplica<Space>* replica = this->replicaOf(level))
  {
    const float* ofPart = matrices;
    matrices += Entries * replica->mesh().elements;
    replica->gatherMatrices(Entries, ofPart, matrices);
  }
  next = matrices + Entries * this->Levels[level]->mesh.elements;
  return matrices;
}

template <class Space, int Components>
bool VoxelLevels<Space, Components>::invertCoarsest()
{
  const VoxelLevel<Space>& coarsest = *this->Levels.back();
  const std::int64_t rows = (coarsest.n + InverseTile - 1) / InverseTile * InverseTile;
  DeviceVector<double, Space> dense(
    *this->Computing, static_cast<std::size_t>(rows) * static_cast<std::size_t>(rows));
  dense.zero();
  detail::fillDense<Components>(*this->Computing, coarsest.n, coarsest.matrix.starts.data(),
    coarsest.matrix.columns.data(), coarsest.matrix.blocks.data(), rows, dense.data());
  if (this->CoarsestInverse.size() != dense.size())
  {
    this->CoarsestInverse = DeviceVector<float, Space>(*this->Computing, dense.size());
  }
  return invertSymmetric(*this->Computing, rows, dense.data(), this->CoarsestInverse.data());
}

/// Assembles the matrix of a level from its element matrices.
template <class Space, int Components>
void VoxelLevels<Space, Components>::assembleMatrix(VoxelLevel<Space>& level, const float* matrices)
{
  if (level.matrix.starts.size() == 0)
  {
    level.matrix = blockPattern<Components>(*this->Computing, level.mesh);
  }
  assemble<Components>(*this->Computing, level.mesh, matrices, level.matrix);
  level.film.add(level.matrix.blocks.data());
}

template <class Space, int Components>
void VoxelLevels<Space, Components>::storeFirst()
{
  if (this->Levels.size() > 2 && this->isOfElements(1))
  {
    DeviceVector<float, Space> matrices(*this->Computing,
      static_cast<std::size_t>(VoxelMatrixEntriesOf<Components> * this->First.elements));
    coarseMatrices(*this->Computing, this->First, matrices.data());
    this->assembleMatrix(*this->Levels[1], matrices.data());
  }
}

template <class Space, int Components>
void VoxelLevels<Space, Components>::multiply(std::size_t level, const float* x, float* y)
{
  const VoxelLevel<Space>& l = *this->Levels[level];
  this->updateGhosts(level, x);
  if (level == 0)
  {
    this->Operator->multiply(x, y);
    this->Film.addProduct(x, y);
    return;
  }
  if constexpr (Components == 3)
  {
    if (this->isOfElements(level))
    {
      elementForces(*this->Computing, this->First, l.mesh, x, this->Scratch);
      detail::sumForces(*this->Computing, l.mesh, this->First.elements, this->Scratch, y);
      return;
    }
  }
  detail::multiplyBlocks<1, Components>(*this->Computing, l.n, l.matrix.starts.data(),
    l.matrix.columns.data(), l.matrix.blocks.data(), x, y);
}

template <class Space, int Components>
void VoxelLevels<Space, Components>::updateGhosts(
  std::size_t level, const float* x, int columns) const
{
  const VoxelLevel<Space>& l = *this->Levels[level];
  if (l.halo)
  {
    l.halo->update(const_cast<float*>(x), Components * columns);
  }
}

template <class Space, int Components>
void VoxelLevels<Space, Components>::estimateEigenvalue(std::size_t level, int steps)
{
  VoxelLevel<Space>& l = *this->Levels[level];
  const double estimate = detail::estimateLargestEigenvalue(
    *this->Computing, l.n, steps, l.inverseDiagonal.data(), l.d, l.q, l.x.data(),
    this->Scalars.data(),
    [&](float* w)
    {
      if (l.seeds.size() > 0)
      {
        detail::fillWithNoiseOfNodes(*this->Computing, Components, l.n, l.seeds.data(), w);
      }
      else
      {
        detail::fillWithNoise(*this->Computing, l.n, w);
      }
    },
    [&](const float* x, float* y) { this->multiply(level, x, y); }, l.halo != nullptr);
  if (!std::isfinite(estimate) || !(estimate > 0.0))
  {
    throw SolverBreakdown("Multigrid found no eigenvalue of the stiffness on its level " +
      std::to_string(level) +
      ". Check that moduli are neither too large nor too small for single precision, and that some "
      "displacements are free.");
  }
  l.largestEigenvalue = static_cast<float>(estimate) * detail::EigenvalueMargin;
}

template class VoxelLevels<CompiledSpace>;
template class VoxelLevels<CompiledSpace, 1>;
}
