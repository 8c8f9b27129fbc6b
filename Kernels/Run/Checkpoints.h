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
/// What a user wants of checkpoints.
struct CheckpointSettings
{
  std::string file;       ///< to keep up to date; empty means none
  int interval = 10;      ///< iterations from one write to the next
  std::string resumeFrom; ///< to start from; empty means from the first iteration
};

/// The checkpoints of one run: the one that it is resumed from and the one that is kept.
class Checkpoints
{
public:
  Checkpoints() = default;
  /**
   * Reads and checks the file to resume from, and finds out whether the other one can be written.
   *
   * @param before of the run before this one; if that has the same problem and was resumed from
   * the same file, or was not resumed either, the run goes on as it is
   * @param sameProblem whether it has
   * @param goesOn from a design that is there, whatever there is to resume
   * @throws Error naming the file
   */
  Checkpoints(const CheckpointSettings& settings, const OptimizationTask& task,
    const Checkpoints& before, bool sameProblem, bool goesOn = false);

  /// The run has to start from resumed().
  bool startsOver() const { return this->StartsOver; }
  /// Null if the run starts at the first iteration, or goes on. Its start is to be the task's.
  const Checkpoint* resumed() const { return this->Resumed ? &*this->Resumed : nullptr; }
  /// Gives it away; what origin() says stays.
  std::optional<Checkpoint> takeResumed();

  /// A sentence on where the run was resumed, for its status; empty if it was not.
  std::string origin(const Device& device, bool reproducible) const;

  /// Whether keep() would write an iterate.
  bool isDue(int iteration, bool isLast) const
  {
    return this->Writer && this->Writer->isDue(iteration, isLast);
  }
  /// Writes the optimization's iterate if it is due, or wherever it is if it is the last for now.
  /// A write that fails is the observer's to report, not the run's end.
  void keep(const Optimization& optimization, const std::vector<HistoryRow>& history, bool isLast,
    Observer& observer);

private:
  CheckpointSettings Settings;
  bool StartsOver = false;
  std::optional<Checkpoint> Resumed;
  /// What origin() is made from: a checkpoint without its fields, and its file.
  Checkpoint Origin;
  std::string OriginFile;
  std::shared_ptr<CheckpointWriter> Writer;
};
}

#endif
