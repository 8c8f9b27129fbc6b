#ifndef TRABECULA_ANALYSIS_STRESSRECOVERY_H
#define TRABECULA_ANALYSIS_STRESSRECOVERY_H

#include "Mesh/Mesh.h"

#include <vector>

namespace trabecula
{
/// Where the stresses of an element at its nodes come from.
enum class StressRecovery
{
  Extrapolated, ///< from points where they are most accurate
  Direct        ///< from the displacement gradient at the node itself
};

/**
 * Stresses at nodes, the mean over their elements; 6 per node in VTK's order XX, YY, ZZ, XY, YZ,
 * XZ, force per area. Nodes without element get zero.
 *
 * Points that stresses are extrapolated from: the centre (TET4, HEX8), the quadrature points
 * (TET10, by a linear function), 2 x 2 x 2 Gauss points (HEX20, by a trilinear one).
 *
 * @param moduli Young's modulus of each element
 * @param displacement 3 per node
 */
std::vector<double> recoverStresses(const Mesh& mesh, const std::vector<double>& moduli,
  double poissonsRatio, const std::vector<double>& displacement, StressRecovery recovery);
}

#endif
