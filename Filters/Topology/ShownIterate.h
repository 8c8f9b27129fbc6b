#ifndef TRABECULA_FILTERS_SHOWNITERATE_H
#define TRABECULA_FILTERS_SHOWNITERATE_H

#include "LiveRun.h"

#include <memory>
#include <string>
#include <vector>

namespace trabecula::filters
{
/// The problem that an optimization filter makes of its input, and the input data for writing
/// results.
struct RunSetup
{
  std::unique_ptr<OptimizationTask> task;
  std::shared_ptr<RunInput> input;
  /// What is surrounded by cells that remain solid, as worded in notes.
  std::string conditions = "loads and supports";
  std::string note; ///< a sentence on the problem; may be empty
};

/// The iterate that an output shows, and its input. Valid until the run continues.
struct ShownIterate
{
  /// Null if there is none; the other pointers are then null, too.
  std::shared_ptr<const RunIterate> iterate;
  const HistoryColumns* columns = nullptr;
  const std::vector<HistoryRow>* rows = nullptr; ///< rows of the whole run
  const RunInput* input = nullptr;
  /// RunIterate::problem of the first row; negative if it is not known.
  int firstProblem = 0;
};
}

#endif
