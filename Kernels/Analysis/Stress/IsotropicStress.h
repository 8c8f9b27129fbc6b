#ifndef TRABECULA_ANALYSIS_STRESS_ISOTROPICSTRESS_H
#define TRABECULA_ANALYSIS_STRESS_ISOTROPICSTRESS_H

#include "Analysis/StructuralProblem.h"
#include "Physics/Elasticity.h" // vonMisesStress()

#include <array>

namespace trabecula
{
// Stresses have six components in VTK's order XX, YY, ZZ, XY, YZ, XZ, force per area.

/// Stress of an isotropic material at a displacement gradient, entry 3 i + j for du_i/dx_j.
inline void stressOfGradient(
  const double* gradient, const ElasticMaterial& material, double* stress)
{
  elasticityOf(material.youngsModulus, material.poissonsRatio).stressOf(gradient, 1.0, stress);
}

/// Energy per volume of a stress, 1/2 s : C : s with the compliance C of the material.
inline double energyDensity(const double* stress, const ElasticMaterial& material)
{
  return energyOfStress(stress, material.youngsModulus, material.poissonsRatio);
}

/// The three principal stresses, the largest first, to rounding of the largest component.
std::array<double, 3> principalStresses(const double* stress);
}

#endif
