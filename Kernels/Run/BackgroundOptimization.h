#ifndef TRABECULA_RUN_BACKGROUNDOPTIMIZATION_H
#define TRABECULA_RUN_BACKGROUNDOPTIMIZATION_H

#include "Run/TopologyCheckpoints.h"
#include "Optimization/TopologyOptimizer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
/// A design, its analysis, and where both come from.
struct BackgroundIterate
{
  /// Numbers go on where a new problem goes on from the present design.
  IterationRecord record;
  int problem = 0;             ///< what BackgroundOptimization::compute() returned for its problem
  std::vector<double> density; ///< as TopologyOptimizer::density()
  std::vector<double> strainEnergyDensity;        ///< as TopologyOptimizer's
  std::vector<std::vector<double>> displacements; ///< of each load case

  std::size_t bytes() const;
};

enum class BackgroundState
{
  Idle,      ///< no problem yet
  SettingUp, ///< checking a problem, or building its model
  Running,
  Paused,   ///< in the midst of an iteration or between two; resume() goes on without loss
  Finished, ///< converged, or at the last iteration; the model is kept
  Stopped,  ///< the thread has ended and the model is gone, the iterates are not
  Failed    ///< see BackgroundReport::failure
};

/// What has become of a run, at one moment.
struct BackgroundReport
{
  BackgroundState state = BackgroundState::Idle;
  std::string failure;                  ///< a complete sentence; empty unless the state is Failed
  int history = 0;                      ///< grows by one whenever the history starts over
  std::vector<IterationRecord> records; ///< of all iterates since the history started
  /// New ones since the last report, the earliest left out if they are too many to keep.
  std::vector<std::shared_ptr<const BackgroundIterate>> iterates;
  std::vector<std::string> messages; ///< new ones, see Observer::message()
  std::vector<std::string> notes;    ///< new ones, see Observer::note()
  bool converged = false;
  std::string origin;     ///< a sentence on the checkpoint it was resumed from; empty if none
  int iterationsLeft = 0; ///< until the last iteration of the present problem
  Device device;
  std::size_t deviceMemory = 0; ///< bytes of the model; 0 if there is none
};

/// What to compute.
struct BackgroundProblem
{
  TopologyProblem problem;
  DeviceRequest device = DeviceRequest::Automatic;
  std::size_t memoryLimit = 0; ///< as for checkDevice()
  int threads = 0;             ///< as for setHostThreads()
  /// Go on from the present design where there is one of the same elements; else start over from
  /// the problem's own initial design. Where the problem is the present one, it goes on anyway.
  bool fromPresentDesign = false;
  /// As for a run that is not in the background. Going on from the present design starts a run of
  /// its own, whose first density the file has; nothing is resumed then.
  CheckpointSettings checkpoints;
};

/**
 * Runs a TopologyOptimizer in a thread of its own, of low priority, while others look on and change
 * their minds.
 *
 * All calls return at once, and can come from any one thread at a time. The iterates are those of
 * TopologyOptimizer, bit for bit on the host, however they are paused, stepped and resumed.
 *
 * A new problem that goes on from the present design starts from its design variables: its first
 * iterate is their analysis, under the new loads for instance, and has the next number. A volume
 * that differs from the new volume fraction is reached by and by, a move limit in each iteration;
 * passive elements have their new density at once. A new problem that is refused leaves everything
 * as it was, the model and the iterates too.
 */
class BackgroundOptimization
{
public:
  BackgroundOptimization();
  /// Ends the thread; waits for it, which takes as long as a part of an iteration or of a set-up.
  ~BackgroundOptimization();
  BackgroundOptimization(const BackgroundOptimization&) = delete;
  BackgroundOptimization& operator=(const BackgroundOptimization&) = delete;

  /// Goes over to a problem, from whatever state; errors in it come with a report.
  /// @return its number, from 1
  int compute(BackgroundProblem problem);

  /// Takes effect in the midst of an iteration, too.
  void pause();
  /// Goes on after pause() or, trying again, after a failure.
  void resume();
  /// Completes one iteration and pauses.
  void step();
  /// Ends the thread and frees the model. What it needs to go on with is kept: compute() with the
  /// same problem goes on with the next iterate.
  void stop();

  /// Iterations of each problem after which the run is finished; see also OptimizationSettings.
  void setMaximumIterations(int iterations);
  void setDensityChangeTolerance(double tolerance);
  /// Bytes of iterates to keep for the next report; the last one is kept in any case.
  void setBudget(std::size_t bytes);

  /// Takes the new iterates, messages and notes with it.
  BackgroundReport report();
  /// Grows whenever there is something new to report, text about progress apart.
  std::uint64_t news() const;
  BackgroundState state() const;
  /// The library's last line about its progress.
  std::string activity() const;
  /// Until nothing more happens by itself: paused, finished, stopped or failed.
  void wait();

private:
  class Worker;
  std::unique_ptr<Worker> Implementation;
};
}

#endif
