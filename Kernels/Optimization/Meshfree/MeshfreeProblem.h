#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEPROBLEM_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEPROBLEM_H

#include "Analysis/Meshfree/MeshfreeMethod.h"
#include "Optimization/TopologyProblem.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * A topology optimization by the element-free Galerkin method (Lu, Gong, Zhang, Xie and Yin, CMES
 * 128(3), 2021): densities of nodes as design variables.
 *
 * Members of TopologyProblem have these meanings:
 *  - mesh: the background cells, hexahedra;
 *  - supports, loadCases, springs, outputWeights: 3 per point of the mesh, not per node. A boundary
 *    face is held in a direction if all its corners are; a held point on no such face is held by
 *    itself. Forces and springs act at the place of their point, also of one without cells;
 *  - prescribedDisplacement: zero, as the work of the loads is no compliance otherwise;
 *  - designRegion, initialDensity: one per node;
 *  - volumeRegion, solidFractions: one per cell of the mesh;
 *  - poissonsRatios: empty; solver.strategy: Auto; see method.product instead;
 *  - settings.filter: of nodes, None in the paper.
 */
struct MeshfreeProblem : TopologyProblem
{
  MeshfreeProblem() { this->settings.filter = FilterKind::None; }

  MeshfreeMethod method;

  /// Coordinates of the nodes, 3 each.
  const std::vector<double>& nodes() const
  {
    return this->method.nodes.empty() ? this->mesh.points : this->method.nodes;
  }
  std::size_t numberOfNodes() const { return this->nodes().size() / 3; }
};

/**
 * Validates what needs no shape functions, on the host.
 *
 * @throws Error for the first fault; the message names the array, node, point or cell. Faults of
 * shape functions are found by MeshfreeOptimizer's constructor before the solver is built.
 */
void validate(const MeshfreeProblem& problem);

/// As of a TopologyProblem, with the nodes and the method.
std::uint64_t fingerprint(const MeshfreeProblem& problem);

/// Upper bound of the bytes that MeshfreeOptimizer allocates on the device for this problem; with
/// MeshfreeProduct::Auto of what it needs at least.
std::size_t estimateDeviceMemory(const MeshfreeProblem& problem);
}

#endif
