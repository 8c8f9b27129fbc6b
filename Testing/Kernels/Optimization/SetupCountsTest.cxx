#include "Support/Meshfree.h"
#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Core/Execution/SetupCounts.h"
#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/Meshfree/MeshfreeTask.h"
#include "Optimization/TopologyTask.h"
#include "Run/Run.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// The numbers of set-up computations since construction.
struct CountsSince
{
  std::int64_t validations() const { return setupCounts().validations - this->Validations; }
  std::int64_t choices() const { return setupCounts().multigridChoices - this->Choices; }
  std::int64_t structures() const { return setupCounts().meshfreeStructures - this->Structures; }
  std::int64_t levelSets() const { return setupCounts().initialLevelSets - this->LevelSets; }

private:
  std::int64_t Validations = setupCounts().validations;
  std::int64_t Choices = setupCounts().multigridChoices;
  std::int64_t Structures = setupCounts().meshfreeStructures;
  std::int64_t LevelSets = setupCounts().initialLevelSets;
};

/// Tests that the data computed by the validation are reused by the check of the device, the
/// warnings and the model.
class SetupOfRuns : public OnDevice
{
protected:
  /// Applies a problem as a filter does, for two designs.
  template <class Problem>
  void apply(trabecula::Run& run, const Problem& problem, bool fromPresentDesign = false)
  {
    RunProblem next;
    next.task = std::make_unique<ProblemTask<Problem>>(problem);
    next.task->keepConditionsSolid(1, 1.0);
    next.device = GetParam();
    next.fromPresentDesign = fromPresentDesign;
    if (run.changeProblem(std::move(next), this->Silent))
    {
      for (int i = 0; i < 2; ++i)
      {
        ASSERT_EQ(run.step(this->Silent), StepStatus::Advanced);
        run.take(i);
      }
    }
  }

  Observer Silent;
  trabecula::Run Present{ false };
};
}

TEST_P(SetupOfRuns, ValidateAndChooseThePreconditionerOnce)
{
  for (const Preconditioner preconditioner : { Preconditioner::Auto, Preconditioner::Multigrid })
  {
    TopologyProblem problem = cantilever({ 12, 6, 6 });
    problem.structure.solver.preconditioner = preconditioner;
    const CountsSince counts;
    this->apply(this->Present, problem);
    EXPECT_EQ(counts.validations(), 1);
    EXPECT_EQ(counts.choices(), 1);
  }
}

TEST_P(SetupOfRuns, MakeTheStructureOfACloudOnce)
{
  MeshfreeProblem problem = meshfree::cantilever({ 6, 3, 2 }, { 6.0, 3.0, 2.0 });
  problem.design.settings.volumeFraction = 0.6; // more than the solid neighbourhood of conditions
  const CountsSince counts;
  this->apply(this->Present, problem);
  EXPECT_EQ(counts.validations(), 1);
  EXPECT_EQ(counts.structures(), 1);

  this->apply(this->Present, problem); // the problem is already present
  EXPECT_EQ(counts.validations(), 2);
  EXPECT_EQ(counts.structures(), 1);

  problem.design.settings.volumeFraction = 0.7;
  this->apply(this->Present, problem, true); // the initial design is replaced
  EXPECT_EQ(counts.validations(), 3);
  EXPECT_EQ(counts.structures(), 2);
}

TEST_P(SetupOfRuns, MakeTheInitialLevelSetOnce)
{
  LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Cantilever, { 24, 12, 0 });
  problem.method.scheme = LevelSetScheme::Regularized;
  RunProblem next;
  next.task = std::make_unique<LevelSetTask>(problem);
  next.device = GetParam();
  const CountsSince counts;
  ASSERT_TRUE(this->Present.changeProblem(std::move(next), this->Silent));
  EXPECT_EQ(counts.validations(), 1);
  EXPECT_EQ(counts.levelSets(), 1);
}

TRABECULA_ON_EVERY_DEVICE(SetupOfRuns);
