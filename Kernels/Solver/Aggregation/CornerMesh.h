#ifndef TRABECULA_SOLVER_AGGREGATION_CORNERMESH_H
#define TRABECULA_SOLVER_AGGREGATION_CORNERMESH_H

#include "Mesh/Mesh.h"
#include "Operator/Assembled/HostMatrix.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Linear elements on the corners of a mesh with quadratic ones, element by element, and how fields
/// on them are continued to all nodes: linearly on edges.
struct CornerMesh
{
  Mesh mesh; ///< its nodes are the corners, in their order
  /// For each node of the quadratic mesh: the corner in both places, the ends of its edge, or -1
  /// twice for nodes of no element.
  std::vector<std::array<std::int32_t, 2>> ends;
};

/// Whether a mesh has quadratic elements.
bool hasQuadraticElements(const Mesh& mesh);

CornerMesh makeCornerMesh(const Mesh& mesh);

/// Marks of unknowns of corners, of as many components as those of all nodes.
std::vector<std::uint8_t> cornerSupports(
  const CornerMesh& corners, const std::vector<std::uint8_t>& supports);

/// Springs of all nodes at the ends of their edges: half of that in the middle at either end, which
/// is P^T S P summed over each row. Empty for none.
std::vector<double> cornerSprings(const CornerMesh& corners, const std::vector<double>& springs);

/// P^T H P for a matrix with one row for each node, which is added to that of the elements, and P
/// linear on edges. Empty for none.
HostMatrix cornerMatrix(const CornerMesh& corners, const HostMatrix& matrix);
}

#endif
