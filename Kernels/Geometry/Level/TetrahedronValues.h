#ifndef TRABECULA_GEOMETRY_LEVEL_TETRAHEDRONVALUES_H
#define TRABECULA_GEOMETRY_LEVEL_TETRAHEDRONVALUES_H

#include "Geometry/Level/LevelField.h"
#include "Mesh/NodeElements.h"

#include <vector>

namespace trabecula
{
/**
 * The values of a field of elements at nodes, faces and centres of tetrahedra.
 *
 * Centres of tetrahedra lie irregularly around a node, so that a mean of their densities is that of
 * another place, and its level sets have lumps as large as the elements. Nodes take the value that
 * a linear function has there which approximates the densities around by least squares, within
 * their bounds. Faces and centres take a share of the mean of their nodes, and the rest from the
 * elements, by which a member as thin as an element does not vanish.
 *
 * Nodes that hexahedra have, too, and what is not of the design region are unchanged.
 */
void setTetrahedronValues(
  LevelField& field, const NodeElements& around, const std::vector<double>& density);
}

#endif
