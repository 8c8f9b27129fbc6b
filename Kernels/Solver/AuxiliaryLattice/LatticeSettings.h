#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICESETTINGS_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICESETTINGS_H

#include <cstdint>
#include <optional>

namespace trabecula
{
/// Settings of LatticeMultigrid.
struct LatticeSettings
{
  int smootherDegree = 2;       ///< of the Chebyshev polynomials on the mesh, at least 1
  double eigenvalueRatio = 8.0; ///< largest eigenvalue over the lower end of the smoothed interval
  int voxelDegree = 2;          ///< of polynomials on voxels, before and after coarser levels
  /// On several parts, see VoxelMultigridSettings.
  std::optional<std::int64_t> replicatedNodes = std::nullopt;
  /// Edge of a voxel over the mean distance of nodes. Twice the number of voxels takes a fifth
  /// fewer iterations.
  static constexpr double Edges = 1.25;
};
}

#endif
