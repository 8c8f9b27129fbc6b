// Tests of progress, messages and requests to stop.

#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Core/Observer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// An observer that records all calls, and requests to stop at the chosen one.
class Recorder : public Observer
{
public:
  void progress(double fraction, const std::string& text) override
  {
    EXPECT_EQ(std::this_thread::get_id(), this->Caller);
    EXPECT_GE(fraction, 0.0);
    EXPECT_LE(fraction, 1.0);
    EXPECT_FALSE(text.empty());
    this->Fractions.push_back(fraction);
    this->Texts.push_back(text);
    this->StopAlways = this->StopAlways || this->StopAfterProgress;
  }
  void message(const std::string& text) override
  {
    EXPECT_EQ(std::this_thread::get_id(), this->Caller);
    this->Messages.push_back(text);
  }
  bool stopRequested() override
  {
    EXPECT_EQ(std::this_thread::get_id(), this->Caller);
    return ++this->Questions == this->StopAt || this->StopAlways;
  }

  std::vector<double> Fractions;
  std::vector<std::string> Texts;
  std::vector<std::string> Messages;
  int Questions = 0;
  int StopAt = -1;
  bool StopAlways = false;
  bool StopAfterProgress = false;

private:
  std::thread::id Caller = std::this_thread::get_id();
};

class ObserverTest : public OnDevice
{
};

/// The data of an iterate that callers can read.
struct Snapshot
{
  explicit Snapshot(const TopologyOptimizer& optimizer)
    : Iteration(optimizer.iteration()), Compliance(optimizer.record()["Compliance"]),
      Density(optimizer.density()), Displacement(optimizer.displacement()),
      Sensitivity(optimizer.sensitivity()), Energy(optimizer.strainEnergyDensity())
  {
  }
  bool operator==(const Snapshot& other) const
  {
    return this->Iteration == other.Iteration && this->Compliance == other.Compliance &&
      this->Density == other.Density && this->Displacement == other.Displacement &&
      this->Sensitivity == other.Sensitivity && this->Energy == other.Energy;
  }
  int Iteration;
  double Compliance;
  std::vector<double> Density;
  std::vector<double> Displacement;
  std::vector<double> Sensitivity;
  std::vector<double> Energy;
};

TopologyProblem twoLoadCases()
{
  TopologyProblem problem = cantilever({ 8, 4, 4 });
  LoadCase second = problem.structure.loadCases[0];
  second.name = "Sideways";
  for (std::size_t i = 0; i < second.forces.size(); i += 3)
  {
    second.forces[i + 1] = second.forces[i + 2];
    second.forces[i + 2] = 0.0;
  }
  problem.structure.loadCases.push_back(second);
  problem.design.densities.filter = FilterKind::Density;
  problem.design.settings.densityChangeTolerance = 0.0;
  return problem;
}
}

TEST_P(ObserverTest, SettingUpReportsProgress)
{
  Recorder recorder;
  const TopologyOptimizer optimizer(twoLoadCases(), makeContext(this->Used), recorder);
  EXPECT_FALSE(recorder.Fractions.empty());
  EXPECT_TRUE(std::is_sorted(recorder.Fractions.begin(), recorder.Fractions.end()));
  EXPECT_TRUE(recorder.Messages.empty());
}

TEST_P(ObserverTest, ALongStepReportsProgress)
{
  // The frequency of reports is limited to a few per second. The step is stopped at the first one.
  TopologyProblem problem = cantilever({ 40, 20, 20 });
  problem.structure.solver.tolerance = 1e-14;
  Recorder recorder;
  TopologyOptimizer optimizer(problem, makeContext(this->Used), recorder);
  recorder.Texts.clear();
  recorder.StopAfterProgress = true;
  const StepStatus status = optimizer.step(recorder);
  if (status == StepStatus::Stopped || optimizer.record().seconds() > 0.5)
  {
    ASSERT_FALSE(recorder.Texts.empty());
    EXPECT_NE(recorder.Texts.back().find("Iteration 0"), std::string::npos)
      << recorder.Texts.back();
  }
  EXPECT_GT(recorder.Questions, 1);
}

TEST_P(ObserverTest, SaysWhenTheSolverDoesNotConverge)
{
  TopologyProblem problem = twoLoadCases();
  problem.structure.solver.maximumIterations = 5;
  Recorder recorder;
  TopologyOptimizer optimizer(problem, makeContext(this->Used), recorder);
  EXPECT_EQ(optimizer.step(recorder), StepStatus::Advanced);
  ASSERT_EQ(recorder.Messages.size(), 1u);
  for (const char* word : { "5 iterations", "Force", "residual" })
  {
    EXPECT_NE(recorder.Messages[0].find(word), std::string::npos) << recorder.Messages[0];
  }
  EXPECT_EQ(optimizer.record().solverIterations(), 10); // of two load cases
  EXPECT_GT(optimizer.record()["Residual"], problem.structure.solver.tolerance);
}

TEST_P(ObserverTest, StoppingKeepsTheLastIterate)
{
  Recorder recorder;
  TopologyOptimizer optimizer(twoLoadCases(), makeContext(this->Used), recorder);
  Observer silent;
  optimizer.step(silent);
  optimizer.step(silent);
  const Snapshot before(optimizer);
  Recorder stopping;
  stopping.StopAlways = true;
  EXPECT_EQ(optimizer.step(stopping), StepStatus::Stopped);
  EXPECT_TRUE(Snapshot(optimizer) == before);
  EXPECT_EQ(optimizer.iteration(), 1);
}

TEST_P(ObserverTest, StoppingBeforeTheFirstIterateLeavesNone)
{
  Recorder stopping;
  stopping.StopAlways = true;
  EXPECT_THROW(TopologyOptimizer(twoLoadCases(), makeContext(this->Used), stopping), SetupStopped);
  Observer silent;
  TopologyOptimizer optimizer(twoLoadCases(), makeContext(this->Used), silent);
  EXPECT_EQ(optimizer.step(stopping), StepStatus::Stopped);
  EXPECT_EQ(optimizer.iteration(), -1);
  EXPECT_EQ(optimizer.step(silent), StepStatus::Advanced);
  EXPECT_EQ(optimizer.iteration(), 0);
}

TEST_P(ObserverTest, GoingOnAfterAStopGivesTheSameIterates)
{
  // The run is stopped at once, in the first load case, or in the second.
  Observer silent;
  TopologyOptimizer through(twoLoadCases(), makeContext(this->Used), silent);
  const std::vector<double> expected = runSteps(through, 5);

  Recorder counter;
  TopologyOptimizer counted(twoLoadCases(), makeContext(this->Used), silent);
  counted.step(counter);
  const int questions = counter.Questions;
  ASSERT_GT(questions, 4);

  for (const int stopAt : { 1, 2, questions / 3, questions / 2 + 2, questions - 1 })
  {
    SCOPED_TRACE(stopAt);
    TopologyOptimizer optimizer(twoLoadCases(), makeContext(this->Used), silent);
    for (int k = 0; k < 5; ++k)
    {
      Recorder stopping;
      stopping.StopAt = stopAt;
      if (optimizer.step(stopping) == StepStatus::Stopped)
      {
        EXPECT_EQ(optimizer.iteration(), k - 1);
        ASSERT_EQ(optimizer.step(silent), StepStatus::Advanced);
      }
      const double compliance = optimizer.record()["Compliance"];
      if (this->Used.space == ExecutionSpace::Host)
      {
        EXPECT_EQ(compliance, expected[static_cast<std::size_t>(k)]) << "iterate " << k;
      }
      else // the order of atomic additions is arbitrary
      {
        EXPECT_NEAR(compliance / expected[static_cast<std::size_t>(k)], 1.0, 1e-6);
      }
    }
    if (this->Used.space == ExecutionSpace::Host)
    {
      EXPECT_TRUE(Snapshot(optimizer) == Snapshot(through));
    }
  }
}

TRABECULA_ON_EVERY_DEVICE(ObserverTest);
