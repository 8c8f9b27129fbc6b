#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICESETTINGS_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICESETTINGS_H

namespace trabecula
{
/// Settings of LatticeMultigrid.
struct LatticeSettings
{
  int smootherDegree = 2;       ///< of the Chebyshev polynomials on the mesh, at least 1
  double eigenvalueRatio = 8.0; ///< largest eigenvalue over the lower end of the smoothed interval
  int voxelDegree = 2;          ///< of polynomials on voxels, before and after coarser levels
  /// Edge of a voxel over the mean distance of nodes. Twice the number of voxels takes a fifth
  /// fewer iterations.
  static constexpr double Edges = 1.25;
};
}

#endif
