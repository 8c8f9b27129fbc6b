#ifndef TRABECULA_MESH_MESHPARTS_H
#define TRABECULA_MESH_MESHPARTS_H

#include "Mesh/Mesh.h"
#include "Mesh/MeshFaces.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// Parts of a mesh whose elements are connected through faces. Two parts may still share nodes, as
/// at a hinge.
struct MeshParts
{
  std::vector<std::int32_t> partOfElement;
  std::int32_t count = 0;
};

MeshParts findParts(const Mesh& mesh);
MeshParts findParts(const Mesh& mesh, const SortedFaces& faces);

/**
 * Finds a strain-free motion that the supports do not prevent: each part moves as a rigid body,
 * parts have equal displacements at shared nodes, and supported components are zero.
 *
 * @param supports 3 per node, nonzero where a component is fixed
 * @return a description of the motion for the user; empty if there is none
 */
std::string describeFreeMotion(
  const Mesh& mesh, const MeshParts& parts, const std::vector<std::uint8_t>& supports);
}

#endif
