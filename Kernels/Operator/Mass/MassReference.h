#ifndef TRABECULA_OPERATOR_MASS_MASSREFERENCE_H
#define TRABECULA_OPERATOR_MASS_MASSREFERENCE_H

#include "Element/ElementReference.h"
#include "Mesh/Mesh.h"

#include <vector>

namespace trabecula::reference
{
/// M = integral of N_a N_b (Hughes, The Finite Element Method, section 7.3) for a density of one
/// and one component, by the points that MassOperator.h states: a row per node.
/// @param isLumped its diagonal, scaled so that its sum is the mass
ElementMatrix elementMass(CellType type, const std::vector<Position>& nodes, bool isLumped);

/// The matrix of a mesh for three components: unknowns x unknowns, row after row; unknown 3 * node
/// + component.
std::vector<double> massMatrix(
  const Mesh& mesh, const std::vector<double>& densities, bool isLumped);
}

#endif
