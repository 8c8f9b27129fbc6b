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
 * Centres of tetrahedra are irregularly distributed around a node, so that the mean of their
 * densities is the value at another place, and its level sets have bumps as large as the elements.
 * The value at a node is therefore that of the linear function that approximates the densities
 * around it by least squares, within their bounds. Values at faces and centres are weighted means
 * of the values of their nodes and of the elements' densities, so that a member as thin as an
 * element does not vanish.
 *
 * Nodes that also belong to hexahedra, and vertices outside of the design region, are unchanged.
 */
void setTetrahedronValues(
  LevelField& field, const NodeElements& around, const std::vector<double>& density);
}

#endif
