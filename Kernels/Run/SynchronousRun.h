#ifndef TRABECULA_RUN_SYNCHRONOUSRUN_H
#define TRABECULA_RUN_SYNCHRONOUSRUN_H

#include "Run/Run.h"
#include "Run/RunObserver.h"

#include <cstddef>
#include <memory>

namespace trabecula
{
/// A run in the caller's thread, which computes up to a requested iterate.
class SynchronousRun
{
public:
  /// As Run::changeProblem(); a stopped set-up is repeated by computeTo().
  bool setProblem(RunProblem problem, RunObserver& observer);
  /// Writes a last checkpoint, and forgets the problem and its iterates.
  void close(RunObserver& observer);
  void setCacheBudget(std::size_t bytes) { this->Present->setCacheBudget(bytes); }
  /// See Optimization::setChangeTolerance(); may be called at any time.
  void setChangeTolerance(double tolerance) { this->Present->setChangeTolerance(tolerance); }

  /**
   * Computes iterates until the given one exists, the run has converged, or the observer asks to
   * stop.
   *
   * @param total number of the last iterate, for the progress text
   * @return false if stopped
   * @throws Error if the linear solver fails; earlier iterates are kept.
   */
  bool computeTo(int number, int total, RunObserver& observer);

  /// The iterate of a number; the converged one if that is earlier; else the last available one up
  /// to the number. Null before the first iterate.
  std::shared_ptr<const RunIterate> iterate(int number) const;
  /// The number, or that of the converged iterate if that is smaller.
  int clamp(int number) const;

  bool isEmpty() const { return this->Present->rows().empty(); }
  const Run& run() const { return *this->Present; }

private:
  /// computeTo() on each of several processes.
  bool computeHere(int number, int total, RunObserver& observer);
  bool isKept(int number) const
  {
    return this->Present->cache().find(this->clamp(number)) != nullptr;
  }

  std::unique_ptr<Run> Present = std::make_unique<Run>(true);
};
}

#endif
