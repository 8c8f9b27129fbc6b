#ifndef TRABECULA_FILTERS_GMSHMESH_H
#define TRABECULA_FILTERS_GMSHMESH_H

#include "Core/Error.h"
#include "Mesh/Mesh.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula::filters
{
/// A mesh that Gmsh has written: tetrahedra, and the triangles on the faces of the shape.
struct GmshMesh
{
  Mesh mesh; ///< of tetrahedra of 4 or of 10 nodes, with the nodes that these use
  /// Number of the solid of each tetrahedron, in the order of the shape, from 0.
  std::vector<std::int32_t> solids = {};
  /// Nodes of each triangle, 3 or 6 as those of faces of the tetrahedra: corners, then the mid-edge
  /// node after each.
  std::vector<std::int32_t> triangles = {};
  /// Number of the face of each triangle, in the order of the shape, from 0.
  std::vector<std::int32_t> faces = {};

  int nodesPerTriangle() const { return this->mesh.shape(0).isQuadratic() ? 6 : 3; }
};

/// Thrown for a complete file that has no tetrahedra.
class NoTetrahedra : public Error
{
public:
  NoTetrahedra() : Error("The mesher has made no tetrahedra.") {}
};

/**
 * Reads a file in Gmsh's text format MSH 2.2. Triangles that have nodes that belong to no
 * tetrahedron are left out.
 *
 * @throws Error if the file is incomplete @throws NoTetrahedra
 */
GmshMesh readGmshMesh(const std::string& path);
}

#endif
