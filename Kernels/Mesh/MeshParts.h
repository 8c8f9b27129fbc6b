#ifndef TRABECULA_MESH_MESHPARTS_H
#define TRABECULA_MESH_MESHPARTS_H

#include "Mesh/Mesh.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// Elements that hang together through faces. Two parts may still share nodes, as a hinge does.
struct MeshParts
{
  std::vector<std::int32_t> partOfElement;
  std::int32_t count = 0;
};

MeshParts findParts(const Mesh& mesh);

/**
 * Looks for a motion without strain that supports leave free: each part moves as a rigid body,
 * parts move together at nodes they share, and supported components stand still.
 *
 * @param supports 3 per node, nonzero where a component is held
 * @return a description of the motion fit for a user; empty if there is none
 */
std::string describeFreeMotion(
  const Mesh& mesh, const MeshParts& parts, const std::vector<std::uint8_t>& supports);
}

#endif
