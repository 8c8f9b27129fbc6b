#include "Solver/AuxiliaryLattice/Parts/LatticeExchange.h"

#include "Core/Parallel.h"

#include <algorithm>
#include <cstddef>

namespace trabecula
{
namespace detail
{
/// to[i] = sums[i] on free unknowns, 0 on others.
template <class Space>
void takeResiduals(
  const Context<Space>& context, std::int64_t n, const float* marks, const float* sums, double* to)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { to[i] = marks[i] != 0.0F ? double(sums[i]) : 0.0; });
}

/// Room for components of so many items; at least for one node, to which nodes of the mesh without
/// elements refer with a weight of zero.
inline std::size_t latticeItems(std::int64_t components, std::int64_t items)
{
  return static_cast<std::size_t>(components * std::max<std::int64_t>(items, 1));
}
}

template <class Space>
LatticeExchange<Space>::LatticeExchange(const Context<Space>& context, const LatticeOfPart& lattice)
  : Nodes(context, lattice.nodes.owned(), lattice.nodes.count() - lattice.nodes.owned(),
      lattice.exchangedNodes),
    NumberOfVoxels(lattice.voxels.count()),
    NodeSums(context, lattice.nodes, lattice.exchangedNodes),
    VoxelSums(context, lattice.voxels, lattice.exchangedVoxels),
    Values(context, detail::latticeItems(3, this->NodeSums.items())),
    Sums(context, static_cast<std::size_t>(3 * lattice.nodes.owned())),
    Moduli(context, detail::latticeItems(1, this->VoxelSums.items()))
{
  this->Values.zero();
}

template <class Space>
const float* LatticeExchange<Space>::corrections(const Vector<Space, float>& ofGrid)
{
  const std::size_t owned = this->Sums.size();
  if (owned > 0)
  {
    ofGrid.context().copy(this->Values.data(), ofGrid.data(), owned * sizeof(float));
  }
  this->Nodes.update(this->Values.data(), 3);
  return this->Values.data();
}

template <class Space>
void LatticeExchange<Space>::addResiduals(
  const Vector<Space, float>& freeOfGrid, Vector<Space>& ofGrid)
{
  this->NodeSums.add(this->Values.data(), 3, this->Sums.data());
  detail::takeResiduals(ofGrid.context(), static_cast<std::int64_t>(this->Sums.size()),
    freeOfGrid.data(), this->Sums.data(), ofGrid.data());
}

template <class Space>
void LatticeExchange<Space>::addModuli(Vector<Space>& ofGrid)
{
  this->VoxelSums.add(this->Moduli.data(), 1, ofGrid.data());
}

template class LatticeExchange<CompiledSpace>;
}
