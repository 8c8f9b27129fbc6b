#ifndef TRABECULA_ANALYSIS_MESHFREE_MESHFREELOADS_H
#define TRABECULA_ANALYSIS_MESHFREE_MESHFREELOADS_H

#include "Analysis/Loads/DesignForces.h"
#include "Core/Vectors/Layout.h"
#include "Operator/Meshfree/MeshfreeDiscretization.h"

#include <array>
#include <cstddef>
#include <vector>

namespace trabecula
{
// Forces of a meshfree body that depend on its design, by values of its integration points. The
// discretization must remain valid as long as the forces.

/// Of a force per volume b: f_i = sum over points q of s_q w_q Phi_i(q) b, where s are densities.
template <class Space>
DesignForces<Space> meshfreeBodyForces(const LayoutPointer<Space>& unknowns,
  const MeshfreeDiscretization<Space>& discretization, const std::array<double, 3>& perVolume);

/**
 * Of thermal strains e_q in each direction: f_i = sum of s_q w_q e_q / (1 - 2 nu) grad Phi_i(q),
 * where s are moduli: the integral of B^T D e m with m = (1, 1, 1, 0, 0, 0) and the gradients of
 * the stiffness.
 *
 * @param strains alpha (T - T0), one per integration point
 */
template <class Space>
DesignForces<Space> meshfreeThermalForces(const LayoutPointer<Space>& unknowns,
  const MeshfreeDiscretization<Space>& discretization, double poissonsRatio,
  const std::vector<double>& strains);

/// Bytes of such forces. @param entries in the lists of the integration points
inline std::size_t meshfreeLoadMemory(std::size_t entries)
{
  return 3 * entries * sizeof(double);
}
}

#endif
