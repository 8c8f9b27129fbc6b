#ifndef TRABECULA_ANALYSIS_STRUCTURALVALIDATION_H
#define TRABECULA_ANALYSIS_STRUCTURALVALIDATION_H

#include "Analysis/StructuralProblem.h"
#include "Mesh/MeshFaces.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Validates a structure, on the host. @throws Error for the first fault; the message names the
/// array, node or element
void validate(const StructuralProblem& problem);

// The parts of validate(), which throw errors in the same way.

void checkMesh(const Mesh& mesh);
/// Checks mid-edge nodes, matching faces of neighbours and determinants of the Jacobian. The
/// function without faces also calls checkConnections().
void checkElementShapes(const Mesh& mesh);
void checkElementShapes(const Mesh& mesh, const SortedFaces& faces);
void checkMaterial(const ElasticMaterial& material);
void checkPoissonsRatios(const StructuralProblem& problem);
void checkSolver(const SolverSettings& solver);
/// Checks supports, loads and springs. @param needElements whether forces and springs are allowed
/// at nodes of elements only
void checkConditions(const StructuralProblem& problem, bool needElements = true);
void checkConditions(
  const StructuralProblem& problem, const SortedFaces& faces, bool needElements = true);

/// For each node, whether it belongs to an element.
std::vector<std::uint8_t> nodesInElements(const Mesh& mesh);
/// Whether any prescribed displacement is nonzero.
bool supportsMove(const ElasticConditions& problem);
}

#endif
