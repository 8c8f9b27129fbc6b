#ifndef TRABECULA_ANALYSIS_LOADS_BODYFORCE_H
#define TRABECULA_ANALYSIS_LOADS_BODYFORCE_H

#include "Analysis/Loads/ElementForces.h"
#include "Mesh/Mesh.h"

#include <array>
#include <vector>

namespace trabecula
{
/// Returns the force per volume by which an acceleration acts on a mass per volume.
/// @throws Error naming the property Mass Density or Acceleration that is not admissible
std::array<double, 3> weightPerVolume(
  double massDensity, const std::array<double, 3>& acceleration);

/// Integrals of the nodal shape functions, length cubed, by the quadrature of the elements.
/// @param factors factor of the contribution of each element; empty for 1
std::vector<double> shapeIntegrals(const Mesh& mesh, const std::vector<double>& factors);

/**
 * Nodal forces that are consistent with a constant force per volume b: f_a = integral of N_a b dV
 * by the quadrature of the elements (Hughes, The Finite Element Method, section 2.9). Three
 * components per node, force; zero at nodes without element.
 *
 * As the sum of the N_a is one, the sum of the forces is b times the volume of the mesh, to
 * rounding. Forces at corners of quadratic elements are opposite to b, as the integrals of their
 * shape functions are negative.
 *
 * @param fractions fraction of each element that has mass; empty for whole elements
 */
std::vector<double> forcesOfBodyForce(const Mesh& mesh, const std::array<double, 3>& perVolume,
  const std::vector<double>& fractions = {});

/// Their parts by elements: forces for densities of one.
ElementForces bodyForcesOfElements(const Mesh& mesh, const std::array<double, 3>& perVolume,
  const std::vector<double>& fractions = {});
}

#endif
