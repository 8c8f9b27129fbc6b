#ifndef TRABECULA_OPTIMIZATION_RESPONSES_PROBLEMRESPONSES_H
#define TRABECULA_OPTIMIZATION_RESPONSES_PROBLEMRESPONSES_H

#include "Design/Response/ResponseList.h"
#include "Optimization/DesignedStructure.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
///@{
/// What responses are told of a problem, which must remain valid.
ResponseProblem responseProblem(const DesignedStructure& problem);
ResponseProblem responseProblem(const DesignedConditions& problem);
///@}

/// All constraints: first the volume fraction, unless that is the objective, then the further ones.
std::vector<ResponseConstraint> constraintsOf(const OptimizationSettings& settings);

/// The responses that are computed, each once, in the order of their columns: those that are asked
/// for, then those that every history has.
std::vector<ResponseSettings> responsesOf(const OptimizationSettings& settings);

/// Bytes of all responses on the device, besides gradients.
std::size_t responseMemory(const OptimizationSettings& settings, const ResponseSizes& sizes);

/// What users should know of the responses that are asked for, a sentence each.
std::vector<std::string> responseWarnings(const DesignedConditions& problem);
}

#endif
