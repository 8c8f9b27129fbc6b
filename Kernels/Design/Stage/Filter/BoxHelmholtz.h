#ifndef TRABECULA_DESIGN_STAGE_FILTER_BOXHELMHOLTZ_H
#define TRABECULA_DESIGN_STAGE_FILTER_BOXHELMHOLTZ_H

#include "Core/Vectors/DeviceVector.h"
#include "Core/Vectors/Vector.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * Solves (l^2 K + M) y = b exactly where voxels fill a box: K of eight-node bricks without flow
 * through the boundary, M their lumped mass.
 *
 * With the matrices of linear elements along each axis, K = Kx My Mz + Mx Ky Mz + Mx My Kz and M =
 * Lx Ly Lz in Kronecker products. The cosines cos(pi j k / n) of n cells are the eigenvectors of
 * all of them (Lynch, Rice, Thomas, Numer. Math. 6, 1964): in their basis the matrix is diagonal.
 * The work is that of a product with a small dense matrix along each axis, twice, for any l, halved
 * by the symmetry of cosines (transformByCosines()).
 */
template <class Space>
class BoxHelmholtz
{
public:
  /// @param nodes layout of the nodes of the grid, one component, on a single part
  /// @param grid see fillsBox() @param squaredLength l^2
  BoxHelmholtz(LayoutPointer<Space> nodes, const VoxelGrid& grid, double squaredLength);

  /// y = (l^2 K + M)^-1 b
  void solve(const Vector<Space>& b, Vector<Space>& y) const;

private:
  /// Multiplies values by the cosines along an axis, in the order of the box.
  void transform(std::size_t axis, const double* from, double* to) const;

  LayoutPointer<Space> Nodes;
  std::array<std::int64_t, 3> Counts; ///< of nodes along each axis
  /// See tableOfCosines(), and the factors of the diagonal of each axis.
  std::array<DeviceVector<double, Space>, 3> Cosines;
  std::array<DeviceVector<double, Space>, 3> Stiffnesses;
  std::array<DeviceVector<double, Space>, 3> Masses;
  std::array<DeviceVector<double, Space>, 3> Norms;
  double SquaredLength;
  DeviceVector<std::int32_t, Space> Places; ///< of nodes in the box, x fastest
};

/// In boxes of more cells along an axis matrices of cosines, which grow with the square of the
/// cells, take more memory and time than iterations.
constexpr std::size_t MostCosines = 1024;

/// Whether the voxels of a grid fill a box of at most MostCosines cells along each axis.
bool fillsBox(const VoxelGrid& grid);

/// Bytes of a BoxHelmholtz with its part of the workspace. @param cells of the box along each axis
std::size_t boxHelmholtzMemory(const std::array<std::size_t, 3>& cells);
}

#endif
