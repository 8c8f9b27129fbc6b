#ifndef TRABECULA_ANALYSIS_STATIC_STATICREFERENCE_H
#define TRABECULA_ANALYSIS_STATIC_STATICREFERENCE_H

#include "Mesh/Mesh.h"

#include <array>
#include <vector>

namespace trabecula::reference
{
// Results of Static/ from the textbook's shape functions and matrices (ElementReference.h).

/// f_a = integral of N_a b dV, 3 per node.
std::vector<double> bodyForces(const Mesh& mesh, const std::array<double, 3>& perVolume,
  const std::vector<double>& fractions = {});

/// K u of the assembled matrix, 3 per node.
std::vector<double> internalForces(const Mesh& mesh, const std::vector<double>& moduli,
  double poissonsRatio, const std::vector<double>& displacement);

/// Mean over each element of 1/2 (s* - s) : C : (s* - s), with s* interpolated from nodal stresses
/// of 6 components; without nodal stresses, mean of 1/2 s : C : s.
std::vector<double> stressEnergies(const Mesh& mesh, const std::vector<double>& moduli,
  double poissonsRatio, const std::vector<double>& displacement,
  const std::vector<double>& nodalStress);

/// Eigenvalues of the stress tensor, the largest first.
std::array<double, 3> principalStresses(const std::array<double, 6>& stress);
}

#endif
