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
 * model-independent assessment of thickness in three-dimensional images", 1997). Its plain minimum
 * is of no use: only small balls reach into edges and corners, and each step of a voxel surface is
 * one. So members are told from those by what opening with a ball of radius r does. With R(v) the
 * radius of the largest inscribed ball centred in voxel v, see inscribedRadii(), h the shortest
 * edge of a voxel, and paths through faces of solid voxels, or diagonally between voxels that these
 * join, the smallest thickness is twice the least of
 *
 * - each piece's largest R;
 * - necks: each R at which balls of this radius get from one place to another and larger ones do
 *   not, where on both sides R rises by NoiseOfRadius * h or more (saddles of R, by persistence);
 * - members with a free end: with E(r) the voxels of R >= r, there are voxels from which each path
 *   to E(r) is longer than ReachOfBalls * r. An edge of 90 degrees is sqrt(2) r away, a corner of a
 *   cube sqrt(3) r; what is farther is longer than it is thick. r goes up from h / 2 in steps of
 *   h / 2 or, if that is more, a quarter. At the first r where there are such voxels, what counts
 * is the largest R that every voxel has within ReachOfBalls * r.
 *
 * Plates, square rods and necks along the axes have their thickness in voxels, even or odd.
 * Slanting and round ones come out up to two voxels thinner, as their voxel surfaces are rough.
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

/// Takes, beside inscribedRadii(), about 20 bytes a voxel.
/// @return nothing if the observer asked to stop
/// @throws Error if there are more voxels than numbers of 32 bits count
std::optional<MemberThickness> measureThickness(const VoxelMask& mask, Observer& observer);
}

#endif
