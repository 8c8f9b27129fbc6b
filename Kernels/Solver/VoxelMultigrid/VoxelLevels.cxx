#include "Solver/VoxelMultigrid/VoxelLevels.h"

#include "Core/Error.h"
#include "Core/Vectors/MultiVector.h"
#include "Solver/LargestEigenvalue.h"
#include "Solver/SymmetricInverse.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelCycleKernels.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelForceKernels.h"
#include "Solver/VoxelMultigrid/Cycle/VoxelRowKernels.h"
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
/// Coarsening stops at this number of rows: on the host, inverting larger matrices takes longer
/// than another level.
template <class Space>
constexpr std::int64_t FewRows = Space::Id == ExecutionSpace::Host ? 200 : 1200;
/// Safety factor of the largest eigenvalue, since Chebyshev polynomials grow rapidly outside of
/// their interval.
constexpr float EigenvalueMargin = 1.2F;
}

template <class Space, int Components>
VoxelLevels<Space, Components>::VoxelLevels(const VoxelGrid& grid,
  VoxelOperatorOf<Space, Components>& K, const VoxelLaw<Components>& law,
  const std::vector<std::uint8_t>& supports, const HostMatrix& film)
  : Computing(&K.context()), Operator(&K), Film(K.context(), film),
    Scalars(K.context(), detail::lanczosScalars(VoxelMultigridSettings::MostEigenvalueSteps))
{
  const Context<Space>& context = *this->Computing;
  this->First.spacing = grid.spacing();
  this->First.law = law;
  std::vector<VoxelTransfer<Space>> transfers;
  std::vector<VoxelMesh<Space>> meshes(1);
  std::vector<std::int64_t> sizes(1, this->Operator->size());
  const DeviceVector<std::uint8_t, Space> constrained(context, supports);
  // There is at least one coarse level, which is solved directly, whereas voxels are only smoothed.
  // Coarsening may stagnate: each of many separate parts keeps an element on all levels.
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
        constrained.data(), grid.spacing(), law);
    }
    else
    {
      meshes.push_back(coarsenMesh(context, meshes.back(), transfers.back()));
    }
    sizes.push_back(Components * meshes.back().nodes);
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
  const std::int64_t ofElements =
    Components == 3 ? sizeOfForces<Space>(this->First.elements) : 8 * this->First.elements;
  this->ScratchNumbers = static_cast<std::size_t>(std::max(2 * this->Stride, ofElements));
  for (std::size_t l = FirstStored; l < this->Levels.size(); ++l)
  {
    this->SizeOfMatrices +=
      static_cast<std::size_t>(VoxelMatrixEntriesOf<Components> * this->Levels[l]->mesh.elements);
  }
  context.workspace().reserve(this->ScratchNumbers * sizeof(float));
  // The vector marks free unknowns by 1 until the diagonal is computed.
  detail::markFree(context, n, constrained.data(), this->Levels[0]->inverseDiagonal.data());
  if (!this->Film.empty())
  {
    this->prepareFilm(film, supports);
  }
}

/// Computes the Galerkin products of a film on all coarse levels, which do not depend on moduli.
template <class Space, int Components>
void VoxelLevels<Space, Components>::prepareFilm(
  const HostMatrix& film, const std::vector<std::uint8_t>& supports)
{
  if constexpr (Components == 1)
  {
    HostMatrix matrix = film;
    std::vector<std::uint8_t> constrained = supports;
    for (std::size_t l = 1; l < this->Levels.size(); ++l)
    {
      VoxelLevel<Space>& level = *this->Levels[l];
      matrix = coarsenedFilm(matrix, this->Levels[l - 1]->transfer.anchors.toHost(),
        level.mesh.connectivity.toHost(), constrained, level.mesh.nodes);
      constrained.clear();
      level.matrix = blockPattern<Components>(*this->Computing, level.mesh);
      level.film = CoarseVoxelFilm<Space>(*this->Computing, matrix, level.matrix);
    }
  }
  else
  {
    throw Error("Films are added to matrices of one unknown a node.");
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
  constexpr int Entries = VoxelMatrixEntriesOf<Components>;
  const Context<Space>& context = *this->Computing;
  VoxelLevel<Space>& finest = *this->Levels[0];
  {
    const auto diagonal = context.workspace().template lease<double>(finest.inverseDiagonal.size());
    this->Operator->computeDiagonal(diagonal.data());
    finest.largestEigenvalue = static_cast<float>(
      this->Film.largestEigenvalue(
        detail::voxelEigenvalue(this->First.spacing, this->First.law), diagonal.data()) *
      (1.0 + 1e-4));
    this->Film.addDiagonal(diagonal.data());
    detail::invertFree(context, finest.n, diagonal.data(), finest.inverseDiagonal.data());
  }
  const auto scratch = context.workspace().template lease<float>(this->ScratchNumbers);
  this->useScratch(scratch.data());
  DeviceVector<float, Space> own;  // element matrices if the scratch memory is too small
  const float* matrices = nullptr; // matrices of the level's elements
  float* next = nullptr;           // memory for matrices of the next level
  for (std::size_t l = 1; l < this->Levels.size(); ++l)
  {
    VoxelLevel<Space>& level = *this->Levels[l];
    const VoxelTransfer<Space>& transfer = this->Levels[l - 1]->transfer;
    const bool coarsest = l + 1 == this->Levels.size();
    if (l == 1)
    {
      setModuli(
        context, this->Operator->bricks(), transfer, this->Operator->moduli().data(), this->First);
    }
    if (l == FirstStored)
    {
      // The forces of the first coarse elements in the scratch memory are no longer needed.
      // Allocating separate memory in each update would take longer than computing the matrices.
      if (this->SizeOfMatrices > this->ScratchNumbers)
      {
        own = DeviceVector<float, Space>(context, this->SizeOfMatrices);
      }
      next = own.size() > 0 ? own.data() : scratch.data();
    }
    if constexpr (Components == 3)
    {
      if (l == 1)
      {
        coarseDiagonal(context, this->First, level.mesh, level.inverseDiagonal.data());
        if (coarsest)
        {
          own = DeviceVector<float, Space>(
            context, static_cast<std::size_t>(Entries * this->First.elements));
          coarseMatrices(context, this->First, own.data());
          matrices = own.data();
        }
      }
      else if (l == 2)
      {
        galerkinOfVoxels(context, this->First, transfer, next);
      }
    }
    else if (l == 1)
    {
      coarseMatrices(context, this->First, next);
    }
    if (l > FirstStored)
    {
      galerkinOfElements<Components>(context, matrices, transfer, next);
    }
    if (l >= FirstStored)
    {
      matrices = next;
      next += Entries * level.mesh.elements;
    }
    if (matrices)
    {
      this->assembleMatrix(level, matrices);
      detail::takeDiagonal<Components>(context, level.n, level.matrix.starts.data(),
        level.matrix.columns.data(), level.matrix.blocks.data(), level.inverseDiagonal.data());
    }
    detail::invert(context, level.n, level.inverseDiagonal.data());
    if (!coarsest || level.n > detail::MostInverseRows<Components>)
    {
      this->estimateEigenvalue(l, eigenvalueSteps);
    }
  }
  if (Components == 3 && this->Levels.size() > 2 && this->Levels[1]->matrix.starts.size() > 0)
  {
    this->storeFirst();
  }
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
  if (this->Levels.size() > 2)
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
  if (level == 0)
  {
    this->Operator->multiply(x, y);
    this->Film.addProduct(x, y);
    return;
  }
  if constexpr (Components == 3)
  {
    if (level == 1)
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
void VoxelLevels<Space, Components>::estimateEigenvalue(std::size_t level, int steps)
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
template class VoxelLevels<CompiledSpace, 1>;
}
