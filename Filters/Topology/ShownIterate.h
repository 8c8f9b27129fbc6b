#ifndef TRABECULA_FILTERS_SHOWNITERATE_H
#define TRABECULA_FILTERS_SHOWNITERATE_H

#include "LiveRun.h"

#include <memory>
#include <string>
#include <vector>

namespace trabecula::filters
{
/// A problem that an optimizing filter makes of its input, and what its results are written with.
struct RunSetup
{
  std::unique_ptr<OptimizationTask> task;
  std::shared_ptr<RunInput> input;
};

/// An iterate that an output is to show, and what it was computed on. Valid until the run goes on.
struct ShownIterate
{
  std::shared_ptr<const RunIterate> iterate; ///< null if there is none; then nothing else is set
  const HistoryColumns* columns = nullptr;
  const std::vector<HistoryRow>* rows = nullptr; ///< of the whole run
  const RunInput* input = nullptr;
};
}

#endif
