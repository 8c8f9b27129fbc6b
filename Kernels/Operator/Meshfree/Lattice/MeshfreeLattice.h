#ifndef TRABECULA_OPERATOR_MESHFREE_LATTICE_MESHFREELATTICE_H
#define TRABECULA_OPERATOR_MESHFREE_LATTICE_MESHFREELATTICE_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula
{
/// Numbers of nodes and cells of a uniform lattice along the axes: linear in its coordinates.
struct MeshfreeLattice
{
  std::array<std::int32_t, 3> cells;   ///< along the axes
  std::array<std::int32_t, 3> strides; ///< between numbers of nodes that are neighbours
  std::int32_t firstNode;              ///< at the lowest corner
  std::array<std::int32_t, 3> cellStrides;
  std::int32_t firstCell;
};

/**
 * The lattice that the nodes form, if they are the points of the cells and the mesh is a box of
 * equal cells along the axes, with numbers that are linear in the coordinates. Points without cells
 * may follow in the mesh.
 *
 * @param nodes 3 per node, length
 */
std::optional<MeshfreeLattice> findMeshfreeLattice(
  const std::vector<double>& nodes, const Mesh& mesh);
}

#endif
