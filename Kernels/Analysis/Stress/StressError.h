#ifndef TRABECULA_ANALYSIS_STRESS_STRESSERROR_H
#define TRABECULA_ANALYSIS_STRESS_STRESSERROR_H

#include "Analysis/Static/ThermalStrain.h"
#include "Analysis/Stress/ElementMaterials.h"
#include "Mesh/Mesh.h"

#include <vector>

namespace trabecula
{
/// Energies of elements, one each, energy per volume.
struct ElementEnergies
{
  /// Strain energy: u_e.(K_e u_e) / (2 V_e), or from the stresses if there is a thermal strain.
  std::vector<double> strain;
  /// Energy of the difference between stresses s and recovered stresses s*: 1/2 (s* - s) : C : (s*
  /// - s), mean over the element.
  std::vector<double> error;
  std::vector<double> volumes; ///< length cubed
};

/**
 * Estimates the discretization error from stresses at nodes, which are more accurate than those of
 * the elements: their interpolation s* replaces the exact stress (Zienkiewicz and Zhu, "A simple
 * error estimator and adaptive procedure for practical engineering analysis", Int. J. Numer. Meth.
 * Engng 24, 1987). Integrals are computed by the quadrature of the elements, for TET4 by that of
 * TET10.
 *
 * Where Young's modulus is discontinuous, so is the exact stress, and the error is overestimated.
 *
 * @param displacement 3 per node
 * @param nodalStress 6 per node
 * @param thermal strain to be subtracted, which causes no stress and no energy; null for none
 */
ElementEnergies estimateStressError(const Mesh& mesh, const ElementMaterials& materials,
  const std::vector<double>& displacement, const std::vector<double>& nodalStress,
  const ThermalStrain* thermal = nullptr);

/// Relative error of the whole mesh in the energy norm, (sum of error / sum of both)^1/2, without
/// unit.
double relativeError(const ElementEnergies& energies);
}

#endif
