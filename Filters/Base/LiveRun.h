#ifndef TRABECULA_FILTERS_LIVERUN_H
#define TRABECULA_FILTERS_LIVERUN_H

#include "ResultGeometry.h"

#include "Run/BackgroundRun.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace trabecula::filters
{
/// What designs are made of, for their mass and later analyses.
struct DesignMaterial
{
  std::string name;         ///< empty if no material was chosen
  double massDensity = 0.0; ///< 0 if unknown, as below
  double yieldStress = 0.0;
  double wholeMass = 0.0; ///< of the body with volume fraction 1
};

/// Input data of a problem that are required to write its results.
struct RunInput
{
  virtual ~RunInput() = default;

  ResultGeometry geometry;
  DesignMaterial solid;
  std::string device; ///< name of the device on which it was computed
};

/**
 * Pipeline interface of a background run: the available iterates, and the input of each.
 *
 * All methods must be called from the thread of the pipeline; none of them waits for the run. A run
 * of ranks that compute together is in slices of the thread of the pipeline, because no other
 * thread of ParaView may communicate; then all ranks call the same methods.
 */
class LiveRun
{
public:
  using Iterate = std::shared_ptr<const RunIterate>;

  explicit LiveRun(RunThread thread) : IsInSlices(thread == RunThread::Caller), Background(thread)
  {
  }

  /// Returns what a slice is expected to take; 0 if the run has a thread.
  double secondsOfSlice() const;
  /// Computes a slice, see BackgroundRun::advance(); without effect if the run has a thread.
  void advance();

  /// Switches to a problem; see BackgroundRun::compute().
  void compute(RunProblem problem, std::shared_ptr<RunInput> input);

  /// Fetches the state of the run. @return true if it has changed: new iterates, another state or
  /// errors
  bool poll();

  BackgroundRun& background() { return this->Background; }

  // The following methods return the state at the last poll.

  const BackgroundReport& report() const { return this->Last; }
  /// Whether a problem is being set up or computed.
  bool isBusy() const;
  /// Returns the last available iterate; null before the first.
  Iterate latest() const;
  /// Returns the last available iterate up to a number, or the first available one if there is
  /// none.
  Iterate iterate(int number) const;
  /// Returns the numbers of the available iterates in ascending order.
  std::vector<int> numbers() const;

  /// Returns the input of an iterate.
  const RunInput& inputOf(const RunIterate& iterate) const;
  /// Returns the input of the last iterate; null before the first.
  const RunInput* input() const;

  /// Returns RunIterate::problem of the first row of the history; negative if it is not known.
  int firstProblem() const { return this->FirstProblem; }
  /// Returns the number of the last iterate of the present problem.
  int lastNumber() const;
  /// Returns a sentence on the progress of the run and the checkpoint from which it resumes, if
  /// any.
  std::string describe() const;
  /// Returns the present activity of the run, in the iteration that follows those of the history.
  std::string activity() const;
  /// Returns the next warning of the library and removes it; empty if there is none.
  std::string takeWarning();
  /// Returns whether the run has failed; true once for each failure.
  bool takeFailure();

private:
  std::string describeState() const;
  /// Removes inputs that have no iterates, and sets the device of the others.
  void updateInputs();

  bool IsInSlices;
  BackgroundReport Last;
  std::uint64_t SeenRevision = 0;
  int FirstProblem = -1;
  std::map<int, std::shared_ptr<RunInput>> Inputs; ///< by the index of the problem
  std::vector<std::string> Warnings;
  bool FailureTaken = false;
  /// This must be the last member, because its thread must end before the other members are
  /// destroyed.
  BackgroundRun Background;
};
}

#endif
