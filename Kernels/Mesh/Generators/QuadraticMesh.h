#ifndef TRABECULA_MESH_GENERATORS_QUADRATICMESH_H
#define TRABECULA_MESH_GENERATORS_QUADRATICMESH_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// A mesh of quadratic cells made from one of linear cells, or of both.
struct QuadraticMesh
{
  /// Nodes of the linear mesh keep their numbers and come first; elements keep theirs.
  Mesh mesh;
  /// Ends of the edge of each new mid-edge node.
  std::vector<std::array<std::int32_t, 2>> ends;
};

/// Adds a node in the middle of each edge of linear cells; the mid-edge nodes of neighbouring
/// quadratic cells are used where they exist. @throws Error if there are more nodes than 32-bit
/// numbers
QuadraticMesh makeQuadratic(const Mesh& mesh);
}

#endif
