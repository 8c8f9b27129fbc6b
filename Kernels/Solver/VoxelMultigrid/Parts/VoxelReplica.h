#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELREPLICA_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_PARTS_VOXELREPLICA_H

#include "Core/Vectors/Halo.h"
#include "Operator/Assembled/HostMatrix.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * A level of which each part has a piece, and from which on all parts have the mesh as a whole: how
 * they gather it.
 *
 * Either the level itself is replicated, and all parts compute the same on it: then the next finer
 * one is transferred to and from the piece. Or the level is divided, too, and only the next one is
 * replicated, to which the gathered level is transferred.
 *
 * All functions are called by all parts at the same time.
 */
template <class Space>
class VoxelReplica
{
public:
  /// @param mesh of the part @param owned nodes of it, which come first @param global number of
  /// each node among those of all parts @param ownElements those that no other part counts
  /// @param components of the field
  VoxelReplica(const Context<Space>& context, VoxelMesh<Space> mesh, std::int64_t owned,
    const std::vector<std::int32_t>& global, const std::vector<std::int32_t>& ownElements,
    int components);

  /// The mesh of the part.
  const VoxelMesh<Space>& mesh() const { return this->Mesh; }
  /// Makes room for so many interleaved columns, besides that for one.
  void prepareColumns(int columns);
  /// Vectors of the nodes of the part, of a level that is replicated, or so many interleaved
  /// columns of them.
  float* r(int columns = 1) { return this->vectors(columns).r.data(); }
  float* x(int columns = 1) { return this->vectors(columns).x.data(); }

  /// To be called instead of using r() and x() if the level is divided. @return the mesh of the
  /// part
  VoxelMesh<Space> divide();
  bool isDivided() const { return this->IsDivided; }
  std::int64_t elementsOfAll() const { return this->ElementsOfParts.back(); }
  /// Number of the first node of the part among those of all.
  std::int64_t firstNode() const;

  /// The mesh of all parts: nodes and elements of lower ranks come first.
  VoxelMesh<Space> gatherMesh() const;
  /// Matrices of all elements. @param entries numbers of each @param ofPart of the part's elements
  void gatherMatrices(int entries, const float* ofPart, float* all) const;
  /// A matrix of few entries with the rows that parts own, by numbers of all nodes.
  /// @param ofPart by numbers of the part's nodes
  HostMatrix gatherRows(const HostMatrix& ofPart) const;
  /// Entries of all nodes. @param own those of the part, which come first
  void gatherResidual(const float* own, float* all, int columns = 1) const;
  /// The same of a divided level, in memory of this object.
  const float* gatherResidual(const float* own, int columns = 1);
  /// x() from the entries of all nodes.
  void takeSolution(const float* all, int columns = 1);

private:
  struct Vectors
  {
    // Of the nodes of the part, of a level that is replicated:
    DeviceVector<float, Space> r;
    DeviceVector<float, Space> x;
    DeviceVector<float, Space> whole; ///< entries of all nodes of a divided level
  };

  Vectors makeVectors(int columns) const;
  Vectors& vectors(int columns) { return columns == 1 ? this->One : this->OfColumns; }

  const Context<Space>* Computing;
  VoxelMesh<Space> Mesh;
  std::int64_t Owned; ///< nodes
  int Components;
  DeviceVector<std::int32_t, Space> Global;      ///< number of each node among those of all parts
  DeviceVector<std::int32_t, Space> OwnElements; ///< of the part's
  // The first of each part among those of all, and the end:
  std::vector<std::int64_t> NodesOfParts;
  std::vector<std::int64_t> ElementsOfParts;
  bool IsDivided = false;
  Vectors One;
  Vectors OfColumns; ///< if there are any
  std::unique_ptr<Halo<Space>> Nodes;
  std::unique_ptr<Halo<Space>> Elements;
};
}

#endif
