#include "Solver/VoxelMultigrid/VoxelLevels.h"

#include "Core/Error.h"
#include "Core/Vectors/MultiVector.h"
#include "Solver/LargestEigenvalue.h"
#include "Solver/SymmetricInverse.h"
#include "Solver/VoxelMultigrid/VoxelCycleKernels.h"
#include "Solver/VoxelMultigrid/VoxelEigenvalue.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Number of rows of the coarsest level above which it is smoothed instead of solved.
constexpr std::int64_t MostInverseRows = 4096;
/// Number of rows at which coarsening stops: on processors inverting them soon takes longer than
/// one more level.
template <class Space>
constexpr std::int64_t FewRows = Space::Id == ExecutionSpace::Host ? 200 : 1200;
/// Safety factor of the largest eigenvalue: polynomials grow fast beyond their interval.
constexpr float EigenvalueMargin = 1.2F;
}

template <class Space>
VoxelLevels<Space>::VoxelLevels(const VoxelGrid& grid, VoxelOperator<Space>& K,
  double poissonsRatio, const std::vector<std::uint8_t>& supports)
  : Computing(&K.context()), Operator(&K),
    Scalars(K.context(), detail::lanczosScalars(VoxelMultigridSettings::MostEigenvalueSteps))
{
  const Context<Space>& context = *this->Computing;
  this->First.spacing = grid.spacing();
  this->First.poissonsRatio = poissonsRatio;
  std::vector<VoxelTransfer<Space>> transfers;
  std::vector<VoxelMesh<Space>> meshes(1);
  std::vector<std::int64_t> sizes(1, this->Operator->size());
  const DeviceVector<std::uint8_t, Space> constrained(context, supports);
  // At least one coarse level, which is solved: voxels are only smoothed. Many parts keep an
  // element each on all levels.
  const auto isCoarsened = [&sizes]
  { return sizes.size() < 3 || sizes.back() < sizes[sizes.size() - 2]; };
  while (sizes.size() == 1 ||
    (sizes.size() < Most && sizes.back() > detail::FewRows<Space> && isCoarsened()))
  {
    transfers.emplace_back();
    if (meshes.size() == 1)
    {
      std::vector<std::int32_t> places;
      for (const auto& place : grid.places())
      {
        places.insert(places.end(), place.begin(), place.end());
      }
      meshes.push_back(coarsenVoxels(context, this->Operator->bricks(),
        DeviceVector<std::int32_t, Space>(context, places), grid.numberOfNodes(),
        transfers.back()));
      this->First = makeCoarseElements(context, this->Operator->bricks(), transfers.back(),
        constrained.data(), grid.spacing(), poissonsRatio);
    }
    else
    {
      meshes.push_back(coarsenMesh(context, meshes.back(), transfers.back()));
    }
    sizes.push_back(3 * meshes.back().nodes);
  }
  if (!isCoarsened())
  {
    transfers.pop_back();
    meshes.pop_back();
    sizes.pop_back();
  }
  transfers.emplace_back();
  for (std::size_t l = 0; l < sizes.size(); ++l)
  {
    auto level = std::make_unique<VoxelLevel<Space>>(context, sizes[l]);
    level->mesh = std::move(meshes[l]);
    level->mesh.cells.reset();
    level->transfer = std::move(transfers[l]);
    if (l > 0)
    {
      level->allocateSteps(context, level->n);
    }
    this->Levels.push_back(std::move(level));
  }
  const std::int64_t n = sizes.front();
  this->Stride = strideOfColumns(n);
  this->ScratchNumbers =
    static_cast<std::size_t>(std::max(2 * this->Stride, sizeOfForces<Space>(this->First.elements)));
  for (std::size_t l = 2; l < this->Levels.size(); ++l)
  {
    this->SizeOfMatrices +=
      static_cast<std::size_t>(VoxelMatrixEntries * this->Levels[l]->mesh.elements);
  }
  context.workspace().reserve(this->ScratchNumbers * sizeof(float));
  // 1 marks free unknowns until there is a diagonal.
  detail::markFree(context, n, constrained.data(), this->Levels[0]->inverseDiagonal.data());
}

template <class Space>
void VoxelLevels<Space>::useScratch(float* scratch)
{
  this->Scratch = scratch;
  this->Levels[0]->d = scratch;
  this->Levels[0]->q = scratch + this->Stride;
}

template <class Space>
void VoxelLevels<Space>::update(int eigenvalueSteps)
{
  const Context<Space>& context = *this->Computing;
  VoxelLevel<Space>& finest = *this->Levels[0];
  {
    const auto diagonal = context.workspace().template lease<double>(finest.inverseDiagonal.size());
    this->Operator->computeDiagonal(diagonal.data());
    detail::invertFree(context, finest.n, diagonal.data(), finest.inverseDiagonal.data());
  }
  const auto scratch = context.workspace().template lease<float>(this->ScratchNumbers);
  this->useScratch(scratch.data());
  finest.largestEigenvalue = static_cast<float>(
    detail::voxelEigenvalue(this->First.spacing, this->First.poissonsRatio) * (1.0 + 1e-4));

  DeviceVector<float, Space> own;  // element matrices, where the scratch memory is too small
  const float* matrices = nullptr; // of the level's elements
  float* next = nullptr;           // memory of those of the next level
  for (std::size_t l = 1; l < this->Levels.size(); ++l)
  {
    VoxelLevel<Space>& level = *this->Levels[l];
    const VoxelTransfer<Space>& transfer = this->Levels[l - 1]->transfer;
    const bool coarsest = l + 1 == this->Levels.size();
    if (l == 1)
    {
      setModuli(
        context, this->Operator->bricks(), transfer, this->Operator->moduli().data(), this->First);
      coarseDiagonal(context, this->First, level.mesh, level.inverseDiagonal.data());
      if (coarsest)
      {
        own = coarseMatrices(context, this->First);
        matrices = own.data();
      }
    }
    else if (l == 2)
    {
      // Forces of the first coarse elements are not needed any more. Memory of its own would take
      // longer than the matrices, again in each update.
      if (this->SizeOfMatrices > this->ScratchNumbers)
      {
        own = DeviceVector<float, Space>(context, this->SizeOfMatrices);
      }
      next = own.size() > 0 ? own.data() : scratch.data();
      galerkinOfVoxels(context, this->First, transfer, next);
      matrices = next;
      next += VoxelMatrixEntries * level.mesh.elements;
    }
    else
    {
      galerkinOfElements(context, matrices, transfer, next);
      matrices = next;
      next += VoxelMatrixEntries * level.mesh.elements;
    }
    if (matrices)
    {
      this->assembleMatrix(level, matrices);
      detail::takeDiagonal(context, level.n, level.matrix.starts.data(),
        level.matrix.columns.data(), level.matrix.blocks.data(), level.inverseDiagonal.data());
    }
    detail::invert(context, level.n, level.inverseDiagonal.data());
    if (!coarsest || level.n > detail::MostInverseRows)
    {
      this->estimateEigenvalue(l, eigenvalueSteps);
    }
  }
  if (this->Levels.size() > 2 && this->Levels[1]->matrix.starts.size() > 0)
  {
    this->storeFirst();
  }
  if (this->Levels.size() > 1 && this->Levels.back()->n <= detail::MostInverseRows &&
    !this->invertCoarsest())
  {
    throw SolverBreakdown(
      "The structure can move as a rigid body: its supports hold too little of it. Hold "
      "at least three nodes that do not lie on a line.");
  }
}

template <class Space>
bool VoxelLevels<Space>::invertCoarsest()
{
  const VoxelLevel<Space>& coarsest = *this->Levels.back();
  const std::int64_t rows = (coarsest.n + InverseTile - 1) / InverseTile * InverseTile;
  DeviceVector<double, Space> dense(
    *this->Computing, static_cast<std::size_t>(rows) * static_cast<std::size_t>(rows));
  dense.zero();
  detail::fillDense(*this->Computing, coarsest.n, coarsest.matrix.starts.data(),
    coarsest.matrix.columns.data(), coarsest.matrix.blocks.data(), rows, dense.data());
  if (this->CoarsestInverse.size() != dense.size())
  {
    this->CoarsestInverse = DeviceVector<float, Space>(*this->Computing, dense.size());
  }
  return invertSymmetric(*this->Computing, rows, dense.data(), this->CoarsestInverse.data());
}

/// The matrix of a level from those of its elements.
template <class Space>
void VoxelLevels<Space>::assembleMatrix(VoxelLevel<Space>& level, const float* matrices)
{
  if (level.matrix.starts.size() == 0)
  {
    level.matrix = blockPattern(*this->Computing, level.mesh);
  }
  assemble(*this->Computing, level.mesh, matrices, level.matrix);
}

template <class Space>
void VoxelLevels<Space>::storeFirst()
{
  if (this->Levels.size() > 2)
  {
    this->assembleMatrix(*this->Levels[1], coarseMatrices(*this->Computing, this->First).data());
  }
}

template <class Space>
void VoxelLevels<Space>::multiply(std::size_t level, const float* x, float* y)
{
  const VoxelLevel<Space>& l = *this->Levels[level];
  if (level == 1)
  {
    elementForces(*this->Computing, this->First, l.mesh, x, this->Scratch);
    detail::sumForces(*this->Computing, l.mesh, this->First.elements, this->Scratch, y);
    return;
  }
  detail::multiplyBlocks(*this->Computing, l.n, l.matrix.starts.data(), l.matrix.columns.data(),
    l.matrix.blocks.data(), x, y);
}

template <class Space>
void VoxelLevels<Space>::estimateEigenvalue(std::size_t level, int steps)
{
  VoxelLevel<Space>& l = *this->Levels[level];
  const double estimate = detail::estimateLargestEigenvalue(
    *this->Computing, l.n, steps, l.inverseDiagonal.data(), l.d, l.q, l.x.data(),
    this->Scalars.data(), [&](float* w) { detail::fillWithNoise(*this->Computing, l.n, w); },
    [&](const float* x, float* y) { this->multiply(level, x, y); });
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
}
