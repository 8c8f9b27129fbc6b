#ifndef TRABECULA_MESH_GENERATORS_BOXMESHES_H
#define TRABECULA_MESH_GENERATORS_BOXMESHES_H

#include "Mesh/Mesh.h"

#include <array>
#include <functional>
#include <vector>

namespace trabecula
{
/// Maps a point of [0, 1]^3 to its position.
using BoxMap = std::function<std::array<double, 3>(const std::array<double, 3>&)>;

/**
 * A structured mesh of any type over [0, 1]^3, mapped.
 *
 * A cell is divided into six tetrahedra (Kuhn's subdivision), one for each order of the three axes
 * in which a path along edges leads from the lowest to the highest corner. Mid-edge nodes are
 * images of the middle of the edge in [0, 1]^3, so that they are on curved boundaries. Nodes and
 * cells are numbered with x fastest, then y, then z; the tetrahedra of a cell have consecutive
 * numbers.
 *
 * @param cells in each direction
 */
Mesh makeBox(CellType type, const std::array<int, 3>& cells, const BoxMap& map);
}

#endif
