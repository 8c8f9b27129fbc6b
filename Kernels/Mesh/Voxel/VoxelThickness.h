#ifndef TRABECULA_MESH_VOXEL_VOXELTHICKNESS_H
#define TRABECULA_MESH_VOXEL_VOXELTHICKNESS_H

#include "Core/Observer.h"
#include "Mesh/Voxel/VoxelMask.h"

#include <optional>

namespace trabecula
{
/**
 * The smallest thickness of the members of a solid, length.
 *
 * Thickness is that of largest inscribed balls (Hildebrand and Rueegsegger, "A new method for the
 * model-independent assessment of thickness in three-dimensional images", 1997). Its minimum over
 * the solid is not meaningful: edges and corners are covered by small balls only, and each step of
 * a voxel surface is an edge. Members are therefore distinguished from corners by morphological
 * opening with a ball of radius r. With R(v) the radius of the largest inscribed ball centred in
 * voxel v, see inscribedRadii(), h the shortest edge of a voxel, and paths as in SolidPaths, the
 * smallest thickness is twice the minimum of
 *
 * - each piece's largest R;
 * - necks: saddles of R with a persistence of at least NoiseOfRadius * h, the largest balls that
 *   pass from one region to another;
 * - members with a free end: with E(r) the voxels of R >= r, there are voxels from which each path
 *   to E(r) is longer than ReachOfBalls * r. An edge of 90 degrees is sqrt(2) r away, a corner of a
 *   cube sqrt(3) r; a more distant voxel belongs to a member that is longer than thick. r increases
 *   from h / 2 in steps of h / 2 or of a quarter, whichever is larger. At the first r with such
 *   voxels, the result is the largest R that every voxel has within ReachOfBalls * r.
 *
 * Plates, square rods and necks along the axes have their thickness in voxels, even or odd.
 * The computed thickness of inclined and round members is up to two voxels smaller, as their voxel
 * surfaces are rough.
 */
struct MemberThickness
{
  static constexpr double NoiseOfRadius = 0.5;
  static constexpr double ReachOfBalls = 3.0;
  static constexpr double RatioOfRadii = 1.25;

  /// 0 for an image without solid.
  double smallest = 0.0;
  /// Twice the largest R.
  double largest = 0.0;
};

/// Takes about 20 bytes per voxel in addition to inscribedRadii().
/// @return nothing if the observer asked to stop
/// @throws Error if there are more voxels than 32-bit numbers
std::optional<MemberThickness> measureThickness(const VoxelMask& mask, Observer& observer);
}

#endif
