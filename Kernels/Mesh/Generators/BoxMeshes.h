#ifndef TRABECULA_MESH_GENERATORS_BOXMESHES_H
#define TRABECULA_MESH_GENERATORS_BOXMESHES_H

#include "Mesh/Mesh.h"

#include <array>
#include <functional>
#include <vector>

namespace trabecula
{
/// Takes a point of [0, 1]^3 to its position.
using BoxMap = std::function<std::array<double, 3>(const std::array<double, 3>&)>;

/**
 * A structured mesh of any type over [0, 1]^3, mapped.
 *
 * Tetrahedra are six to a cell (Kuhn's division), one for each order in which the cell's diagonal
 * from its low to its high corner can be walked along edges. Mid-edge nodes are images of the
 * middle of the edge in [0, 1]^3, so that they lie on curved boundaries. Nodes are numbered with x
 * fastest, then y, then z; cells too, and a cell's tetrahedra one after another.
 *
 * @param cells in each direction
 */
Mesh makeBox(CellType type, const std::array<int, 3>& cells, const BoxMap& map);

/// Several meshes as one, also of different types: points nearer than a tolerance become one.
Mesh joinMeshes(const std::vector<Mesh>& meshes, double tolerance);
}

#endif
