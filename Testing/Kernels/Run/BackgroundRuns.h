#ifndef TRABECULA_TESTING_KERNELS_BACKGROUNDRUNS_H
#define TRABECULA_TESTING_KERNELS_BACKGROUNDRUNS_H

#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Optimization/TopologyOptimizer.h"
#include "Optimization/TopologyTask.h"
#include "Run/BackgroundRun.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace trabecula::testing
{
using Iterates = std::vector<std::shared_ptr<const RunIterate>>;

inline double complianceOf(const RunIterate& iterate)
{
  return valueOf(iterate.columns, iterate.row, "Compliance");
}

/// A run that stores all its reports.
class Watched : public BackgroundRun
{
public:
  explicit Watched(DeviceRequest device) : Requested(device)
  {
    this->setChangeTolerance(0.0);
    this->setMaximumIterations(6);
  }
  int start(const TopologyProblem& problem, bool fromPresentDesign = false,
    const CheckpointSettings& checkpoints = {})
  {
    RunProblem next;
    next.checkpoints = checkpoints;
    next.task = std::make_unique<TopologyTask>(problem);
    next.device = this->Requested;
    next.fromPresentDesign = fromPresentDesign;
    return this->compute(std::move(next));
  }
  /// Updates and returns the report.
  const BackgroundReport& snapshot()
  {
    const std::uint64_t before = this->revision();
    this->Last = this->report();
    EXPECT_GE(this->revision(), before);
    EXPECT_TRUE(this->state() != BackgroundState::Idle || this->activity().empty());
    for (const auto& iterate : this->Last.iterates)
    {
      if (this->Seen.insert(iterate).second)
      {
        this->All.push_back(iterate);
      }
    }
    this->Messages.insert(
      this->Messages.end(), this->Last.messages.begin(), this->Last.messages.end());
    return this->Last;
  }
  /// Waits and returns the report.
  const BackgroundReport& settle()
  {
    this->wait();
    return this->snapshot();
  }
  void waitForIterates(std::size_t count)
  {
    while (this->snapshot().rows.size() < count)
    {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  BackgroundReport Last;
  Iterates All;
  std::vector<std::string> Messages;

private:
  DeviceRequest Requested;
  std::set<std::shared_ptr<const RunIterate>> Seen;
};

/// A test suite of runs on a device.
class BackgroundRuns : public OnDevice
{
protected:
  /// Compares iterates with those of the optimizer in this thread, for one problem after another,
  /// each of which continues from the end of the previous one.
  void expectAsInThisThread(
    const Iterates& iterates, const std::map<int, TopologyProblem>& problems)
  {
    Observer silent;
    std::unique_ptr<TopologyOptimizer> optimizer;
    int present = 0;
    std::vector<double> design;
    for (const auto& iterate : iterates)
    {
      SCOPED_TRACE("iterate " + std::to_string(iterate->number()));
      if (iterate->problem != present)
      {
        present = iterate->problem;
        TopologyProblem problem = problems.at(present);
        problem.design.initialDensity = design;
        optimizer = std::make_unique<TopologyOptimizer>(problem, makeContext(this->Used), silent);
        optimizer->setChangeTolerance(0.0);
      }
      optimizer->step(silent);
      design = optimizer->saveState().field("design");
      if (this->Used.space == ExecutionSpace::Host)
      {
        ASSERT_EQ(iterate->field("Density"), optimizer->density());
        ASSERT_EQ(iterate->field("StrainEnergyDensity"), optimizer->strainEnergyDensity());
        ASSERT_EQ(complianceOf(*iterate), optimizer->record()["Compliance"]);
        ASSERT_EQ(iterate->fields.size(), 2 + problems.at(present).structure.loadCases.size());
        ASSERT_EQ(iterate->values[2], optimizer->displacement());
      }
      else // the order of atomic additions is arbitrary
      {
        ASSERT_LT(relativeDifference(iterate->field("Density"), optimizer->density()), 1e-3);
        ASSERT_NEAR(complianceOf(*iterate) / optimizer->record()["Compliance"], 1.0, 1e-4);
      }
    }
  }
};

inline TopologyProblem smallProblem()
{
  return cantilever({ 6, 3, 3 });
}

inline TopologyProblem sidewaysProblem()
{
  TopologyProblem problem = smallProblem();
  for (std::size_t i = 0; i + 2 < problem.structure.loadCases[0].forces.size(); i += 3)
  {
    problem.structure.loadCases[0].forces[i + 1] = problem.structure.loadCases[0].forces[i + 2];
  }
  return problem;
}

/// Returns a problem whose iterations take long enough to be interrupted.
inline TopologyProblem longProblem()
{
  TopologyProblem problem = cantilever({ 16, 8, 8 });
  problem.structure.solver.preconditioner = Preconditioner::Jacobi;
  problem.structure.solver.tolerance = 1e-10;
  return problem;
}

inline std::vector<int> numbers(const Iterates& iterates)
{
  std::vector<int> result;
  for (const auto& iterate : iterates)
  {
    result.push_back(iterate->number());
  }
  return result;
}

inline std::vector<int> upTo(int last)
{
  std::vector<int> result;
  for (int i = 0; i <= last; ++i)
  {
    result.push_back(i);
  }
  return result;
}

/// Returns the same iterates with the problem number of the first one.
inline Iterates ofOneProblem(const Iterates& iterates)
{
  Iterates result;
  for (const auto& iterate : iterates)
  {
    auto copy = std::make_shared<RunIterate>(*iterate);
    copy->problem = iterates.front()->problem;
    result.push_back(copy);
  }
  return result;
}
}

#endif
