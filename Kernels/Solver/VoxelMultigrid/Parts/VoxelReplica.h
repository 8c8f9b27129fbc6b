#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELREPLICA_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELREPLICA_H

#include "Core/Communication/PackedExchange.h"
#include "Solver/VoxelMultigrid/Parts/VoxelMatching.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * The first level that each part has as a whole, of which all parts compute the same: what this
 * part has of it, to and from which the finer level is transferred, and how parts gather the whole.
 *
 * All functions are called by all parts at the same time.
 */
template <class Space>
class VoxelReplica
{
public:
  /// @param mesh of the part @param nodes of it @param ownElements those that no other part counts
  /// @param components of the field
  VoxelReplica(const Context<Space>& context, VoxelMesh<Space> mesh, VoxelPartNodes nodes,
    std::vector<std::int32_t> ownElements, int components);

  /// The mesh of the part.
  const VoxelMesh<Space>& mesh() const { return this->Mesh; }
  /// Vectors of the nodes of the part.
  float* r() { return this->R.data(); }
  float* x() { return this->X.data(); }

  /// The mesh of all parts: nodes and elements of lower ranks come first.
  VoxelMesh<Space> gatherMesh() const;
  /// Matrices of all elements. @param entries numbers of each @param ofPart of the part's elements
  DeviceVector<float, Space> gatherMatrices(int entries, const float* ofPart) const;
  /// Entries of all nodes from r() of their owners.
  void gatherResidual(float* all) const;
  /// x() from the entries of all nodes.
  void takeSolution(const float* all);

private:
  const Context<Space>* Computing;
  VoxelMesh<Space> Mesh;
  std::int64_t Owned; ///< nodes
  std::int64_t NodesOfAll;
  int Components;
  DeviceVector<std::int32_t, Space> Global;      ///< number of each node among those of all parts
  DeviceVector<std::int32_t, Space> OwnElements; ///< of the part's
  std::vector<std::size_t> NodesOfParts;         ///< owned by each
  std::vector<std::size_t> ElementsOfParts;
  DeviceVector<float, Space> R;
  DeviceVector<float, Space> X;
  /// Of entries of nodes, each of which a part sends to all others.
  std::unique_ptr<PackedExchange<Space>> Exchange;
  mutable DeviceVector<float, Space> Sent;
  mutable DeviceVector<float, Space> Received;
};
}

#endif
