#ifndef TRABECULA_BENCHMARK_PAPER_ASSEMBLY_HOLLOWCYLINDER_H
#define TRABECULA_BENCHMARK_PAPER_ASSEMBLY_HOLLOWCYLINDER_H

#include "Mesh/Mesh.h"

#include <array>

namespace trabecula
{
/**
 * A hollow cylinder about the z axis, of any type of cells: radii 1 and 2, height 2. Mid-edge nodes
 * are on the cylinders.
 *
 * @param cells across the wall, around and along the axis; at least 1, 3 and 1
 */
Mesh makeHollowCylinder(CellType type, const std::array<int, 3>& cells);
}

#endif
