#ifndef TRABECULA_ANALYSIS_STRUCTURALVALIDATION_H
#define TRABECULA_ANALYSIS_STRUCTURALVALIDATION_H

#include "Analysis/StructuralProblem.h"

#include <vector>

namespace trabecula
{
/// Checks everything that can be wrong with a structure, on the host. @throws Error on the first
/// thing found; the message names the array, node or element
void validate(const StructuralProblem& problem);

// What it consists of, each with such an error of its own.

void checkMesh(const Mesh& mesh);
/// Mid-edge nodes, faces of neighbours, determinants of the Jacobian.
void checkElementShapes(const Mesh& mesh);
void checkMaterial(const ElasticMaterial& material);
void checkPoissonsRatios(const StructuralProblem& problem);
void checkSolver(const SolverSettings& solver);
/// Supports, loads and springs.
void checkConditions(const StructuralProblem& problem);

/// Which nodes belong to an element.
std::vector<bool> nodesInElements(const Mesh& mesh);
/// Whether any support is displaced.
bool supportsMove(const StructuralProblem& problem);
}

#endif
