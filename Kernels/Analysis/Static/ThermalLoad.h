#ifndef TRABECULA_ANALYSIS_STATIC_THERMALLOAD_H
#define TRABECULA_ANALYSIS_STATIC_THERMALLOAD_H

#include "Analysis/Loads/ElementForces.h"
#include "Analysis/Static/ThermalStrain.h"
#include "Analysis/Stress/ElementMaterials.h"
#include "Mesh/Mesh.h"

#include <vector>

namespace trabecula
{
/**
 * Nodal forces of a thermal strain, 3 per node, force: the integral of B^T D alpha (T - T0) m with
 * m = (1, 1, 1, 0, 0, 0), at the quadrature points of the stiffness (Zienkiewicz, Taylor, "The
 * Finite Element Method", vol. 1, section 2.2). T is interpolated from nodes. The forces of an
 * element are in equilibrium.
 */
std::vector<double> thermalForces(
  const Mesh& mesh, const ElementMaterials& materials, const ThermalStrain& strain);

/// Their parts by elements, for a Young's modulus of one: forces per modulus of an element.
/// @param poissonsRatios one per element; empty for the common one
ElementForces thermalForcesOfElements(const Mesh& mesh, double poissonsRatio,
  const std::vector<double>& poissonsRatios, const ThermalStrain& strain);
}

#endif
