#ifndef TRABECULA_RUN_CHECKPOINTWRITER_H
#define TRABECULA_RUN_CHECKPOINTWRITER_H

#include "Optimization/Optimization.h"
#include "Optimization/ProblemIdentity.h"

#include <string>
#include <vector>

namespace trabecula
{
/**
 * Keeps one checkpoint of one run up to date: a process that is killed loses what was computed
 * since the last write, which is an interval of iterations at most.
 *
 * A file of the same problem that is further on is left alone until the run has overtaken it; any
 * other checkpoint is replaced. Of one thread at a time, whichever it is.
 */
class CheckpointWriter
{
public:
  /**
   * @param interval iterations from one write to the next, at least 1
   * @param start OptimizationTask::start()
   * @throws Error if no checkpoint can be written there; see checkCheckpointTarget()
   */
  CheckpointWriter(std::string path, int interval, ProblemIdentity problem, HistoryColumns columns,
    std::vector<double> start = {});

  void setInterval(int interval) { this->Interval = interval; }

  /// Whether keep(), or keepNow() if it is the last for now, would write an iterate.
  bool isDue(int iteration, bool isLast) const
  {
    return iteration > this->Written && (isLast || iteration - this->Tried >= this->Interval);
  }
  /// Writes the optimization's iterate if it is due: an interval after the one before.
  /// @param history from iteration 0, as far as the iterate at least
  /// @return true if it was written
  /// @throws Error if that fails; the run can go on, and the next try is an interval later
  bool keep(const Optimization& optimization, const std::vector<HistoryRow>& history);
  /// The same wherever the interval is, unless the file has the iterate, or a later one, already.
  bool keepNow(const Optimization& optimization, const std::vector<HistoryRow>& history);

  const std::string& path() const { return this->Path; }
  /// Iteration that the file has, -1 if it has none of this problem.
  int iteration() const { return this->Written; }

private:
  std::string Path;
  int Interval;
  ProblemIdentity Problem;
  HistoryColumns Columns;
  std::vector<double> Start;
  int Written = -1;
  int Tried = 0; ///< iteration of the last write, whether or not it succeeded
};
}

#endif
