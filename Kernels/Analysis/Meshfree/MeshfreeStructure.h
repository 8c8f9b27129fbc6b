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
/// A structural problem in terms of nodes without elements: plain arrays on the host.
struct MeshfreeStructure
{
  HostCloud cloud;
  double supportRadius = 0.0; ///< the largest of the nodes, length
  IntegrationPoints points;
  FacePoints faces;              ///< of all cells, for consistent integration; else empty
  ConstrainedPoints constrained; ///< on faces, by themselves, and of springs
  double penalty = 0.0;          ///< alpha, force per length cubed
  std::optional<MeshfreeLattice> lattice;
  std::vector<std::string> warnings; ///< what a user should know, a sentence or more each

  const FacePoints* facesIfConsistent() const
  {
    return this->faces.size() > 0 ? &this->faces : nullptr;
  }
};

/**
 * Finds what the method integrates and where displacements are constrained. A boundary face is
 * constrained in a direction if all its corners are supported in it; a supported point on no such
 * face is constrained by itself with alpha h^2, and a warning.
 *
 * @throws Error naming a node that coincides with another one, an inverted cell, or a constrained
 * point out of reach of the nodes
 */
MeshfreeStructure makeMeshfreeStructure(
  const StructuralProblem& problem, const MeshfreeMethod& method);

/**
 * Forces on nodes of forces at points of the mesh: a force f at x adds Phi_i(x) f to node i.
 *
 * @param forces 3 per point of the mesh, or anything that is dual to displacements
 * @param name of them in messages, as in "force of load case 'Force' at the point"
 * @return 3 per node @throws Error for a force out of reach of the nodes, naming its place
 */
std::vector<double> forcesOnNodes(const MeshfreeStructure& structure, const Mesh& mesh,
  const std::vector<double>& forces, const std::string& name);

/// Values of fields at points from those of nodes, sum of Phi_i(x) u_i; zero out of reach.
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
