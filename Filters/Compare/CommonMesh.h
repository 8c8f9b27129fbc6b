#ifndef TRABECULA_FILTERS_COMMONMESH_H
#define TRABECULA_FILTERS_COMMONMESH_H

#include "ComparedDesign.h"

#include "Core/Observer.h"
#include "Mesh/Voxel/VoxelMask.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trabecula::filters
{
/**
 * What several designs are compared on: the elements of their mesh, if they all have the same one,
 * else the voxels of an image; and in any case this image, on which shapes are measured.
 *
 * The image is the lattice of the meshes, voxel for element, if they are voxel grids that fit into
 * each other: of one spacing, and whole voxels apart. Else it is laid over the bounds of all
 * meshes, and a voxel has the density of the element that its centre is in.
 */
struct CommonMesh
{
  /// Images have so many voxels at most for each element of the largest mesh, 16 along each edge of
  /// a cube, so that time follows the size of the meshes; but those of MostVoxelsAnyway may be.
  static constexpr int MostVoxelsPerElement = 4096;
  static constexpr int MostVoxelsAnyway = 32768;

  bool isOneMesh = false;
  bool isResampled = false;

  std::array<int, 3> cells = {};
  std::array<double, 3> spacing = {};
  std::array<double, 3> origin = {};
  /// Of each design: its density in each voxel, x fastest; 0 where it has no element.
  std::vector<std::vector<double>> images;
  std::vector<std::uint8_t> covered; ///< 1 for voxels where any of the designs has an element

  /// Whether images of this size can be measured: they get a border of one voxel.
  bool canBeNumbered() const;
  double voxelsOfImage() const
  {
    return double(this->cells[0]) * double(this->cells[1]) * double(this->cells[2]);
  }
  /// Void everywhere, as many voxels as cells say.
  void allocate(std::size_t designs);

  std::size_t numberOfVoxels() const { return this->covered.size(); }
  double voxelVolume() const { return this->spacing[0] * this->spacing[1] * this->spacing[2]; }
  /// The voxels of a design whose density is at least the threshold.
  VoxelMask solidOf(std::size_t design, double threshold) const;
  /// What it is, as a sentence.
  std::string description() const;
};

/// Voxels that an image for these designs may have.
double mostVoxels(const std::vector<ComparedDesign>& designs);

/**
 * @param resolution voxels along the longest edge of the bounds, where designs are resampled; fewer
 * where these would be more than mostVoxels()
 * @param alwaysResample leave lattices out of account
 * @return nothing if the observer asked to stop
 * @throws Error for a design whose bounds are apart from those of the first, and for more voxels
 * than can be numbered
 */
std::optional<CommonMesh> findCommonMesh(const std::vector<ComparedDesign>& designs, int resolution,
  bool alwaysResample, Observer& observer);
}

#endif
