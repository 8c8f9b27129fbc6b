#ifndef TRABECULA_SOLVER_AGGREGATION_CORNERMESH_H
#define TRABECULA_SOLVER_AGGREGATION_CORNERMESH_H

#include "Mesh/Mesh.h"
#include "Operator/Assembled/HostMatrix.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The linear elements on the corners of a mesh with quadratic elements, in the same order, and the
/// continuation of fields on them to all nodes, which is linear on edges.
struct CornerMesh
{
  Mesh mesh; ///< its nodes are the corners, in their order
  /// Two corners for each node of the quadratic mesh: twice its own number for a corner, the ends
  /// of the edge for a node in the middle of one, -1 for nodes without elements.
  std::vector<std::array<std::int32_t, 2>> ends;
};

/// Whether a mesh has quadratic elements.
bool hasQuadraticElements(const Mesh& mesh);

/// Makes the linear elements of a mesh; its linear elements remain as they are.
CornerMesh makeCornerMesh(const Mesh& mesh);

/// Supports of the corners, from those of all nodes, one per unknown.
std::vector<std::uint8_t> cornerSupports(
  const CornerMesh& corners, const std::vector<std::uint8_t>& supports);

/// Springs of the corners, from those S of all nodes, one per unknown: the sums over each row of
/// P^T S P, so that a corner gets half of the springs in the middle of its edges. Empty for none.
std::vector<double> cornerSprings(const CornerMesh& corners, const std::vector<double>& springs);

/// P^T H P for a matrix H with one row for each node, where P is the interpolation from corners,
/// linear on edges. Empty for none.
HostMatrix cornerMatrix(const CornerMesh& corners, const HostMatrix& matrix);
}

#endif
