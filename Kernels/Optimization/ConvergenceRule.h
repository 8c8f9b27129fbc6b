#ifndef TRABECULA_OPTIMIZATION_CONVERGENCERULE_H
#define TRABECULA_OPTIMIZATION_CONVERGENCERULE_H

#include "Optimization/History.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
/// A volume fraction that the latest iterates must have for a run to have converged: schemes that
/// approach it in steps may change the objective little on the way.
struct SettledVolume
{
  static constexpr double Tolerance = 1e-6;
  static constexpr int Iterates = 10; ///< that must have it, the last one among them

  double fraction = 0.0;

  bool isAt(double volumeFraction) const
  {
    return std::abs(volumeFraction - this->fraction) <= Tolerance;
  }
};

/// The rule by which a run of a method has converged: at the first iterate with a change below the
/// tolerance for which isSettled() is true.
struct ConvergenceRule
{
  int firstIteration = 1; ///< that can be the last one
  std::optional<SettledVolume> settledVolume;
  /// Columns, and the values that they must have at this design and those before it: parameters
  /// that are changed during a run and never reduced.
  std::vector<std::pair<std::string, double>> finalValues;
  int finalIterates = 2; ///< number of the designs that must have them, the last among them

  /// Returns the column of the first of finalValues that is not reached; empty if all are reached.
  std::string unfinished(
    const HistoryColumns& columns, const std::vector<HistoryRow>& rows, int iteration) const;
  /// @param rows of a history from iteration 0 on, at least up to the iteration
  bool isSettled(
    const HistoryColumns& columns, const std::vector<HistoryRow>& rows, int iteration) const;
  /// The first iteration at which the run has converged; nothing if it has not.
  /// @param tolerance on the column of ColumnRole::Change
  std::optional<int> convergedIteration(
    const HistoryColumns& columns, const std::vector<HistoryRow>& rows, double tolerance) const;
};
}

#endif
