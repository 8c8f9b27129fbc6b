#ifndef TRABECULA_ANALYSIS_STATIC_REACTIONS_H
#define TRABECULA_ANALYSIS_STATIC_REACTIONS_H

#include "Analysis/Stress/ElementMaterials.h"
#include "Analysis/StructuralProblem.h"
#include "Mesh/NodeElements.h"

#include <vector>

namespace trabecula
{
/**
 * Reaction forces of the ground on the structure, 3 per node: K u - f at supported components, -k u
 * at free components with springs, zero elsewhere. At points of a rigid face with prescribed
 * motions they are K u - f, whose sum and moments in these motions are the reactions of the ground,
 * and which add up to zero in free ones. They are in equilibrium with the loads up to the accuracy
 * of the displacements.
 *
 * @param around findNodeElements() of the problem's mesh
 * @param displacement 3 per node
 * @param forces 3 per node
 */
std::vector<double> reactionForces(const StructuralProblem& problem, const NodeElements& around,
  const ElementMaterials& materials, const std::vector<double>& displacement,
  const std::vector<double>& forces);
}

#endif
