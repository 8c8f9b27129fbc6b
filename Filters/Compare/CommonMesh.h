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
 * The mesh on which several designs are compared: the elements of their mesh, if they all have the
 * same one, else the voxels of an image. Shapes are always measured on this image.
 *
 * If the meshes are voxel grids of one spacing with offsets of whole voxels, the image is their
 * common lattice, one voxel per element. Else it covers the bounds of all meshes, and a voxel has
 * the density of the element that contains its centre.
 */
struct CommonMesh
{
  /// Largest number of voxels per element of the largest mesh (16 along each edge of a cube), which
  /// bounds the time by the size of the meshes; MostVoxelsAnyway voxels are always allowed.
  static constexpr int MostVoxelsPerElement = 4096;
  static constexpr int MostVoxelsAnyway = 32768;

  bool isOneMesh = false;
  bool isResampled = false;

  std::array<int, 3> cells = {};
  std::array<double, 3> spacing = {};
  std::array<double, 3> origin = {};
  /// For each design, the density in each voxel, x fastest, times the fraction of the element that
  /// can be solid; 0 if the design has no element there.
  std::vector<std::vector<double>> images;
  /// Fraction of each voxel that can be solid in any of the designs: 0 where none has an element, 1
  /// in whole elements.
  std::vector<float> covered;

  /// Whether the voxels of the image with a border of one voxel can be numbered with 32 bits.
  bool canBeNumbered() const;
  double voxelsOfImage() const
  {
    return double(this->cells[0]) * double(this->cells[1]) * double(this->cells[2]);
  }
  /// Allocates images of void with the size given by cells.
  void allocate(std::size_t designs);
  /// Sets a voxel of a design's image to the density of an element.
  void set(std::size_t image, std::size_t voxel, const ComparedDesign& design, std::size_t element);

  std::size_t numberOfVoxels() const { return this->covered.size(); }
  double voxelVolume() const { return this->spacing[0] * this->spacing[1] * this->spacing[2]; }
  /// The voxels of a design whose density is at least the threshold.
  VoxelMask solidOf(std::size_t design, double threshold) const;
  /// Returns a sentence that describes the mesh, for the user.
  std::string description() const;
};

/// Largest number of voxels of an image for these designs.
double maxVoxels(const std::vector<ComparedDesign>& designs);

/**
 * @param resolution voxels along the longest edge of the bounds, where designs are resampled; fewer
 * if the image would exceed maxVoxels()
 * @param alwaysResample do not look for a common lattice
 * @return nothing if the observer requested a stop
 * @throws Error for a design whose bounds do not intersect those of the first, and for more voxels
 * than can be numbered
 */
std::optional<CommonMesh> findCommonMesh(const std::vector<ComparedDesign>& designs, int resolution,
  bool alwaysResample, Observer& observer);
}

#endif
