#ifndef TRABECULA_RUN_RUN_H
#define TRABECULA_RUN_RUN_H

#include "Optimization/OptimizationTask.h"
#include "Run/Checkpoints.h"
#include "Run/IterateCache.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/// What to compute.
struct RunProblem
{
  std::unique_ptr<OptimizationTask> task;
  DeviceRequest device = DeviceRequest::Automatic;
  std::size_t memoryLimit = 0; ///< as for OptimizationTask::checkDevice()
  int threads = 0;             ///< as for setHostThreads()
  /// Go on from the present design where that is a design of the new problem, too; else start over
  /// from the problem's own start. Where the problem is the present one, it goes on anyway.
  bool fromPresentDesign = false;
  /// Going on from the present design starts a run of its own, whose start the file has; nothing is
  /// resumed then.
  CheckpointSettings checkpoints;
  int number = 0; ///< that its iterates have as RunIterate::problem
};

/// What there is of a run at one moment.
struct RunSnapshot
{
  int history = 0; ///< grows by one whenever the history starts over
  HistoryColumns columns;
  std::vector<HistoryRow> rows; ///< of all iterates since the history started
  std::vector<std::shared_ptr<const RunIterate>> iterates; ///< those that are kept, in order
  std::string origin; ///< a sentence on the checkpoint it was resumed from; empty if none
  Device device;
  std::size_t deviceMemory = 0; ///< bytes of the model; 0 if there is none
  int analyses = 0;             ///< iterates computed since the run was made
};

/**
 * A run of any optimization, problem after problem: the model of the present problem, the history,
 * iterates within a budget, the state at the furthest iterate, and checkpoints.
 *
 * It computes nothing by itself: a driver calls it, always from one thread at a time. PlainRun
 * computes in the caller's thread up to the iterate that is wanted, BackgroundRun in a thread of
 * its own. Only look() and setCacheBudget() may be called from another thread meanwhile.
 */
class Run
{
public:
  /// @param goesBack iterates that are no longer kept can be computed again, and a set-up that was
  /// stopped is taken up again when something is computed: both need the problem, which is kept
  explicit Run(bool goesBack) : GoesBack(goesBack) {}

  /**
   * Goes over to a problem. If it is the present one, everything stays, or goes on from the
   * furthest iterate where the model is gone. Otherwise, or if there is another checkpoint to
   * resume from, the run starts over, or goes on from the present design.
   *
   * @return false if nothing was to be done
   * @throws Error if the problem is not valid or not for the device, or its checkpoints cannot be
   * read or written: everything stays as it was; or if memory runs out all the same: only the model
   * is gone then. SetupStopped if the observer asks to stop, unless the run goes back.
   */
  bool goOver(RunProblem next, Observer& observer);

  /// When the optimization has converged; see Optimization::setChangeTolerance().
  void setChangeTolerance(double tolerance) { this->Tolerance = tolerance; }
  double changeTolerance() const { return this->Tolerance; }
  /// Bytes of iterates to keep.
  void setCacheBudget(std::size_t bytes);

  /// Brings a run that goes back before an iterate, or to it, from wherever it is.
  /// @throws SetupStopped if the observer asks to stop, Error as goOver()
  void goBefore(int number, Observer& observer);
  /// Computes the next iterate, which take() then adds. @throws Error as Optimization::step()
  StepStatus step(Observer& observer);
  /// Adds the iterate of the model to the history and to those that are kept.
  /// @param requested number of the iterate that must be kept @param secondsHeld of its time, in
  /// which the optimization waited
  void take(int requested, double secondsHeld = 0.0);
  /// Writes a checkpoint of the model's iterate if it is due, or if it is the last for now.
  void keepCheckpoint(bool isLast, Observer& observer);
  /// Frees the model; keeps what it takes to go on with the iterate that it was at.
  void release(Observer& observer);

  bool hasModel() const { return this->Model != nullptr; }
  /// The model's, counted from the start of its problem; -1 if there is none.
  int iteration() const { return this->Model ? this->Model->iteration() : -1; }
  /// Null if there is none, or if the run does not go back.
  const OptimizationTask* task() const { return this->Task.get(); }
  const HistoryColumns& columns() const { return this->Columns; }
  /// Of all iterates since the history started, those that are no longer kept included.
  const std::vector<HistoryRow>& rows() const { return this->Rows; }
  const IterateCache& cache() const { return this->Cache; }
  const Device& device() const { return this->UsedDevice; }
  /// Bytes that the model holds on the device.
  std::size_t deviceMemory() const { return this->Model ? this->Model->deviceMemory() : 0; }
  /// A sentence on where the run was resumed; empty if it was not.
  std::string origin() const;
  /// Iterates computed since this object was made.
  int analyses() const { return this->Analyses; }

  RunSnapshot look() const;

private:
  using Lock = std::lock_guard<std::mutex>;

  /// What it takes to go on where there is no model.
  struct Kept
  {
    OptimizationState state;
    std::uint64_t key = 0;
    int offset = 0;
  };
  /// How a problem relates to the run so far.
  struct Relation
  {
    std::uint64_t key = 0;
    std::uint64_t space = 0;
    bool isThere = false;    ///< it is the present one, and nothing needs to be built
    bool isKnown = false;    ///< it is the present one
    bool goesOn = false;     ///< from the present design
    bool otherSpace = false; ///< it was to go on, but the present design is none of its designs
  };

  Relation relate(const RunProblem& next, const Device& device) const;
  void adopt(RunProblem& next, const Relation& relation, std::unique_ptr<Optimization> model,
    Checkpoints files);
  void startHistory(std::vector<HistoryRow> rows);
  void setColumns(const HistoryColumns& columns);
  /// Builds the present problem's model anew.
  void build(Observer& observer);
  /// Keeps the state of the model's iterate unless that of a later one is kept.
  void keepFront();
  void dropModel();
  bool isFrontOfPresent() const { return this->Front && this->Front->offset == this->Offset; }
  void show();

  const bool GoesBack;
  double Tolerance = 0.0;

  // The present problem.
  std::unique_ptr<OptimizationTask> Task;
  DeviceRequest RequestedDevice = DeviceRequest::Automatic;
  std::size_t MemoryLimit = 0;
  int Threads = 0;
  bool HasProblem = false;
  bool IsReproducible = false;
  std::uint64_t Key = 0;   ///< its fingerprint
  std::uint64_t Space = 0; ///< of its designs
  int Offset = 0;          ///< number of its first iterate
  int Number = 0;
  std::unique_ptr<Optimization> Model;
  Checkpoints Files;
  /// The furthest iterate where the model is at an earlier one or not there; until the present
  /// problem has an iterate, that of the one before it.
  std::optional<Kept> Front;

  // Changed with the mutex locked, so that others can look.
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
