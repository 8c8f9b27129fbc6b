#ifndef TRABECULA_SOLVER_RIGIDBODY_RIGIDBODYCOARSESPACEREFERENCE_H
#define TRABECULA_SOLVER_RIGIDBODY_RIGIDBODYCOARSESPACEREFERENCE_H

#include "Solver/DirectSolverReference.h"
#include "Solver/RigidBody/NodeAggregates.h"

#include <vector>

namespace trabecula::reference
{
/**
 * P (P^T K P)^+ P^T r by definition: the columns of P are the translations and rotations of each
 * aggregate about its centroid, zero on supported unknowns; K is the whole stiffness matrix. 3 per
 * node, length; zero on supported unknowns.
 */
std::vector<double> coarseCorrection(
  const LinearProblem& problem, const NodeAggregates& aggregates, const std::vector<double>& r);
}

#endif
