#ifndef TRABECULA_FILTERS_TOPOLOGYSESSION_H
#define TRABECULA_FILTERS_TOPOLOGYSESSION_H

#include "TopologyIterateCache.h"

#include "Run/TopologyCheckpoints.h"
#include "Optimization/TopologyOptimizer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace trabecula::filters
{
class FilterObserver;

/**
 * A run of the optimizer that remembers: the problem, the optimizer at its last iterate, the
 * iterates computed so far and their history.
 */
class TopologySession
{
public:
  /**
   * Goes over to a problem. If it has the same iterates as the present one, everything stays;
   * otherwise, or if there is another checkpoint to resume from, the run starts over.
   *
   * @return true if the run starts over
   * @throws Error if the problem is not valid or not for the device, or its checkpoints cannot be
   * read or written, and leaves the session as it was; if memory runs out all the same, in which
   * case the iterates computed so far can still be looked at.
   */
  bool setProblem(TopologyProblem problem, DeviceRequest device, std::size_t memoryLimit,
    const CheckpointSettings& checkpoints, FilterObserver& observer);

  void setCacheBudget(std::size_t bytes) { this->Cache.setBudget(bytes); }
  /// When the run has converged; see OptimizationSettings.
  void setDensityChangeTolerance(double tolerance);

  /**
   * Computes on until an iterate is there, the run has converged before it, or the observer asks to
   * stop.
   *
   * @param total number of the last iterate, for the text of progress
   * @return false if stopped
   * @throws Error if the linear solver fails; the iterates before stay.
   */
  bool computeTo(int number, int total, FilterObserver& observer);

  /// Of the iterates up to a number that are there: the one of that number, of convergence if that
  /// came earlier, else the last. Null before the first.
  const TopologyIterate* iterate(int number) const;

  /// The number of the iterate that stands for a number: convergence may come earlier.
  int clamp(int number) const;

  bool isEmpty() const { return this->Records.empty(); }
  /// Of all iterates since the start, evicted ones included.
  const std::vector<IterationRecord>& records() const { return this->Records; }
  const TopologyProblem& problem() const { return this->Problem; }
  const Device& device() const { return this->UsedDevice; }
  /// Bytes that the optimizer holds on the device.
  std::size_t deviceMemory() const { return this->Optimizer ? this->Optimizer->deviceMemory() : 0; }
  const TopologyIterateCache& cache() const { return this->Cache; }
  /// A sentence on where the run was resumed; empty if it was not.
  std::string origin() const;
  /// Finite element analyses of a design since this object was made.
  int analyses() const { return this->Analyses; }

private:
  void startOptimizer(FilterObserver& observer);
  /// Brings the optimizer before an iterate, or to it, from wherever it is.
  void goBefore(int number, FilterObserver& observer);
  void keepIterate(int requested);
  /// Writes a checkpoint of where the optimizer is, whether or not it is due.
  void keepLast(FilterObserver& observer);

  TopologyProblem Problem;
  DeviceRequest RequestedDevice = DeviceRequest::Automatic;
  Device UsedDevice;
  std::size_t MemoryLimit = 0;
  std::uint64_t Fingerprint = 0;
  double Tolerance = 0.0;
  std::unique_ptr<TopologyOptimizer> Optimizer;
  TopologyCheckpoints Checkpoints;
  /// The furthest iterate, where the optimizer is at an earlier one or not there.
  std::optional<TopologyState> Front;
  TopologyIterateCache Cache;
  std::vector<IterationRecord> Records;
  int Analyses = 0;
};
}

#endif
