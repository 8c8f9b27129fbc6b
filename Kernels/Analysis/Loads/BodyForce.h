#ifndef TRABECULA_ANALYSIS_LOADS_BODYFORCE_H
#define TRABECULA_ANALYSIS_LOADS_BODYFORCE_H

#include "Mesh/Mesh.h"

#include <array>
#include <vector>

namespace trabecula
{
/// Integrals of the shape functions at the nodes, length cubed, by the quadrature of the elements.
/// @param factors one for each element, by which its part is multiplied; empty for 1
std::vector<double> shapeIntegrals(const Mesh& mesh, const std::vector<double>& factors);

/**
 * Nodal forces that are consistent with a constant force per volume b: f_a = integral of N_a b dV
 * by the quadrature of the elements (Hughes, The Finite Element Method, section 2.9). Three
 * components a node, force; nodes without element get none.
 *
 * As the N_a add up to one, the forces add up to b times the volume of the mesh, to rounding.
 * Corners of quadratic elements get forces against b, which is right.
 *
 * @param fractions part of each element that has mass; empty for whole elements
 */
std::vector<double> forcesOfBodyForce(const Mesh& mesh, const std::array<double, 3>& perVolume,
  const std::vector<double>& fractions = {});
}

#endif
