#ifndef TRABECULA_RUN_TOPOLOGYCHECKPOINT_H
#define TRABECULA_RUN_TOPOLOGYCHECKPOINT_H

#include "Core/Device.h"
#include "Optimization/IterationRecord.h"
#include "Optimization/ProblemIdentity.h"
#include "Optimization/TopologyState.h"

#include <string>
#include <vector>

namespace trabecula
{
class TopologyOptimizer;

/**
 * A run of TopologyOptimizer at one iterate, on disk: the optimizer's state, the history up to it,
 * and what tells the problem and the device apart from others.
 *
 * The file, numbers as the writing machine has them (IEEE 754, two's complement):
 *
 *   8 bytes   the letters TRABCKPT
 *   uint32    0x01020304, which tells the order of bytes
 *   uint32    version of the format, 1
 *   uint64    number of bytes that follow, the checksum included
 *   int64     execution space: 0 host, 1 CUDA
 *   string    the device, as bitsOf() names it
 *   uint64    parts of the problem's identity, each
 *               string   name
 *               string   value
 *               uint64   fingerprint
 *   uint64    records of the history, from iteration 0, each
 *               int64    iteration, solver iterations
 *               double   compliance, objective, volume fraction, density change, residual, seconds
 *   double    leastModulus of TopologyState
 *   int64     updates and prepared of MovingAsymptotesState
 *   field     design, density, energies, adjoint, adjointEnergies, last, beforeLast,
 *             lowerAsymptotes, upperAsymptotes, in the order of the problem's mesh; empty where the
 *             problem has no use for it
 *   field     firstDensity
 *   uint64    load cases, each
 *               field    displacement
 *   uint64    checksum (Hash) of all that stands before it, the header, each number and the
 *             content of each string and field added by itself
 *
 * where a string is a uint64 count and as many bytes, and a field a uint64 count and as many
 * doubles.
 */
struct TopologyCheckpoint
{
  ExecutionSpace space = ExecutionSpace::Host;
  std::string device;
  ProblemIdentity problem;
  std::vector<IterationRecord> history; ///< from iteration 0; the last one is the state's
  /// TopologyProblem::initialDensity, which later iterates do not depend on any more.
  std::vector<double> firstDensity;
  TopologyState state;

  int iteration() const { return this->state.record.iteration; }
};

/// The iterate that an optimizer is at.
/// @param history from iteration 0, as far as the iterate at least
TopologyCheckpoint makeCheckpoint(const TopologyOptimizer& optimizer,
  const ProblemIdentity& problem, const std::vector<IterationRecord>& history,
  const std::vector<double>& firstDensity = {});

/**
 * Writes a file, by way of another one in the same folder that takes its place once all of it is on
 * the disk: if the process is killed, or the machine stops, the old file or the new one is there.
 *
 * @throws Error that says why it could not; what was there before stays
 */
void writeCheckpoint(const std::string& path, const TopologyCheckpoint& checkpoint);

/// Finds out whether a checkpoint can be written, before there is one. @throws Error if the folder
/// does not take files, or if the file is there and something else than a checkpoint.
void checkCheckpointTarget(const std::string& path);

/// @throws Error that says why, if the file cannot be read, is no checkpoint, is one of another
/// format or is damaged
TopologyCheckpoint readCheckpoint(const std::string& path);

/// @throws Error that says what differs, if a checkpoint is not of a problem, whichever density the
/// run began with: who resumes it takes the checkpoint's
void requireSameProblem(
  const std::string& path, const TopologyCheckpoint& checkpoint, const ProblemIdentity& problem);

/// Why a run that goes on from a checkpoint on a device is the same up to rounding only, as a
/// sentence; empty if it is the same bit for bit.
std::string whyNotSameBits(
  const TopologyCheckpoint& checkpoint, const Device& device, bool reproducible);

/// What has to be the same for the same bits: the device's name, and of a host the processor too.
std::string bitsOf(const Device& device);
}

#endif
