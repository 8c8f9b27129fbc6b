#ifndef TRABECULA_ANALYSIS_REFINEDPROBLEM_H
#define TRABECULA_ANALYSIS_REFINEDPROBLEM_H

#include "Analysis/StructuralProblem.h"
#include "Mesh/MeshRefinement.h"

namespace trabecula
{
/**
 * A problem on a finer mesh.
 *
 * A fine node is held, and displaced, where all coarse nodes that decide it are. Forces are spread
 * over the faces all of whose corners are loaded, where there is none over such edges, else they
 * stay at their nodes; so that their work on every displacement of the coarse mesh, and with it
 * total force and moment, is what it was: f = W P (P^T W P)^-1 F, P interpolating and W being areas
 * or lengths by the trapezoid rule. A uniform traction stays one. Springs stay at their nodes.
 *
 */
StructuralProblem refineProblem(const StructuralProblem& problem, const MeshRefinement& refinement);

/// Forces alone, 3 per coarse node, to 3 per fine node.
std::vector<double> refineForces(
  const Mesh& coarse, const MeshRefinement& refinement, const std::vector<double>& forces);
}

#endif
