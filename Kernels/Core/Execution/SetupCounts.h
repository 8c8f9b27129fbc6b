#ifndef TRABECULA_CORE_EXECUTION_SETUPCOUNTS_H
#define TRABECULA_CORE_EXECUTION_SETUPCOUNTS_H

#include <atomic>
#include <cstdint>

namespace trabecula
{
/// How often the costly parts of set-ups were computed in this process. Tests verify by these
/// counts that each is computed once.
struct SetupCounts
{
  std::atomic<std::int64_t> validations = 0; ///< of problems of topology optimization
  std::atomic<std::int64_t> multigridChoices = 0;
  std::atomic<std::int64_t> meshfreeStructures = 0;
  std::atomic<std::int64_t> initialLevelSets = 0;
};

/// The counts of this process.
inline SetupCounts& setupCounts()
{
  static SetupCounts counts;
  return counts;
}
}

#endif
