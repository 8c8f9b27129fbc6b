#ifndef TRABECULA_TESTING_FILTERS_LIVEHOST_H
#define TRABECULA_TESTING_FILTERS_LIVEHOST_H

#include "TopologyPipelineFixture.h"

#include <functional>
#include <vector>

/// A background run as seen by its host: updates do not wait, and the host polls.
namespace trabecula::testing
{
/// Polls and updates a live source as ParaView's window does.
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

/// Returns a filter whose run is long enough to be observed while it proceeds.
vtkSmartPointer<vtkTopologyOptimize> makeLongFilter();
}

#endif
