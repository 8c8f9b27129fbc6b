#ifndef TRABECULA_MESH_VOXEL_SOLID_SOLIDPATHS_H
#define TRABECULA_MESH_VOXEL_SOLID_SOLIDPATHS_H

#include "Mesh/Voxel/VoxelMask.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The image with an additional layer of void voxels on each side.
VoxelMask withVoidBorder(const VoxelMask& mask);

/**
 * Paths from voxel to voxel through the solid of an image whose border is void.
 *
 * A step leads through a face, or across an edge or a corner if steps through faces within the same
 * square or cube connect the two voxels. Its length is the distance of the centres.
 */
class SolidPaths
{
public:
  /// @param mask with a border of void, and with fewer voxels than 32-bit numbers; must outlive
  /// this object
  explicit SolidPaths(const VoxelMask& mask);

  /// Numbers of all solid voxels, in order.
  const std::vector<std::int32_t>& solidVoxels() const { return this->Solid; }
  /// Differences of the number of a voxel to those of its face neighbours.
  const std::array<std::int32_t, 6>& faceSteps() const { return this->FaceSteps; }

  /// Whether from each solid voxel a path of at most the given length leads to a voxel whose value
  /// is at least the threshold. @param values one per voxel
  bool allReach(const std::vector<float>& values, float threshold, double length);

private:
  struct Step
  {
    std::int32_t to;
    double length;
    /// Paths through faces in the same square or cube: both voxels of one of the pairs must be
    /// solid.
    std::vector<std::array<std::int32_t, 2>> through;
  };

  void addStep(const std::array<int, 3>& direction);
  bool leads(const Step& step, std::int32_t from) const;

  const VoxelMask& Mask;
  std::vector<std::int32_t> Solid;
  std::array<std::int32_t, 6> FaceSteps = {};
  std::vector<Step> Steps;
  std::vector<double> Distances; ///< of each voxel, reused
};
}

#endif
