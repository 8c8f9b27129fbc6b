#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_COARSE_VOXELFILM_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_COARSE_VOXELFILM_H

#include "Core/Context.h"
#include "Core/Vectors/DeviceVector.h"
#include "Operator/Assembled/HostMatrix.h"
#include "Solver/VoxelMultigrid/VoxelAssembly.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// A symmetric, positive semidefinite matrix H of few rows that is added to the matrix of voxels
/// with one unknown a node, as films on their faces are (filmMatrix()).
template <class Space>
class VoxelFilm
{
public:
  /// Made by all parts at the same time.
  /// @param matrix a row per node; none if it has no entries
  /// @param rows number of those of owned nodes, which come first: others are left out
  VoxelFilm(const Context<Space>& context, const HostMatrix& matrix, std::int64_t rows);

  /// Whether no part has entries.
  bool empty() const { return !this->IsOnAnyPart; }
  /// y += H x
  void addProduct(const float* x, float* y) const;
  /// d += the diagonal of H
  void addDiagonal(double* d) const;
  /**
   * An upper bound of the eigenvalues of (D + diag(H))^-1 (K + H), for K with the diagonal D. As H
   * is below the diagonal matrix of its absolute row sums, and K below bound * D, it is a largest
   * ratio over the rows of H on all parts, or the bound.
   *
   * @param bound of the eigenvalues of D^-1 K @param diagonal D, in memory of the space
   */
  double largestEigenvalue(double bound, const double* diagonal) const;

private:
  const Context<Space>* Computing;
  bool IsOnAnyPart = false;
  DeviceVector<std::int64_t, Space> Rows; ///< that are not empty
  DeviceVector<std::int64_t, Space> Starts;
  DeviceVector<std::int32_t, Space> Columns;
  DeviceVector<double, Space> Values;
};

/// The Galerkin product of such a matrix on a coarse mesh, as entries of the assembled matrix.
template <class Space>
class CoarseVoxelFilm
{
public:
  CoarseVoxelFilm() = default;
  /// @param rows number of those of owned nodes, which come first: others are left out
  /// @param pattern of the matrix, which has all entries of these rows
  CoarseVoxelFilm(const Context<Space>& context, const HostMatrix& matrix, std::int64_t rows,
    const BlockMatrix<Space>& pattern);

  /// Adds it to the numbers of the matrix.
  void add(float* values) const;

private:
  DeviceVector<std::int64_t, Space> Places;
  DeviceVector<double, Space> Values;
};

/**
 * P^T H P for the interpolation P from a coarse mesh.
 *
 * @param anchors, connectivity see VoxelTransfer and VoxelMesh
 * @param constrained one per fine node, nonzero where the unknown is not interpolated; or empty
 * @param nodes number of those of the coarse mesh
 */
HostMatrix coarsenedFilm(const HostMatrix& fine, const std::vector<std::uint32_t>& anchors,
  const std::vector<std::int32_t>& connectivity, const std::vector<std::uint8_t>& constrained,
  std::int64_t nodes);
}

#endif
