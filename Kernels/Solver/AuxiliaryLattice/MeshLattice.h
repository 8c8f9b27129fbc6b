#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_MESHLATTICE_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_MESHLATTICE_H

#include "Core/Vectors/Vector.h"
#include "Mesh/Mesh.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/OperatorLayouts.h"
#include "Operator/Voxel/VoxelOperator.h"
#include "Solver/AuxiliaryLattice/LatticeFrame.h"
#include "Solver/AuxiliaryLattice/Parts/LatticeExchange.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * The voxels of a lattice that elements of a mesh overlap, and the transfer of moduli and fields
 * between both.
 *
 * The modulus of a voxel is the sum of the moduli of the elements in it, each times the part of the
 * volume that it fills. Parts are determined by sample points in the elements and at their nodes: a
 * voxel in which a node of a stiff element is interpolated, but which has no part of its stiffness,
 * would be too soft by orders of magnitude next to void, and its corrections too large.
 *
 * Raw vectors have one entry for each unknown of the mesh.
 *
 * On several parts the lattice is that of the whole mesh, and divided: see LatticeOfPart. A part
 * exchanges what its elements and voxels of other parts have in common. The constructor,
 * setModuli(), prolong() and restrictTo() are then called by all parts at the same time; vectors of
 * the mesh are read and written at its owned nodes, which come first.
 */
template <class Space>
class MeshLattice
{
public:
  /// @param layouts of the unknowns of the mesh, three components of each node, and of its elements
  /// @param frame of the whole mesh
  /// @param supports one per unknown, nonzero where a displacement is prescribed
  /// @throws Error if sizes do not match
  MeshLattice(const OperatorLayouts<Space>& layouts, const Mesh& mesh, const LatticeFrame& frame,
    double poissonsRatio, const std::vector<std::uint8_t>& supports);

  const VoxelGrid& grid() const { return *this->Grid; }
  /// Operator of the grid, with the moduli of the last setModuli().
  VoxelOperator<Space>& voxels() { return *this->Voxels; }
  /// Supports of the grid, one per unknown: a support of the mesh constrains the nearest node of
  /// the grid.
  const std::vector<std::uint8_t>& supports() const { return this->Supports; }

  /// Sets moduli of voxels from those of elements, but at least as large as least.
  /// @param moduli one for each element
  void setModuli(const Vector<Space>& moduli, double least);

  /// d = P coarse on free unknowns, x += d; P is trilinear interpolation in the voxel of each node.
  void prolong(const Vector<Space, float>& coarse, float* d, float* x) const;
  /// coarse = P^T r over the free unknowns of the mesh. @param freeOfGrid nonzero on free unknowns
  /// of the grid; the result is zero on others
  void restrictTo(
    const float* r, const Vector<Space, float>& freeOfGrid, Vector<Space>& coarse) const;

  /// 1 on free unknowns of the mesh, 0 on constrained ones.
  const Vector<Space, float>& free() const { return this->Free; }

private:
  void addShares(const Mesh& mesh, const LatticeFrame& frame, std::int64_t elements);
  /// @return what a part has of a divided lattice; null on a single part
  std::unique_ptr<LatticeOfPart> makeGrid(const LatticeFrame& frame, double poissonsRatio);
  void placeNodes(const Mesh& mesh, const LatticeFrame& frame,
    const std::vector<std::uint8_t>& supports, const LatticeOfPart* divided);
  void transpose();
  /// Number of nodes of the grid to which nodes of the mesh refer.
  std::int64_t numberOfNodes() const
  {
    return this->Exchange ? this->Exchange->nodes() : this->Grid->numberOfNodes();
  }

  std::unique_ptr<VoxelGrid> Grid;
  std::unique_ptr<VoxelOperator<Space>> Voxels;
  std::vector<std::uint8_t> Supports;
  Vector<Space> Moduli;                             ///< of the voxels
  std::unique_ptr<LatticeExchange<Space>> Exchange; ///< on several parts; else null
  /// Elements in each cell and their parts of its volume, cell by cell.
  DeviceVector<std::int32_t, Space> Elements;
  DeviceVector<float, Space> Parts;
  DeviceVector<std::int64_t, Space> CellStarts; ///< one per cell, and the end; during construction
  /// Begin and end of the shares of each voxel: of the grid, or of LatticeOfPart.
  DeviceVector<std::int64_t, Space> VoxelStarts;
  /// Nodes of the grid, or of LatticeOfPart, from which each node of the mesh is interpolated, 8
  /// each, and their weights.
  DeviceVector<std::int32_t, Space> Corners;
  DeviceVector<float, Space> Weights;
  /// Ascending places of each of these nodes in Corners and Weights.
  DeviceVector<std::int64_t, Space> Starts;
  DeviceVector<std::uint32_t, Space> Places;
  Vector<Space, float> Free; ///< marks of free unknowns of the mesh
};
}

#endif
