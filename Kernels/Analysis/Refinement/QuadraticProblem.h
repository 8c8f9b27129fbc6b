#ifndef TRABECULA_ANALYSIS_REFINEMENT_QUADRATICPROBLEM_H
#define TRABECULA_ANALYSIS_REFINEMENT_QUADRATICPROBLEM_H

#include "Analysis/StructuralProblem.h"
#include "Mesh/Generators/QuadraticMesh.h"

#include <vector>

namespace trabecula
{
/**
 * A problem on linear cells, on the quadratic cells that makeQuadratic() makes of them. Nodes of
 * the problem come first and keep their numbers, elements keep theirs.
 *
 * A node in the middle of an edge is held, and displaced by the mean, where both ends are. Springs
 * stay at their nodes.
 */
StructuralProblem quadraticProblem(
  const StructuralProblem& problem, const QuadraticMesh& quadratic);

/**
 * Forces alone, 3 per node of the linear mesh, to 3 per node of the quadratic one.
 *
 * Forces at the corners of outer faces all of whose corners are loaded are taken for those of a
 * traction that is linear in each face, which becomes consistent forces of the quadratic faces:
 * their work on every displacement of the linear mesh, and with it total force and moment, is what
 * it was. Other forces stay at their nodes.
 */
std::vector<double> quadraticForces(
  const Mesh& linear, const QuadraticMesh& quadratic, const std::vector<double>& forces);
}

#endif
