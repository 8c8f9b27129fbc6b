#ifndef TRABECULA_FILTERS_LIVETOPOLOGYRUN_H
#define TRABECULA_FILTERS_LIVETOPOLOGYRUN_H

#include "InputStamp.h"
#include "ResultGeometry.h"
#include "TopologyIterateCache.h"
#include "TopologyOutputWriter.h"

#include "Run/BackgroundOptimization.h"

#include "vtkType.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace trabecula::filters
{
/**
 * A run in the background as a pipeline sees it: the iterates that have come so far, as arrays, and
 * what each was computed on.
 *
 * Everything here happens in the thread of the pipeline and takes no longer than copying.
 */
class LiveTopologyRun
{
public:
  /// Goes over to a problem; see BackgroundOptimization::compute().
  void compute(BackgroundProblem problem, const ResultGeometry& geometry);

  /// Takes what is new. @return true if there is anything to show: iterates, another state, errors
  bool poll();

  BackgroundOptimization& background() { return this->Background; }
  void setCacheBudget(std::size_t bytes);

  // As of the last poll.

  const BackgroundReport& report() const { return this->Last; }
  /// A problem is being set up or computed.
  bool isBusy() const;
  /// Null before the first.
  const TopologyIterate* latest() const { return this->Cache.last(); }
  /// Of the iterates that are there, the last up to a number; the first if there is none.
  const TopologyIterate* iterate(int number) const;
  /// Numbers of the iterates that are there, in order.
  std::vector<int> numbers() const { return this->Cache.numbers(); }
  /// Iterates computed since this object was made.
  int analyses() const { return this->Analyses; }

  /// What an iterate was computed on.
  const ResultGeometry& geometryOf(const TopologyIterate& iterate) const;
  const TopologyRunDescription& descriptionOf(const TopologyIterate& iterate) const;
  /// What the last iterate was computed on; empty before the first.
  const TopologyRunDescription& description() const;

  /// Number at which the last problem ends.
  int lastNumber() const;
  /// A warning of the library that has not been asked for yet; empty if there is none.
  std::string takeWarning();
  /// True once for each failure.
  bool takeFailure();

private:
  /// Iterates of one problem.
  struct Segment
  {
    ResultGeometry Geometry;
    TopologyRunDescription Description;
  };
  const Segment& segmentOf(const TopologyIterate& iterate) const;
  void take(const BackgroundIterate& iterate);

  BackgroundReport Last;
  std::uint64_t SeenNews = 0;
  TopologyIterateCache Cache;
  std::map<int, Segment> Problems; ///< by the number of the problem
  std::map<int, int> ProblemOf;    ///< by the number of the first iterate computed on it
  std::vector<std::string> Warnings;
  int Analyses = 0;
  bool FailureTaken = false;
  /// Last, as its thread is to end before anything else goes.
  BackgroundOptimization Background;
};
}

#endif
