#ifndef TRABECULA_RUN_RUN_H
#define TRABECULA_RUN_RUN_H

#include "Core/Communication/Processes/Agreement.h"
#include "Optimization/OptimizationTask.h"
#include "Run/Checkpoints.h"
#include "Run/IterateCache.h"
#include "Run/RunPlace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/// A problem for a run, with its place and checkpoints.
struct RunProblem : RunPlace
{
  std::unique_ptr<OptimizationTask> task;
  /// Continue from the present design if the new problem has the same design space; else restart
  /// from the problem's initial design. The same problem is always continued.
  bool fromPresentDesign = false;
  /// Continuing from the present design starts a new run with this design as its start; resumeFrom
  /// is then ignored.
  CheckpointSettings checkpoints;
  int number = 0; ///< RunIterate::problem of its iterates
};

/// Snapshot of a run.
struct RunSnapshot
{
  int history = 0; ///< incremented whenever the history is restarted
  HistoryColumns columns;
  std::vector<HistoryRow> rows; ///< of all iterates since the start of the history
  std::vector<std::shared_ptr<const RunIterate>> iterates; ///< iterates in the cache, in order
  std::string origin; ///< a sentence about the checkpoint that it was resumed from; empty if none
  Device device;
  std::size_t deviceMemory = 0; ///< bytes of the model; 0 if there is none
  int analyses = 0;             ///< number of iterates computed since construction
};

/**
 * A run of optimizations, for one problem after another: the model of the present problem, the
 * history, iterates within a memory budget, the state at the latest iterate, and checkpoints.
 *
 * It is called by a driver, from one thread at a time: SynchronousRun computes in the caller's
 * thread up to a requested iterate, BackgroundRun in a thread of its own or in slices. Only
 * snapshot() and setCacheBudget() may be called concurrently from another thread.
 *
 * Of several processes that compute together, the first one has the values of iterates and writes
 * checkpoints, which all of them read. All have the same history, but for times.
 */
class Run
{
public:
  /// @param goesBack whether evicted iterates can be recomputed, and a stopped set-up is repeated
  /// when an iterate is computed; this requires that the problem is kept
  explicit Run(bool goesBack) : CanRecompute(goesBack) {}

  /**
   * Switches to a problem. If it is the present one, nothing changes, or, without model, the run
   * continues from the latest iterate. Otherwise, or with another checkpoint to resume from, the
   * run restarts, or continues from the present design.
   *
   * @return false if there was nothing to do
   * @throws Error if the problem is not valid or not for the device, or its checkpoints cannot be
   * read or written: nothing is changed; or if memory runs out during set-up: then the model is
   * freed. SetupStopped if the observer asks to stop, unless goesBack.
   */
  bool changeProblem(RunProblem next, Observer& observer);

  /// See Optimization::setChangeTolerance().
  void setChangeTolerance(double tolerance) { this->Tolerance = tolerance; }
  double changeTolerance() const { return this->Tolerance; }
  /// Memory limit of the kept iterates, bytes.
  void setCacheBudget(std::size_t bytes);

  /// With goesBack: moves the model to the given iterate or an earlier one.
  /// @throws SetupStopped if the observer asks to stop, Error as changeProblem()
  void rewind(int number, Observer& observer);
  /// Computes the next iterate, to be added by take(). @throws Error as Optimization::step()
  StepStatus step(Observer& observer);
  /// Adds the iterate of the model to the history and the cache.
  /// @param requested number of the iterate that must be kept @param secondsHeld part of its time
  /// during which the optimization was paused
  void take(int requested, double secondsHeld = 0.0);
  /// Whether the model has an iterate that take() has not added, because it failed.
  bool hasUntaken() const
  {
    return this->iteration() >= 0 &&
      this->iteration() + this->Offset >= static_cast<int>(this->Rows.size());
  }
  /// Writes a checkpoint of the model's iterate if it is due or isLast.
  void keepCheckpoint(bool isLast, Observer& observer);
  /// Does work of a driver with the present problem, see Parts::together().
  void together(const std::function<void()>& work)
  {
    const std::shared_ptr<Parts> parts = this->Place.parts;
    parts ? parts->together(work) : work();
  }
  /// Whether the run stands at the same in all processes, see standing().
  bool isAlike() const
  {
    return !this->Place.parts || areAlike(*this->Place.parts, this->standing());
  }
  /// What the first process says.
  double ofFirst(double value) const;
  /// Numbers that are the same in all processes unless one has failed where others have not.
  std::vector<double> standing() const;
  /// Frees the model; keeps the state of its iterate, from which the run can continue.
  void release(Observer& observer);

  bool hasModel() const { return this->Model != nullptr; }
  /// Iteration of the model, counted from the start of its problem; -1 without model.
  int iteration() const { return this->Model ? this->Model->iteration() : -1; }
  /// The task of the present problem; null if there is none, or without goesBack.
  const OptimizationTask* task() const { return this->Task.get(); }
  const HistoryColumns& columns() const { return this->Columns; }
  /// Rows of all iterates since the start of the history, including evicted ones.
  const std::vector<HistoryRow>& rows() const { return this->Rows; }
  const IterateCache& cache() const { return this->Cache; }
  const Device& device() const { return this->UsedDevice; }
  /// Bytes that the model holds on the device.
  std::size_t deviceMemory() const { return this->Model ? this->Model->deviceMemory() : 0; }
  /// A sentence about the checkpoint that the run was resumed from; empty if none.
  std::string origin() const;
  /// Number of iterates computed since construction.
  int analyses() const { return this->Analyses; }

  RunSnapshot snapshot() const;

private:
  using Lock = std::lock_guard<std::mutex>;

  /// Data for continuing without model.
  struct Kept
  {
    OptimizationState state;
    std::uint64_t key = 0;
    int offset = 0;
  };
  /// Relation of a problem to the present run.
  struct Relation
  {
    std::uint64_t key = 0;
    std::uint64_t space = 0;
    bool isThere = false;    ///< it is the present problem, whose model exists or can be rebuilt
    bool isKnown = false;    ///< it is the present problem
    bool goesOn = false;     ///< it continues from the present design
    bool otherSpace = false; ///< it should continue, but has another design space
  };

  Relation relate(const RunProblem& next, const Device& device) const;
  /// Sends the warnings of a task as one message, unless it equals the last one.
  void tellWarnings(const OptimizationTask& task, Observer& observer);
  /// @param team that of the problem's place
  void adopt(RunProblem& next, const Relation& relation, const Parts& team,
    std::unique_ptr<Optimization> model, Checkpoints files);
  void startHistory(std::vector<HistoryRow> rows);
  void setColumns(const HistoryColumns& columns);
  /// Builds the model of the present problem again.
  void build(Observer& observer);
  /// Keeps the state of the model's iterate unless a later one is kept.
  void keepFront();
  void dropModel();
  bool isLatestOfProblem() const
  {
    return this->LatestState && this->LatestState->offset == this->Offset;
  }
  void show();

  const bool CanRecompute;
  double Tolerance = 0.0;

  // Data of the present problem.
  std::unique_ptr<OptimizationTask> Task;
  RunPlace Place;
  std::string Warnings;
  bool HasProblem = false;
  bool IsReproducible = false;
  std::uint64_t Key = 0;   ///< fingerprint of the problem
  std::uint64_t Space = 0; ///< fingerprint of its design space
  int Offset = 0;          ///< number of its first iterate
  int Number = 0;
  std::unique_ptr<Optimization> Model;
  Checkpoints Files;
  /// State of the latest iterate if the model is at an earlier one or does not exist; that of the
  /// previous problem until the present one has an iterate.
  std::optional<Kept> LatestState;

  // Data of snapshot(), which are changed only with the mutex locked.
  mutable std::mutex Mutex;
  int History = 0;
  HistoryColumns Columns;
  std::vector<HistoryRow> Rows;
  IterateCache Cache;
  Device UsedDevice;
  int Analyses = 0;
  std::size_t ShownMemory = 0;
  std::string ShownOrigin;
};
}

#endif
