#ifndef TRABECULA_OPTIMIZATION_RESPONSES_RESPONSEROWS_H
#define TRABECULA_OPTIMIZATION_RESPONSES_RESPONSEROWS_H

#include "Optimization/TopologyProblem.h"

#include <string>
#include <vector>

namespace trabecula
{
/// What a response is computed of, as texts in lists of scripts and tables of panels.
struct ResponseOptions
{
  std::string region;     ///< number of a volume region; empty for the whole mesh
  std::string loadCases;  ///< names, separated by semicolons; empty for all
  std::string parameters; ///< as "Exponent=8", separated by semicolons; empty for the defaults
};

/// A constraint as texts.
struct ConstraintRow
{
  std::string response; ///< name or label, as "LargestStress" or "Largest Stress"
  std::string sense;    ///< "<=" or ">="
  std::string bound;    ///< number in the unit of the response
  ResponseOptions options;
};

bool operator==(const ResponseOptions& a, const ResponseOptions& b);
bool operator==(const ConstraintRow& a, const ConstraintRow& b);

/// @throws Error naming the text that cannot be read, or a response that does not exist
ResponseSettings readResponse(const std::string& nameOrLabel, const ResponseOptions& options);
/// @throws Error as readResponse()
ResponseConstraint readConstraint(const ConstraintRow& row);

/// Returns the texts of a constraint, which are read as the same.
ConstraintRow rowOf(const ResponseConstraint& constraint);

/// Objective and constraints of an optimization as texts: the lists that filters, scripts and
/// panels have in common.
struct ResponseRows
{
  /// Options of the objective, whose response is given otherwise; at most one entry. Without one,
  /// the objective is that of the whole mesh, all load cases and default parameters.
  std::vector<ResponseOptions> objective;
  std::vector<ConstraintRow> constraints;

  /// Sets the options of the objective, and appends the constraints.
  /// @throws Error as readResponse(), or for more than one entry of the objective
  void apply(OptimizationSettings& settings) const;
};

bool operator==(const ResponseRows& a, const ResponseRows& b);
inline bool operator!=(const ResponseRows& a, const ResponseRows& b)
{
  return !(a == b);
}

/// Gives responses that differ only in whether a default parameter is stated the same settings, so
/// that they are computed once.
void unifyResponses(OptimizationSettings& settings);
}

#endif
