#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_MESHLATTICE_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_MESHLATTICE_H

#include "Core/Context.h"
#include "Core/DeviceVector.h"
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
 */
template <class Space>
class MeshLattice
{
public:
  /// @param supports of the mesh, 3 per node, nonzero where a displacement is prescribed
  MeshLattice(Context<Space>& context, const Mesh& mesh, const LatticeFrame& frame,
    double poissonsRatio, const std::vector<std::uint8_t>& supports);

  const VoxelGrid& grid() const { return *this->Grid; }
  /// Of the grid, with the moduli of the last setModuli().
  VoxelOperator<Space>& voxels() { return *this->Voxels; }
  /// Supports of the grid, 3 per node: those of the mesh's nodes nearest to.
  const std::vector<std::uint8_t>& supports() const { return this->Supports; }

  /// Moduli of voxels from those of elements, but at least as large as least.
  void setModuli(const double* moduli, double least);

  /// d = P coarse on free unknowns, x += d; P is trilinear interpolation in the voxel of each node.
  void prolong(const float* coarse, float* d, float* x) const;
  /// coarse = P^T r with the free unknowns of the mesh. @param freeOfGrid nonzero on free unknowns
  /// of the grid; others become zero
  void restrictTo(const float* r, const float* freeOfGrid, double* coarse) const;

  /// Unknowns of the mesh.
  std::size_t sizeOfMesh() const { return this->Free.size(); }
  /// 1 on free unknowns of the mesh, 0 on held ones.
  const float* free() const { return this->Free.data(); }

private:
  void addShares(Context<Space>& context, const Mesh& mesh, const LatticeFrame& frame);
  void makeGrid(Context<Space>& context, const LatticeFrame& frame, double poissonsRatio);
  void placeNodes(Context<Space>& context, const Mesh& mesh, const LatticeFrame& frame,
    const std::vector<std::uint8_t>& supports);
  void transpose(Context<Space>& context);

  std::unique_ptr<VoxelGrid> Grid;
  std::unique_ptr<VoxelOperator<Space>> Voxels;
  std::vector<std::uint8_t> Supports;
  DeviceVector<double, Space> Moduli;
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
  DeviceVector<float, Space> Free;
};
}

#endif
