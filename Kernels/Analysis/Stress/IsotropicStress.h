#ifndef TRABECULA_ANALYSIS_STRESS_ISOTROPICSTRESS_H
#define TRABECULA_ANALYSIS_STRESS_ISOTROPICSTRESS_H

#include "Analysis/StructuralProblem.h"

#include <array>

namespace trabecula
{
// Stresses have six components in VTK's order XX, YY, ZZ, XY, YZ, XZ, force per area.

/// Of an isotropic material at a displacement gradient, entry 3 i + j for du_i/dx_j.
inline void stressOfGradient(
  const double* gradient, const ElasticMaterial& material, double* stress)
{
  const double nu = material.poissonsRatio;
  const double mu = material.youngsModulus / (2.0 * (1.0 + nu));
  const double lambda = 2.0 * mu * nu / (1.0 - 2.0 * nu);
  const double pressure = lambda * (gradient[0] + gradient[4] + gradient[8]);
  stress[0] = 2.0 * mu * gradient[0] + pressure;
  stress[1] = 2.0 * mu * gradient[4] + pressure;
  stress[2] = 2.0 * mu * gradient[8] + pressure;
  stress[3] = mu * (gradient[1] + gradient[3]);
  stress[4] = mu * (gradient[5] + gradient[7]);
  stress[5] = mu * (gradient[2] + gradient[6]);
}

/// Energy per volume of a stress, 1/2 s : C : s with the compliance C of the material.
double energyDensity(const double* stress, const ElasticMaterial& material);

double vonMisesStress(const double* stress);

/// The three principal stresses, the largest first, to rounding of the largest component.
std::array<double, 3> principalStresses(const double* stress);
}

#endif
