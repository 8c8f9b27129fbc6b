#ifndef TRABECULA_RUN_CHECKPOINT_H
#define TRABECULA_RUN_CHECKPOINT_H

#include "Core/Device.h"
#include "Optimization/Optimization.h"
#include "Optimization/Settings/ProblemIdentity.h"

#include <string>
#include <vector>

namespace trabecula
{
/**
 * A run of an optimization at one iterate, on disk: the state of the optimization, the history up
 * to it, and the identity of the problem and the device.
 *
 * File format, numbers in the byte order of the writing machine (IEEE 754, two's complement):
 *
 *   8 bytes   the letters TRABCKPT
 *   uint32    0x01020304, which identifies the byte order
 *   uint32    version of the format, 2
 *   uint64    number of bytes that follow, the checksum included
 *   int64     execution space: 0 host, 1 CUDA
 *   string    the device, as reproducibilityKey() names it
 *   uint64    parts of the problem's identity, each
 *               string   name
 *               string   value
 *               uint64   fingerprint
 *   uint64    columns of the history, each
 *               string   name
 *               int64    role: 0 other, 1 objective, 2 change, 3 seconds
 *               int64    1 if its values are integers, else 0
 *   uint64    rows of the history, from iteration 0, each
 *               int64    iteration
 *               field    a value for each column
 *   uint64    scalars of the state, each
 *               string   name
 *               double   value
 *   uint64    fields of the state, each
 *               string   name
 *               field    values, in the order of the problem's mesh
 *   field     the initial design, as OptimizationTask::start()
 *   uint64    checksum (Hash) of all preceding data, the header, each number and the
 *             content of each string and field added by itself
 *
 * where a string is a uint64 count and as many bytes, and a field a uint64 count and as many
 * doubles. Files of version 1 are read too; see CheckpointVersion1.h.
 */
struct Checkpoint
{
  ExecutionSpace space = ExecutionSpace::Host;
  std::string device;
  ProblemIdentity problem;
  HistoryColumns columns;
  std::vector<HistoryRow> history; ///< from iteration 0 to that of the state
  /// OptimizationTask::start(), on which later iterates do not depend.
  std::vector<double> start;
  OptimizationState state;

  int iteration() const { return this->state.iteration(); }
};

/// The checkpoint of an optimization's last iterate.
/// @param history from iteration 0, at least up to the iterate
Checkpoint makeCheckpoint(const Optimization& optimization, const ProblemIdentity& problem,
  const HistoryColumns& columns, const std::vector<HistoryRow>& history,
  const std::vector<double>& start = {});

/**
 * Writes a file atomically: a temporary file in the same folder is renamed after it has been
 * flushed to disk, so that after a crash either the old or the new file exists.
 *
 * @throws Error with the reason of a failure; the old file is then kept
 */
void writeCheckpoint(const std::string& path, const Checkpoint& checkpoint);

/// Checks in advance whether a checkpoint can be written. @throws Error if the folder is not
/// writable, or if the file exists and is not a checkpoint.
void checkCheckpointTarget(const std::string& path);

/// Reads a checkpoint of any known version of the format. @throws Error with the reason if the file
/// cannot be read, is not a checkpoint, has an unknown version or is damaged
Checkpoint readCheckpoint(const std::string& path);

/// Checks that a checkpoint is of the given problem. The initial design may differ, as a resumed
/// run uses that of the checkpoint. @throws Error naming the differences
void requireSameProblem(
  const std::string& path, const Checkpoint& checkpoint, const ProblemIdentity& problem);

/// A sentence that states why a run that is resumed from a checkpoint on a device is not bitwise
/// equal to the original; empty if it is.
std::string reproducibilityNote(
  const Checkpoint& checkpoint, const Device& device, bool reproducible);

/// A text that is equal for devices with bitwise equal results: the name of the device, and for a
/// host the model of the processor.
std::string reproducibilityKey(const Device& device);
}

#endif
