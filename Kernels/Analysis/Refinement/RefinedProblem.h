#ifndef TRABECULA_ANALYSIS_REFINEMENT_REFINEDPROBLEM_H
#define TRABECULA_ANALYSIS_REFINEMENT_REFINEDPROBLEM_H

#include "Analysis/StructuralProblem.h"
#include "Mesh/MeshRefinement.h"

namespace trabecula
{
/**
 * Transfers a problem to a refined mesh.
 *
 * A displacement component of a fine node is prescribed if it is prescribed at all coarse nodes
 * from which it is interpolated. Forces are distributed over faces with all corners loaded, else
 * over such edges, else kept at their nodes, so that their work for every displacement of the
 * coarse mesh, and so total force and moment, is preserved: f = W P (P^T W P)^-1 F with the
 * interpolation P and areas or lengths W by the trapezoidal rule. A uniform traction remains
 * uniform. Springs remain at their nodes.
 */
StructuralProblem refineProblem(const StructuralProblem& problem, const MeshRefinement& refinement);

/// Transfers forces only: 3 per coarse node to 3 per fine node.
std::vector<double> refineForces(
  const Mesh& coarse, const MeshRefinement& refinement, const std::vector<double>& forces);
}

#endif
