#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREETOPOLOGY_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREETOPOLOGY_H

#include "Analysis/Meshfree/MeshfreeStructure.h"
#include "Core/Device.h"
#include "Optimization/Meshfree/MeshfreeMemory.h"
#include "Optimization/Meshfree/MeshfreeProblem.h"
#include "Optimization/Method/TopologyMethod.h"

#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * The element-free Galerkin method; see MeshfreeProblem. Design variables are densities of nodes.
 *
 * Fields, in this order:
 *  - Density, of elements (the background cells): mean over integration points;
 *  - StrainEnergyDensity, of elements: the same, energy per volume;
 *  - Density, of nodes (the points of the mesh): sum of Phi_i rho_i (eq. 16), which a filter shows;
 *  - NodalDensity: rho_i, of nodes, or of the cloud if the problem has nodes of its own;
 *  - Displacement, see TopologyFields: sum of Phi_i u_i at the points of the mesh.
 * Points of the mesh outside the supports of all shape functions have zeros.
 *
 * Faults of shape functions are found by make(), naming the integration point, node or load, before
 * the solver is built.
 */
class MeshfreeTopology : public TopologyMethod
{
public:
  /// @throws Error as validate()
  explicit MeshfreeTopology(const MeshfreeProblem& problem);

  void checkStart() override;
  /// The warnings also name supported points on no supported face.
  std::vector<std::string> warnings() override;
  void checkDevice(const Device& device) override;
  TopologyParts make(const ExecutionContext& execution, Observer& observer) override;

private:
  MeshfreeStructure& structure();
  const MeshfreeMemory& memory();

  const MeshfreeProblem& Problem;
  // These members are computed when they are first needed.
  std::optional<MeshfreeStructure> Structure;
  std::optional<MeshfreeMemory> Memory;
};
}

#endif
