#ifndef TRABECULA_RUN_PLAINRUN_H
#define TRABECULA_RUN_PLAINRUN_H

#include "Run/Run.h"
#include "Run/RunObserver.h"

#include <cstddef>
#include <memory>

namespace trabecula
{
/// A run in the caller's thread, which computes up to the iterate that is asked for.
class PlainRun
{
public:
  /// As Run::goOver(), where a set-up that is stopped is taken up again by computeTo().
  bool setProblem(RunProblem problem, RunObserver& observer);
  void setCacheBudget(std::size_t bytes) { this->Present.setCacheBudget(bytes); }
  /// When the run has converged; may be changed at any time.
  void setChangeTolerance(double tolerance) { this->Present.setChangeTolerance(tolerance); }

  /**
   * Computes on until an iterate is there, the run has converged before it, or the observer asks to
   * stop.
   *
   * @param total number of the last iterate, for the text of progress
   * @return false if stopped
   * @throws Error if the linear solver fails; the iterates before stay.
   */
  bool computeTo(int number, int total, RunObserver& observer);

  /// Of the iterates up to a number that are there: the one of that number, of convergence if that
  /// came earlier, else the last. Null before the first.
  std::shared_ptr<const RunIterate> iterate(int number) const;
  /// The number of the iterate that stands for a number: convergence may come earlier.
  int clamp(int number) const;

  bool isEmpty() const { return this->Present.rows().empty(); }
  const Run& run() const { return this->Present; }

private:
  bool isKept(int number) const
  {
    return this->Present.cache().find(this->clamp(number)) != nullptr;
  }

  Run Present{ true };
};
}

#endif
