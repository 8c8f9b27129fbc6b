#ifndef TRABECULA_TESTING_FILTERS_LIVEHOST_H
#define TRABECULA_TESTING_FILTERS_LIVEHOST_H

#include "TopologyPipelineFixture.h"

#include <functional>
#include <vector>

/// A run in the background, as one who hosts it sees it: updates do not wait, and the host polls.
namespace trabecula::testing
{
/// What ParaView's window does with a live source.
class LiveHost
{
public:
  explicit LiveHost(vtkTopologyOptimize* filter);

  /// Polls, and updates when there is news, until a condition holds.
  void pollUntil(const std::function<bool()>& condition);
  void pollUntilState(int state);
  void pollUntilIteration(int number);
  std::vector<double> times();

  double Time = 0.0;
  int Updates = 0;

private:
  vtkTopologyOptimize* Filter;
};

/// 0, 1, ..., last.
std::vector<double> iterationsUpTo(int last);

/// Long enough to be caught while it runs.
vtkSmartPointer<vtkTopologyOptimize> makeLongFilter();
}

#endif
