#ifndef TRABECULA_RUN_CHECKPOINTS_H
#define TRABECULA_RUN_CHECKPOINTS_H

#include "Optimization/OptimizationTask.h"
#include "Run/Checkpoint.h"
#include "Run/CheckpointWriter.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/// Settings of checkpoints.
struct CheckpointSettings
{
  std::string file;       ///< file to write; empty means none
  int interval = 10;      ///< iterations from one write to the next
  std::string resumeFrom; ///< file to start from; empty means from the first iteration
};

/// The checkpoints of one run: that from which it is resumed, and that which it writes.
class Checkpoints
{
public:
  Checkpoints() = default;
  /**
   * Reads and checks the file to resume from, and checks whether the other file can be written.
   *
   * @param before checkpoints of the previous run; if problem and file to resume from are the same,
   * or there is no such file, that run is continued
   * @param sameProblem whether the previous run has the same problem
   * @param goesOn whether the run continues from the present design; the file to resume from is
   * then ignored
   * @throws Error naming the file
   */
  Checkpoints(const CheckpointSettings& settings, const OptimizationTask& task,
    const Checkpoints& before, bool sameProblem, bool goesOn = false);

  /// Whether the run must start from resumed().
  bool startsOver() const { return this->StartsOver; }
  /// The checkpoint to resume from, whose start must be given to the task. Null if the run starts
  /// at the first iteration or is continued.
  const Checkpoint* resumed() const { return this->Resumed ? &*this->Resumed : nullptr; }
  /// Moves resumed() out of this object; origin() is unchanged.
  std::optional<Checkpoint> takeResumed();

  /// A sentence about the checkpoint that the run was resumed from, for its status; empty if none.
  std::string origin(const Device& device, bool reproducible) const;

  /// Whether keep() would write an iterate.
  bool isDue(int iteration, bool isLast) const
  {
    return this->Writer && this->Writer->isDue(iteration, isLast);
  }
  /// Writes the optimization's iterate if it is due or isLast. A failure is reported to the
  /// observer, once until a write succeeds, and does not end the run.
  void keep(const Optimization& optimization, const std::vector<HistoryRow>& history, bool isLast,
    Observer& observer);

private:
  CheckpointSettings Settings;
  bool StartsOver = false;
  std::optional<Checkpoint> Resumed;
  /// Input of origin(): a checkpoint without its fields, and its file.
  Checkpoint Origin;
  std::string OriginFile;
  std::shared_ptr<CheckpointWriter> Writer;
  std::string Failure; ///< the last reported failure
};
}

#endif
