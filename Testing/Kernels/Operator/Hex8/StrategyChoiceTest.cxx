// Tests of which strategy is chosen, of refused settings, and that all strategies result in the
// same design.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Operator/Hex8/StrategyCases.h"
#include "Support/Refusals.h"

#include "Core/Error.h"
#include "Operator/Hex8/Hex8OperatorMemory.h"
#include "Operator/Hex8/MakeHex8Operator.h"
#include "Operator/StiffnessOperator.h"

#include <gtest/gtest.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double PoissonsRatio = 0.3;

template <class Space>
using StrategyChoiceTest = OnSpace<Space>;
TYPED_TEST_SUITE(StrategyChoiceTest, Spaces, SpaceNames);
}

TYPED_TEST(StrategyChoiceTest, AutoFollowsTheMesh)
{
  Random random(406);
  const auto automatic = [this](const Mesh& mesh)
  { return makeHex8Operator(layoutsOf(this->context(), mesh), mesh, PoissonsRatio); };
  const auto bricks = automatic(makeBoxMesh({ 6, 5, 4 }, { 1.2, 1.0, 0.7 }));
  EXPECT_EQ(bricks->strategy(), Strategy::Congruent);
  expectMessage(bricks->reason, { "congruent", "one shape", "bricks" });

  const auto parallel = automatic(sheared(makeBoxMesh({ 6, 5, 4 }, { 6.0, 5.0, 4.0 })));
  EXPECT_EQ(parallel->strategy(), Strategy::Congruent);
  expectMessage(parallel->reason, { "congruent", "one shape", "parallel" });

  const auto distorted = automatic(distortedBox({ 6, 5, 4 }, 0.18, random));
  EXPECT_EQ(distorted->strategy(), Strategy::Recompute);
  expectMessage(distorted->reason, { "recompute", "many shapes" });

  const auto wedges = automatic(fanMesh(5, 3));
  EXPECT_EQ(wedges->strategy(), Strategy::Recompute);
  expectMessage(wedges->reason, { "recompute", "not parallel" });

  // No reason is given for a strategy that was requested.
  const Mesh fan = fanMesh(5, 2);
  EXPECT_TRUE(
    makeHex8Operator(layoutsOf(this->context(), fan), fan, PoissonsRatio, Strategy::Recompute)
      ->reason.empty());
}

TYPED_TEST(StrategyChoiceTest, RefusesCongruentForManyShapes)
{
  Random random(407);
  const Mesh mesh = distortedBox({ 5, 5, 5 }, 0.18, random);
  try
  {
    makeHex8Operator(layoutsOf(this->context(), mesh), mesh, PoissonsRatio, Strategy::Congruent);
    FAIL() << "accepted";
  }
  catch (const Error& error)
  {
    expectMessage(error.what(), { "congruent", "64", "recompute" });
  }
}

namespace
{
using StrategyOnDevice = OptimizerOnDevice;
}

TEST_P(StrategyOnDevice, AllEndAtTheSameCompliance)
{
  TopologyProblem problem = cantilever({ 10, 5, 5 });
  problem.structure.solver.tolerance = 1e-8;
  double expected = 0.0;
  for (const StrategyChoice& choice : strategyChoices(this->Used.space))
  {
    SCOPED_TRACE(strategyInfo(choice.strategy).name);
    problem.structure.solver.strategy = choice.strategy;
    problem.structure.solver.reproducible = choice.reproducible;
    const double last = runSteps(*this->optimizer(problem), 12).back();
    expected = choice.strategy == Strategy::Auto && !choice.reproducible ? last : expected;
    EXPECT_NEAR(last, expected, 1e-6 * expected);
  }
}

TEST_P(StrategyOnDevice, ReproducibleRunsGiveTheSameBits)
{
  Random random(409);
  TopologyProblem problem = distortedCantilever({ 16, 8, 8 }, random);
  problem.structure.solver.reproducible = true;
  std::vector<double> first;
  for (int run = 0; run < 3; ++run)
  {
    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 3);
    const std::vector<double> density = optimizer->density();
    first = run == 0 ? density : first;
    EXPECT_EQ(density, first);
  }
}

TEST_P(StrategyOnDevice, SaysWhichOneItChose)
{
  class Listener : public Observer
  {
  public:
    void note(const std::string& text) override { this->Notes.push_back(text); }
    std::vector<std::string> Notes;
  };
  TopologyProblem problem = cantilever({ 4, 2, 2 });
  Listener listener;
  const TopologyOptimizer automatic(problem, this->context(), listener);
  ASSERT_EQ(listener.Notes.size(), 1u);
  expectMessage(listener.Notes[0], { "strategy", "congruent" });
  listener.Notes.clear();
  problem.structure.solver.strategy = Strategy::Nbn;
  const TopologyOptimizer chosen(problem, this->context(), listener);
  EXPECT_TRUE(listener.Notes.empty());
}

TRABECULA_ON_EVERY_DEVICE(StrategyOnDevice);

TEST(Strategy, HasANameAndADescription)
{
  for (const StrategyInfo& info : strategies())
  {
    EXPECT_EQ(strategyInfo(info.strategy).name, info.name);
    EXPECT_FALSE(info.description.empty());
  }
  EXPECT_EQ(strategyInfo(Strategy::Assembled).name, "assembled");
}

TEST(Strategy, RefusesWhatASpaceDoesNotHave)
{
  const auto message = [](Strategy strategy, bool reproducible, ExecutionSpace space)
  {
    try
    {
      checkStrategy(strategy, reproducible, space);
      return std::string();
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
  };
  for (const StrategyInfo& info : strategies())
  {
    EXPECT_EQ(message(info.strategy, false, ExecutionSpace::Cuda), "");
    if (!info.onHost)
    {
      expectMessage(
        message(info.strategy, true, ExecutionSpace::Host), { info.name, "host", "recompute" });
    }
    if (!info.reproducible)
    {
      expectMessage(message(info.strategy, true, ExecutionSpace::Cuda),
        { info.name, "reproducib", "coloured" });
    }
  }
  expectMessage(message(static_cast<Strategy>(99), false, ExecutionSpace::Host), { "99" });
}

TEST(Strategy, RefusesStoredMatricesThatDoNotFit)
{
  Device device;
  device.name = "a small one";
  device.availableMemory = std::size_t(4) << 30;
  for (const StrategyInfo& info : strategies())
  {
    SCOPED_TRACE(info.name);
    EXPECT_NO_THROW(checkHex8OperatorMemory(100000, 90000, info.strategy, false, device));
    const std::size_t bytes = hex8OperatorMemory(1100000, 1000000, info.strategy, false);
    EXPECT_EQ(info.storesMatrices, bytes > 4608000000U);
    if (info.storesMatrices)
    {
      try
      {
        checkHex8OperatorMemory(1100000, 1000000, info.strategy, false, device);
        ADD_FAILURE() << "accepted";
      }
      catch (const Error& error)
      {
        expectMessage(error.what(),
          { info.name, "1000000 elements", std::to_string((bytes >> 20) + 1) + " MiB", "4096 MiB",
            "a small one", "recompute" });
      }
    }
    else
    {
      EXPECT_NO_THROW(checkHex8OperatorMemory(1100000, 1000000, info.strategy, false, device));
    }
  }
}
