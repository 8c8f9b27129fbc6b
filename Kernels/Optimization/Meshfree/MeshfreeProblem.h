#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEPROBLEM_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREEPROBLEM_H

#include "Analysis/Meshfree/MeshfreeMethod.h"
#include "Optimization/TopologyProblem.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * A topology optimization by the element-free Galerkin method (Lu, Gong, Zhang, Xie and Yin, CMES
 * 128(3), 2021): densities of nodes as design variables.
 *
 * The mesh are the background cells, hexahedra; elements of the design are these. Conditions act at
 * the places of the points of the mesh, not on nodes, also of points without cells. A boundary face
 * is supported in a direction if all its corners are; a supported point on no such face is a
 * support of its own. Prescribed displacements must be zero, as the work of the loads is no
 * compliance otherwise. There is one Poisson's ratio, and the product of the method stands for the
 * strategy of elements.
 */
struct MeshfreeProblem
{
  MeshfreeProblem() { this->design.densities.filter = FilterKind::None; } // as in the paper

  StructuralProblem structure;
  DensityDesign design;
  std::vector<double> solidFractions; ///< of the cells, as in a TopologyProblem
  MeshfreeMethod method;

  /// Coordinates of the nodes, 3 each.
  const std::vector<double>& nodes() const
  {
    return this->method.nodes.empty() ? this->structure.mesh.points : this->method.nodes;
  }
  std::size_t numberOfNodes() const { return this->nodes().size() / 3; }
};

/**
 * Validates what needs no shape functions, on the host.
 *
 * @throws Error for the first fault; the message names the array, node, point or cell. Faults of
 * shape functions are found when the model is made, see MeshfreeTopology.
 */
void validate(const MeshfreeProblem& problem);

/// See prepare() of a TopologyProblem.
std::unique_ptr<TopologyMethod> prepare(const MeshfreeProblem& problem);

/// Returns a fingerprint as that of a TopologyProblem, with the nodes and the method.
std::uint64_t fingerprint(const MeshfreeProblem& problem);

/// Returns an upper bound of the bytes that the model allocates on the device for this problem.
/// With MeshfreeProduct::Auto, it is that of the product with the least memory.
std::size_t estimateDeviceMemory(const MeshfreeProblem& problem);
}

#endif
