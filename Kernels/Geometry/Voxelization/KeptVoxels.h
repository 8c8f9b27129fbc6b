#ifndef TRABECULA_GEOMETRY_VOXELIZATION_KEPTVOXELS_H
#define TRABECULA_GEOMETRY_VOXELIZATION_KEPTVOXELS_H

#include "Geometry/Triangles/Position.h"
#include "Geometry/Voxelization/SurfaceGrid.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The voxels of a grid that take part in an analysis. Conditions on a surface are assigned to the
/// voxel that contains them, or to the nearest kept one.
class KeptVoxels
{
public:
  /// @param isKept one per voxel, nonzero for those that take part; at least one does
  KeptVoxels(const SurfaceGrid& grid, std::vector<std::uint8_t> isKept);

  const SurfaceGrid& grid() const { return this->Grid; }
  bool isKept(const std::array<int, 3>& voxel) const
  {
    return this->IsKept[this->Grid.voxel(voxel[0], voxel[1], voxel[2])] != 0;
  }

  /// The kept voxel nearest to a position in units of voxels. @param voxel that contains it
  std::array<int, 3> nearest(const std::array<int, 3>& voxel, const Position& x) const;

  /// @param voxel number of the voxel
  bool isKept(std::size_t voxel) const { return this->IsKept[voxel] != 0; }

private:
  SurfaceGrid Grid;
  std::vector<std::uint8_t> IsKept;
};

/// The solid volume of kept voxels, length^3. @param fractions one per voxel
double solidVolume(const std::vector<double>& fractions, const KeptVoxels& voxels);
}

#endif
