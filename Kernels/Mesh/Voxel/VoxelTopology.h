#ifndef TRABECULA_MESH_VOXEL_VOXELTOPOLOGY_H
#define TRABECULA_MESH_VOXEL_VOXELTOPOLOGY_H

#include "Core/Observer.h"
#include "Mesh/Voxel/VoxelMask.h"

#include <cstdint>
#include <optional>

namespace trabecula
{
/**
 * Topological numbers of the solid of an image.
 *
 * Solid voxels are connected through faces, as finite elements that share only an edge form a
 * hinge, void voxels through faces, edges and corners: the pair (6, 26) of digital topology (Kong
 * and Rosenfeld, "Digital topology: introduction and survey", 1989). The Euler characteristic is
 * that of voxels - pairs through faces + squares of four - cubes of eight, all solid (Toriwaki and
 * Yonekura, "Euler number and connectivity indexes of a three dimensional digital picture", 2002).
 */
struct VoxelTopology
{
  std::int64_t pieces = 0;              ///< parts of solid, Betti number b0
  std::int64_t holes = 0;               ///< handles, or tunnels, of all pieces: b1 = b0 + b2 - chi
  std::int64_t cavities = 0;            ///< enclosed parts of void, b2
  std::int64_t eulerCharacteristic = 0; ///< chi = b0 - b1 + b2
};

/// Takes a few bytes for each run of voxels along x.
/// @return nothing if the observer asked to stop
std::optional<VoxelTopology> measureTopology(const VoxelMask& mask, Observer& observer);
}

#endif
