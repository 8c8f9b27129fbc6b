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
/// Input data of a problem that are needed to write its results.
struct RunInput
{
  virtual ~RunInput() = default;

  ResultGeometry geometry;
  std::string device; ///< name of the device that it was computed on
};

/**
 * Pipeline interface of a background run: the available iterates, and the input of each.
 *
 * To be called from the thread of the pipeline; no call waits for the run.
 */
class LiveRun
{
public:
  using Iterate = std::shared_ptr<const RunIterate>;

  /// Switches to a problem; see BackgroundRun::compute().
  void compute(RunProblem problem, std::shared_ptr<RunInput> input);

  /// Fetches news of the run. @return true if there are any: iterates, another state, errors
  bool poll();

  BackgroundRun& background() { return this->Background; }

  // As of the last poll.

  const BackgroundReport& report() const { return this->Last; }
  /// Whether a problem is being set up or computed.
  bool isBusy() const;
  /// The last available iterate; null before the first.
  Iterate latest() const;
  /// The last available iterate up to a number; the first available one if there is none.
  Iterate iterate(int number) const;
  /// Numbers of the available iterates, in order.
  std::vector<int> numbers() const;

  /// The input of an iterate.
  const RunInput& inputOf(const RunIterate& iterate) const;
  /// The input of the last iterate; null before the first.
  const RunInput* input() const;

  /// RunIterate::problem of the first row of the history; negative if it is not known.
  int firstProblem() const { return this->FirstProblem; }
  /// Number of the last iterate of the present problem.
  int lastNumber() const;
  /// A sentence on the progress of the run, with the checkpoint that it resumes from, if any.
  std::string describe() const;
  /// The present activity of the run, in the iteration after those in the history.
  std::string activity() const;
  /// The next warning of the library that has not been returned yet; empty if there is none.
  std::string takeWarning();
  /// Whether the run has failed; true once for each failure.
  bool takeFailure();

private:
  std::string describeState() const;
  /// Drops inputs without iterates, and sets the device of the others.
  void updateInputs();

  BackgroundReport Last;
  std::uint64_t SeenRevision = 0;
  int FirstProblem = -1;
  std::map<int, std::shared_ptr<RunInput>> Inputs; ///< by the number of the problem
  std::vector<std::string> Warnings;
  bool FailureTaken = false;
  /// This is the last member, as its thread must end before the others are destroyed.
  BackgroundRun Background;
};
}

#endif
