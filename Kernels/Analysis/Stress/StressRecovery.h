#ifndef TRABECULA_ANALYSIS_STRESS_STRESSRECOVERY_H
#define TRABECULA_ANALYSIS_STRESS_STRESSRECOVERY_H

#include "Analysis/Static/ThermalStrain.h"
#include "Analysis/Stress/ElementMaterials.h"
#include "Mesh/Mesh.h"
#include "Mesh/NodeElements.h"

#include <vector>

namespace trabecula
{
/// Points at which the stresses of an element are computed for those of its nodes.
enum class StressRecovery
{
  /// The points of most accurate derivatives of displacements, from which stresses are extrapolated
  /// to the nodes: as a constant from the centre of linear cells, as a linear function from four
  /// points of quadratic tetrahedra, as a trilinear one from 2 x 2 x 2 points of quadratic
  /// hexahedra (Barlow, Int. J. Numer. Meth. Engng 10, 1976).
  Extrapolated,
  Direct ///< the nodes
};

/**
 * Stresses at the nodes of a mesh: the mean over the elements around each node.
 *
 * @param displacement 3 per node, length
 * @param thermal strain to be subtracted, which causes no stress; null for none
 * @return 6 per node, in VTK's order XX, YY, ZZ, XY, YZ, XZ, force per area; zero at nodes that
 * belong to no element
 */
std::vector<double> nodalStresses(const Mesh& mesh, const ElementMaterials& materials,
  const std::vector<double>& displacement, StressRecovery recovery,
  const ThermalStrain* thermal = nullptr);
/// @param around findNodeElements() of the mesh
std::vector<double> nodalStresses(const Mesh& mesh, const NodeElements& around,
  const ElementMaterials& materials, const std::vector<double>& displacement,
  StressRecovery recovery, const ThermalStrain* thermal = nullptr);

/// Von Mises stresses, 1 per node or element. @param stress 6 components each, in VTK's order
std::vector<double> vonMisesStresses(const std::vector<double>& stress);
}

#endif
