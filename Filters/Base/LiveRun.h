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
/// What a problem was made of, for those who write its results.
struct RunInput
{
  virtual ~RunInput() = default;

  ResultGeometry geometry;
  std::string device; ///< name of the one that it was computed on
};

/**
 * A run in the background as a pipeline sees it: the iterates that are there, and what each was
 * computed on.
 *
 * Everything here happens in the thread of the pipeline and takes no time to speak of.
 */
class LiveRun
{
public:
  using Iterate = std::shared_ptr<const RunIterate>;

  /// Goes over to a problem; see BackgroundRun::compute().
  void compute(RunProblem problem, std::shared_ptr<RunInput> input);

  /// Takes what is new. @return true if there is anything to show: iterates, another state, errors
  bool poll();

  BackgroundRun& background() { return this->Background; }

  // As of the last poll.

  const BackgroundReport& report() const { return this->Last; }
  /// A problem is being set up or computed.
  bool isBusy() const;
  /// Null before the first.
  Iterate latest() const;
  /// Of the iterates that are there, the last up to a number; the first if there is none.
  Iterate iterate(int number) const;
  /// Numbers of the iterates that are there, in order.
  std::vector<int> numbers() const;

  /// What an iterate was computed on.
  const RunInput& inputOf(const RunIterate& iterate) const;
  /// What the last iterate was computed on; null before the first.
  const RunInput* input() const;

  /// Number at which the last problem ends.
  int lastNumber() const;
  /// A warning of the library that has not been asked for yet; empty if there is none.
  std::string takeWarning();
  /// True once for each failure.
  bool takeFailure();

private:
  /// Forgets problems that no iterate is of, and notes the device of the others.
  void updateInputs();

  BackgroundReport Last;
  std::uint64_t SeenNews = 0;
  std::map<int, std::shared_ptr<RunInput>> Inputs; ///< by the number of the problem
  std::vector<std::string> Warnings;
  bool FailureTaken = false;
  /// Last, as its thread is to end before anything else goes.
  BackgroundRun Background;
};
}

#endif
