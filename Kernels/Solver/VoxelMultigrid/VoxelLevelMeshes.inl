#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELLEVELMESHES_INL
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELLEVELMESHES_INL

// This file contains the construction of VoxelLevels, for its source.

#include "Core/Error.h"
#include "Core/Vectors/MultiVector.h"
#include "Solver/SmootherKernels.h"
#include "Solver/VoxelMultigrid/VoxelLevels.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Coarsening stops at this number of rows: on the host, inverting larger matrices takes longer
/// than another level.
template <class Space>
constexpr std::int64_t FewRows = Space::Id == ExecutionSpace::Host ? 200 : 1200;
}

template <class Space, int Components>
VoxelLevels<Space, Components>::VoxelLevels(const VoxelGrid& grid,
  VoxelOperatorOf<Space, Components>& K, const VoxelLaw<Components>& law,
  const std::vector<std::uint8_t>& supports, const HostMatrix& film, std::int64_t replicatedNodes)
  : Computing(&K.context()), Operator(&K), Film(K.context(), film, K.layout().owned()),
    Scalars(K.context(), detail::lanczosScalars(VoxelMultigridSettings::MostEigenvalueSteps))
{
  const Context<Space>& context = *this->Computing;
  this->First.spacing = grid.spacing();
  this->First.law = law;
  Meshes all;
  all.meshes.resize(1);
  const DeviceVector<std::uint8_t, Space> constrained(context, supports);
  if (context.isDistributed())
  {
    this->coarsenOnParts(grid, constrained.data(), replicatedNodes, all);
  }
  else
  {
    all.sizes.push_back(K.size());
    while (all.mayGoOn())
    {
      this->coarsen(grid, constrained.data(), all, nullptr);
      all.sizes.push_back(Components * all.meshes.back().nodes);
    }
    if (!all.isCoarsened())
    {
      all.dropLast();
    }
  }
  this->makeLevels(std::move(all));
  // The vector marks free unknowns by 1 until the diagonal is computed.
  VoxelLevel<Space>& finest = *this->Levels[0];
  detail::markFree(context, finest.n, constrained.data(), finest.inverseDiagonal.data());
  if (!this->Film.empty())
  {
    this->prepareFilm(film, supports);
  }
}

/// Coarsening may stagnate: each of many separate parts keeps an element on all levels.
template <class Space, int Components>
bool VoxelLevels<Space, Components>::Meshes::isCoarsened() const
{
  return this->sizes.size() < 3 || this->sizes.back() < this->sizes[this->sizes.size() - 2];
}

/// There is at least one coarse level, which is solved directly, whereas voxels are only smoothed.
template <class Space, int Components>
bool VoxelLevels<Space, Components>::Meshes::mayGoOn() const
{
  return this->sizes.size() == 1 ||
    (this->sizes.size() < Most && this->sizes.back() > detail::FewRows<Space> &&
      this->isCoarsened());
}

template <class Space, int Components>
void VoxelLevels<Space, Components>::Meshes::dropLast()
{
  this->transfers.pop_back();
  this->meshes.pop_back();
  this->sizes.pop_back();
}

/// Adds the mesh of the next level and the transfer to it.
template <class Space, int Components>
void VoxelLevels<Space, Components>::coarsen(const VoxelGrid& grid, const std::uint8_t* constrained,
  Meshes& all, const NodeNumbering<Space>& numbering)
{
  const Context<Space>& context = *this->Computing;
  all.transfers.emplace_back();
  if (all.meshes.size() == 1)
  {
    std::vector<std::int32_t> places;
    for (const auto& place : grid.places())
    {
      places.insert(places.end(), place.begin(), place.end());
    }
    all.meshes.push_back(coarsenVoxels(context, this->Operator->bricks(),
      DeviceVector<std::int32_t, Space>(context, places), grid.numberOfNodes(),
      all.transfers.back(), numbering));
    this->First = makeCoarseElements(context, this->Operator->bricks(), all.transfers.back(),
      constrained, this->First.spacing, this->First.law);
  }
  else
  {
    all.meshes.push_back(coarsenMesh(context, all.meshes.back(), all.transfers.back(), numbering));
  }
}

template <class Space, int Components>
void VoxelLevels<Space, Components>::makeLevels(Meshes all)
{
  const Context<Space>& context = *this->Computing;
  const auto scratchOf = [](std::int64_t elements)
  { return Components == 3 ? sizeOfForces<Space>(elements) : 8 * elements; };
  std::int64_t ofElements = scratchOf(this->First.elements);
  all.transfers.emplace_back();
  for (std::size_t l = 0; l < all.sizes.size(); ++l)
  {
    std::int64_t own = all.sizes[l];
    std::int64_t entries = own;
    std::shared_ptr<const Halo<Space>> halo;
    if (l < this->Replicated)
    {
      const VoxelPartNodes<Space>& nodes = all.nodes[l];
      own = Components * nodes.owned;
      entries = own + Components * nodes.ghosts;
      halo =
        std::make_shared<const Halo<Space>>(context, nodes.owned, nodes.ghosts, nodes.neighbours);
    }
    else if (this->Replica)
    {
      ofElements = std::max(ofElements, scratchOf(all.meshes[l].elements));
    }
    DeviceVector<std::uint32_t, Space> seeds;
    if (l >= this->Replicated && this->Replica)
    {
      seeds = seedsOfNodes(context, all.meshes[l]);
    }
    else if (halo)
    {
      seeds = std::move(all.nodes[l].seeds);
    }
    auto level = std::make_unique<VoxelLevel<Space>>(context, own, entries, all.sizes[l]);
    level->mesh = std::move(all.meshes[l]);
    level->mesh.cells.reset();
    level->transfer = std::move(all.transfers[l]);
    if (l > 0)
    {
      level->allocateSteps(context, level->entries);
    }
    level->seeds = std::move(seeds);
    if (halo)
    {
      level->halo = std::move(halo);
      for (DeviceVector<float, Space>* vector :
        { &level->inverseDiagonal, &level->x, &level->r, &level->own })
      {
        vector->zero();
      }
    }
    this->Levels.push_back(std::move(level));
  }
  this->Stride = strideOfColumns(this->Levels[0]->entries);
  this->ScratchNumbers = static_cast<std::size_t>(std::max(2 * this->Stride, ofElements));
  std::int64_t matrices = !this->Replica ? 0
    : this->Replica->isDivided()         ? this->Replica->elementsOfAll()
                                         : this->Replica->mesh().elements;
  for (std::size_t l = 1; l < this->Levels.size(); ++l)
  {
    matrices += this->hasElementMatrices(l) ? this->Levels[l]->mesh.elements : 0;
  }
  this->SizeOfMatrices = static_cast<std::size_t>(VoxelMatrixEntriesOf<Components> * matrices);
  context.workspace().reserve(this->ScratchNumbers * sizeof(float));
}

/// Computes the Galerkin products of a film on all coarse levels, which do not depend on moduli.
/// Parts compute those of the elements that they have; of the first level that all know as a whole
/// they gather those of the nodes that each owns.
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
      const VoxelReplica<Space>* replica = this->replicaOf(l);
      const VoxelMesh<Space>& mesh = replica ? replica->mesh() : level.mesh;
      if (const VoxelReplica<Space>* whole = this->wholeOf(l - 1))
      {
        matrix = whole->gatherRows(matrix);
      }
      matrix = coarsenedFilm(matrix, this->Levels[l - 1]->transfer.anchors.toHost(),
        mesh.connectivity.toHost(), constrained, mesh.nodes);
      constrained.clear();
      if (replica)
      {
        matrix = replica->gatherRows(matrix);
      }
      level.matrix = blockPattern<Components>(*this->Computing, level.mesh);
      level.film = CoarseVoxelFilm<Space>(*this->Computing, matrix, level.n, level.matrix);
    }
  }
  else
  {
    throw Error("Films are added to matrices of one unknown a node.");
  }
}
}

#endif
