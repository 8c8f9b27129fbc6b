#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_MESHLATTICE_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_MESHLATTICE_H

#include "Core/Vectors/Vector.h"
#include "Mesh/Mesh.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Voxel/VoxelOperator.h"
#include "Solver/AuxiliaryLattice/LatticeFrame.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * The voxels of a lattice that have a part of a mesh, and what takes moduli and fields from one to
 * the other.
 *
 * A voxel has the modulus of all elements in it by their parts of its volume, which are counted by
 * points, of which the nodes are some: a voxel that moves a node of a stiff element, but has
 * nothing of its stiffness, is too soft by orders of magnitude beside void, and its corrections too
 * large.
 *
 * Raw vectors have one entry for each unknown of the mesh.
 */
template <class Space>
class MeshLattice
{
public:
  /// @param layout of the unknowns of the mesh, three components of each node
  /// @param supports one per unknown, nonzero where a displacement is prescribed
  MeshLattice(LayoutPointer<Space> layout, const Mesh& mesh, const LatticeFrame& frame,
    double poissonsRatio, const std::vector<std::uint8_t>& supports);

  const VoxelGrid& grid() const { return *this->Grid; }
  /// Of the grid, with the moduli of the last setModuli().
  VoxelOperator<Space>& voxels() { return *this->Voxels; }
  /// Supports of the grid, one per unknown: those of the mesh's nodes nearest to.
  const std::vector<std::uint8_t>& supports() const { return this->Supports; }

  /// Moduli of voxels from those of elements, but at least as large as least.
  /// @param moduli one for each element
  void setModuli(const Vector<Space>& moduli, double least);

  /// d = P coarse on free unknowns, x += d; P is trilinear interpolation in the voxel of each node.
  void prolong(const Vector<Space, float>& coarse, float* d, float* x) const;
  /// coarse = P^T r with the free unknowns of the mesh. @param freeOfGrid nonzero on free unknowns
  /// of the grid; others become zero
  void restrictTo(
    const float* r, const Vector<Space, float>& freeOfGrid, Vector<Space>& coarse) const;

  /// 1 on free unknowns of the mesh, 0 on constrained ones.
  const Vector<Space, float>& free() const { return this->Free; }

private:
  void addShares(const Mesh& mesh, const LatticeFrame& frame);
  void makeGrid(const LatticeFrame& frame, double poissonsRatio);
  void placeNodes(
    const Mesh& mesh, const LatticeFrame& frame, const std::vector<std::uint8_t>& supports);
  void transpose();

  std::unique_ptr<VoxelGrid> Grid;
  std::unique_ptr<VoxelOperator<Space>> Voxels;
  std::vector<std::uint8_t> Supports;
  Vector<Space> Moduli; ///< of the voxels
  /// Elements in each cell and their parts of its volume, cell by cell.
  DeviceVector<std::int32_t, Space> Elements;
  DeviceVector<float, Space> Parts;
  DeviceVector<std::int64_t, Space> CellStarts;  ///< one per cell, and the end; while building
  DeviceVector<std::int64_t, Space> VoxelStarts; ///< begin and end of each voxel's
  /// Nodes of the grid from which a node is interpolated, 8 each, and their weights.
  DeviceVector<std::int32_t, Space> Corners;
  DeviceVector<float, Space> Weights;
  /// Places in these of each node of the grid, ascending.
  DeviceVector<std::int64_t, Space> Starts;
  DeviceVector<std::uint32_t, Space> Places;
  Vector<Space, float> Free;
};
}

#endif
