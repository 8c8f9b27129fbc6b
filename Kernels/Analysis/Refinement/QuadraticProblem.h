#ifndef TRABECULA_ANALYSIS_REFINEMENT_QUADRATICPROBLEM_H
#define TRABECULA_ANALYSIS_REFINEMENT_QUADRATICPROBLEM_H

#include "Analysis/StructuralProblem.h"
#include "Mesh/Generators/QuadraticMesh.h"

#include <vector>

namespace trabecula
{
/**
 * Transfers a problem on linear cells to the quadratic cells of makeQuadratic(). Nodes of the
 * problem come first and keep their numbers, elements keep theirs.
 *
 * A mid-edge node is supported if both ends of its edge are, with the mean of their displacements.
 * Springs remain at their nodes. Temperatures of mid-edge nodes are means, too.
 */
StructuralProblem quadraticProblem(
  const StructuralProblem& problem, const QuadraticMesh& quadratic);

/**
 * Transfers forces, 3 per node of the linear mesh, to 3 per node of the quadratic one.
 *
 * Forces at the corners of outer faces all of whose corners are loaded are interpreted as those of
 * a traction that is linear in each face, and replaced by the consistent forces of the quadratic
 * faces. Their work for every displacement of the linear mesh, and so total force and moment, is
 * preserved. Other forces remain at their nodes.
 */
std::vector<double> quadraticForces(
  const Mesh& linear, const QuadraticMesh& quadratic, const std::vector<double>& forces);
}

#endif
