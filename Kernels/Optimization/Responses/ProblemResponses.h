#ifndef TRABECULA_OPTIMIZATION_RESPONSES_PROBLEMRESPONSES_H
#define TRABECULA_OPTIMIZATION_RESPONSES_PROBLEMRESPONSES_H

#include "Design/Response/ResponseList.h"
#include "Optimization/TopologyProblem.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
///@{
/// The input of responses from a problem, whose parts must remain valid. Checks need a mesh.
ResponseProblem responseProblem(const ElasticConditions& conditions, const DesignProblem& design);
ResponseProblem responseProblem(
  const ElasticConditions& conditions, const DesignProblem& design, const Mesh& mesh);
///@}

/// Whether the objective is one of bodies that conduct heat, and not of structures.
bool isOfHeat(const OptimizationSettings& settings);

/// Checks that all that is minimized or bounded is defined for a body that conducts heat, or for a
/// structure. @throws Error naming the first response that is not
void checkPhysics(const OptimizationSettings& settings, bool conductsHeat);

/// All constraints: first the volume fraction, unless that is the objective, then the further ones.
std::vector<ResponseConstraint> constraintsOf(const OptimizationSettings& settings);

/// The responses that are computed, each once, in the order of their columns: those that are asked
/// for, then those that every history has.
std::vector<ResponseSettings> responsesOf(const OptimizationSettings& settings);

/// Number of terms of the objective; see ResponseDescription.
std::size_t termsOfObjective(const OptimizationSettings& settings, const ResponseProblem& problem);

/// The largest distance within which a response reads other material points; 0 if none does.
double radiusOfResponses(const OptimizationSettings& settings);
/// Whether any of them needs the mass of the model.
bool needMass(const OptimizationSettings& settings);

/// Bytes of all responses on the device, besides gradients.
std::size_t responseMemory(const OptimizationSettings& settings, const ResponseSizes& sizes);

/**
 * Bytes on the device of the derivatives of all responses of one design by loads that depend on it,
 * see ResponseWithLoads.
 *
 * @param temperatures unknowns of a temperature that is solved with the design, or 0
 */
std::size_t memoryOfResponsesToLoads(const OptimizationSettings& settings,
  const ResponseProblem& problem, const ResponseSizes& sizes, std::size_t temperatures);

/// What users should know of the responses that are asked for, a sentence each.
std::vector<std::string> responseWarnings(
  const ElasticConditions& conditions, const DesignProblem& design);
}

#endif
