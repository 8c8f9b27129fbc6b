#ifndef TRABECULA_RUN_CHECKPOINT_H
#define TRABECULA_RUN_CHECKPOINT_H

#include "Core/Device.h"
#include "Optimization/Optimization.h"
#include "Optimization/ProblemIdentity.h"

#include <string>
#include <vector>

namespace trabecula
{
/**
 * A run of an optimization at one iterate, on disk: the state of the optimization, the history up
 * to it, and what tells the problem and the device apart from others.
 *
 * The file, numbers as the writing machine has them (IEEE 754, two's complement):
 *
 *   8 bytes   the letters TRABCKPT
 *   uint32    0x01020304, which tells the order of bytes
 *   uint32    version of the format, 2
 *   uint64    number of bytes that follow, the checksum included
 *   int64     execution space: 0 host, 1 CUDA
 *   string    the device, as bitsOf() names it
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
 *   field     what the run began with, as OptimizationTask::start()
 *   uint64    checksum (Hash) of all that stands before it, the header, each number and the
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
  std::vector<HistoryRow> history; ///< from iteration 0; the last one is the state's
  /// OptimizationTask::start(), which later iterates do not depend on any more.
  std::vector<double> start;
  OptimizationState state;

  int iteration() const { return this->state.iteration(); }
};

/// The iterate that an optimization is at.
/// @param history from iteration 0, as far as the iterate at least
Checkpoint makeCheckpoint(const Optimization& optimization, const ProblemIdentity& problem,
  const HistoryColumns& columns, const std::vector<HistoryRow>& history,
  const std::vector<double>& start = {});

/**
 * Writes a file, by way of another one in the same folder that takes its place once all of it is on
 * the disk: if the process is killed, or the machine stops, the old file or the new one is there.
 *
 * @throws Error that says why it could not; what was there before stays
 */
void writeCheckpoint(const std::string& path, const Checkpoint& checkpoint);

/// Finds out whether a checkpoint can be written, before there is one. @throws Error if the folder
/// does not take files, or if the file is there and something else than a checkpoint.
void checkCheckpointTarget(const std::string& path);

/// @throws Error that says why, if the file cannot be read, is no checkpoint, is one of another
/// format or is damaged
Checkpoint readCheckpoint(const std::string& path);

/// @throws Error that says what differs, if a checkpoint is not of a problem, whatever the
/// run began with: who resumes it takes the checkpoint's
void requireSameProblem(
  const std::string& path, const Checkpoint& checkpoint, const ProblemIdentity& problem);

/// Why a run that goes on from a checkpoint on a device is the same up to rounding only, as a
/// sentence; empty if it is the same bit for bit.
std::string whyNotSameBits(const Checkpoint& checkpoint, const Device& device, bool reproducible);

/// What has to be the same for the same bits: the device's name, and of a host the processor too.
std::string bitsOf(const Device& device);
}

#endif
