#ifndef TRABECULA_RUN_CHECKPOINTWRITER_H
#define TRABECULA_RUN_CHECKPOINTWRITER_H

#include "Optimization/Optimization.h"
#include "Optimization/Settings/ProblemIdentity.h"

#include <string>
#include <vector>

namespace trabecula
{
/**
 * Updates the checkpoint of one run, so that a killed process loses at most an interval of
 * iterations.
 *
 * A file of the same problem with a later iteration is kept until the run has passed that
 * iteration; any other checkpoint is replaced. Temporary files of the same checkpoint that killed
 * processes have left are removed. Not thread-safe.
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

  /// Whether keep() would write; with isLast, whether keepNow() would.
  bool isDue(int iteration, bool isLast) const
  {
    return iteration > this->Written && (isLast || iteration - this->Tried >= this->Interval);
  }
  /// Writes the optimization's iterate if it is an interval after the previous write.
  /// @param history from iteration 0, at least up to the iterate
  /// @return true if it was written
  /// @throws Error if writing fails; the run can continue, and the next attempt is an interval
  /// later
  bool keep(const Optimization& optimization, const std::vector<HistoryRow>& history);
  /// Writes the iterate independently of the interval, unless the file already has this or a later
  /// one.
  bool keepNow(const Optimization& optimization, const std::vector<HistoryRow>& history);

  const std::string& path() const { return this->Path; }
  /// Iteration of the file; -1 if the file does not exist or is of another problem.
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
