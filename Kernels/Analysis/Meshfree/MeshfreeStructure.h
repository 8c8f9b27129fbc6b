#ifndef TRABECULA_ANALYSIS_MESHFREE_MESHFREESTRUCTURE_H
#define TRABECULA_ANALYSIS_MESHFREE_MESHFREESTRUCTURE_H

#include "Analysis/Meshfree/MeshfreeMethod.h"
#include "Analysis/StructuralProblem.h"
#include "Operator/Meshfree/ConstraintTerm.h"
#include "Operator/Meshfree/IntegrationPoints.h"
#include "Operator/Meshfree/Lattice/MeshfreeLattice.h"
#include "Operator/Meshfree/ShapeLists.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/// A structural problem discretized by nodes without elements: plain arrays on the host.
struct MeshfreeStructure
{
  HostCloud cloud;
  double supportRadius = 0.0; ///< largest radius of influence of the nodes, length
  IntegrationPoints points;
  FacePoints faces;              ///< of all cells, for consistent integration; else empty
  ConstrainedPoints constrained; ///< on faces, by themselves, and of springs
  double penalty = 0.0;          ///< alpha, force per length cubed
  std::optional<MeshfreeLattice> lattice;
  std::vector<std::string> warnings; ///< for the user, a sentence or more each

  const FacePoints* facesIfConsistent() const
  {
    return this->faces.size() > 0 ? &this->faces : nullptr;
  }
};

/**
 * Finds integration points and constrained points. A boundary face is constrained in a direction if
 * all its corners are supported in this direction; a supported point that is on no such face is
 * constrained individually with alpha h^2, with a warning.
 *
 * @throws Error naming a node that coincides with another one, an inverted cell, or a constrained
 * point out of reach of the nodes
 */
MeshfreeStructure makeMeshfreeStructure(
  const StructuralProblem& problem, const MeshfreeMethod& method);

/**
 * Nodal forces from forces at points of the mesh: a force f at x adds Phi_i(x) f to node i.
 *
 * @param forces 3 per point of the mesh, or any quantity that is dual to displacements
 * @param name of the forces in messages, as in "force of load case 'Force' at the point"
 * @return 3 per node @throws Error with the position of a force that no node influences
 */
std::vector<double> forcesOnNodes(const MeshfreeStructure& structure, const Mesh& mesh,
  const std::vector<double>& forces, const std::string& name);

/// Interpolates fields from nodes to points, sum of Phi_i(x) u_i; zero at points that no node
/// influences.
class MeshfreeInterpolation
{
public:
  /// @param points 3 per point, length
  MeshfreeInterpolation(const HostCloud& cloud, const std::vector<double>& points);

  /// @param values components of each node @return the same of each point
  std::vector<double> operator()(const std::vector<double>& values, std::size_t components) const;

private:
  std::unique_ptr<const Context<HostSpace>> Computing; ///< of the lists
  ShapeLists<HostSpace> Shapes;
};
}

#endif
