#ifndef TRABECULA_MESH_GENERATORS_QUADRATICMESH_H
#define TRABECULA_MESH_GENERATORS_QUADRATICMESH_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// A mesh whose cells have nodes in the middle of their edges.
struct QuadraticMesh
{
  /// Nodes of the linear mesh keep their numbers and come first; elements keep theirs.
  Mesh mesh;
  /// Ends of the edge that each new node is in the middle of.
  std::vector<std::array<std::int32_t, 2>> ends;
};

/// Adds a node in the middle of each edge of linear cells, where neighbouring quadratic ones have
/// none. @throws Error if there are more nodes than 32-bit numbers
QuadraticMesh makeQuadratic(const Mesh& mesh);
}

#endif
