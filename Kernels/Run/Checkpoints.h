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

/// The checkpoints of one run: the one that it is resumed from and the one that is written.
class Checkpoints
{
public:
  Checkpoints() = default;
  /**
   * Reads and checks the file to resume from, and checks whether the other one can be written.
   *
   * @param before those of the previous run; with the same problem and the same file to resume
   * from, or none, that run is continued
   * @param sameProblem whether the previous run has the same problem
   * @param goesOn continue from the present design; the file to resume from is ignored
   * @throws Error naming the file
   */
  Checkpoints(const CheckpointSettings& settings, const OptimizationTask& task,
    const Checkpoints& before, bool sameProblem, bool goesOn = false);

  /// Whether the run must start from resumed().
  bool startsOver() const { return this->StartsOver; }
  /// Null if the run starts at the first iteration, or is continued. The task must get its start.
  const Checkpoint* resumed() const { return this->Resumed ? &*this->Resumed : nullptr; }
  /// Moves it out; origin() is unchanged.
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
  std::string Failure; ///< that has been reported
};
}

#endif
