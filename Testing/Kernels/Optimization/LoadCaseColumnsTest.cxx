// Tests of the compliances of single load cases in the history.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Analysis/ElasticAnalysis.h"
#include "Core/Observer.h"
#include "Optimization/TopologyTask.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class LoadCaseColumns : public OnDevice
{
};
}

TEST_P(LoadCaseColumns, AreThoseOfAnAnalysisOfEachLoadCase)
{
  Random random(7601);
  TopologyProblem problem = distortedCantilever({ 5, 3, 3 }, random);
  problem.structure.loadCases.push_back(problem.structure.loadCases[0]);
  problem.structure.loadCases[0].name = "First";
  problem.structure.loadCases[1].name = "Second";
  problem.structure.loadCases[2].name = "Unweighted";
  for (double& force : problem.structure.loadCases[2].forces)
  {
    force = force == 0.0 ? 0.0 : random.uniform(-1.0, 1.0);
  }
  problem.structure.loadCases[0].weight = 2.0;
  problem.structure.loadCases[1].weight = 0.3;
  problem.structure.loadCases[2].weight = 0.0;
  problem.structure.springs = random.vector(problem.structure.mesh.points.size(), 0.0, 0.1);
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-3;
  problem.structure.solver.tolerance = 1e-10;

  const HistoryColumns columns = columnsOf(problem);
  Observer observer;
  TopologyOptimizer optimizer(problem, makeContext(this->Used), observer);
  for (int i = 0; i < 3; ++i)
  {
    ASSERT_EQ(optimizer.step(observer), StepStatus::Advanced);
    std::vector<double> shares;
    for (const double rho : optimizer.density())
    {
      shares.push_back(1e-3 + (1.0 - 1e-3) * rho * rho * rho);
    }
    const auto analysis = analyseElastic(problem.structure, shares, this->Used, observer);
    const HistoryRow row = optimizer.historyRow();
    double sum = 0.0;
    for (const ElasticLoadCase& load : analysis->loadCases)
    {
      const double found = valueOf(columns, row, "Compliance_" + load.name);
      EXPECT_NEAR(found / load.compliance, 1.0, 1e-7) << load.name;
      sum += load.weight * found;
    }
    EXPECT_NEAR(sum / valueOf(columns, row, "Compliance"), 1.0, 1e-12);
  }

  problem.structure.loadCases.resize(1);
  EXPECT_EQ(columnsOf(problem).find("Compliance_First"), -1);
  EXPECT_GE(columnsOf(problem).find("Compliance"), 0);
}

TRABECULA_ON_EVERY_DEVICE(LoadCaseColumns);
