// Tests against compliances of designs by an independent program in Python with direct solvers.

#include "Support/Spaces.h"

#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/LevelSet/LevelSetTask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Number of an iterate and its compliance.
using Answers = std::vector<std::pair<int, double>>;

class LevelSetKnownAnswers : public OnDevice
{
protected:
  void check(LevelSetProblem problem, Answers answers)
  {
    while (this->Used.space == ExecutionSpace::Host && answers.size() > 1 &&
      answers.back().first > this->MostOnHost)
    {
      answers.pop_back();
    }
    problem.design.settings.densityChangeTolerance = 0.0;
    problem.conditions.solver.tolerance = 1e-10;
    Observer silent;
    TopologyOptimizer optimizer(problem, makeContext(this->Used), silent);
    std::size_t next = 0;
    for (int i = 0; i <= answers.back().first; ++i)
    {
      ASSERT_EQ(optimizer.step(silent), StepStatus::Advanced);
      this->Volumes.push_back(optimizer.record()["VolumeFraction"]);
      if (i == answers[next].first)
      {
        EXPECT_NEAR(optimizer.record()["Compliance"] / answers[next].second, 1.0, 1e-6)
          << "iterate " << i;
        ++next;
      }
      if (i > 1)
      {
        EXPECT_NEAR(this->Volumes.back(), 0.5, 1e-9);
      }
    }
  }

  int MostOnHost = 100;
  std::vector<double> Volumes; ///< of all iterates
};

/// Tests with many unknowns or iterations. Later iterates, which take minutes each on a host, are
/// tested on GPUs only.
class LevelSetKnownAnswersSlow : public LevelSetKnownAnswers
{
protected:
  void SetUp() override
  {
    LevelSetKnownAnswers::SetUp();
    this->MostOnHost = 20;
  }
};
TRABECULA_ON_EVERY_DEVICE(LevelSetKnownAnswers);
TRABECULA_ON_EVERY_DEVICE(LevelSetKnownAnswersSlow);

LevelSetProblem cantilever(int rows)
{
  return makeLevelSetExample(LevelSetExample::Cantilever, { 2 * rows, rows, 1 });
}

LevelSetProblem smoothCantilever()
{
  LevelSetProblem problem = cantilever(16);
  problem.method.density = LevelSetDensity::Smooth;
  problem.method.transitionWidth = 0.1;
  return problem;
}

LevelSetProblem box()
{
  return makeLevelSetExample(LevelSetExample::Box, { 16, 8, 8 });
}

double norm(const std::vector<double>& values)
{
  return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
}
}

TEST_P(LevelSetKnownAnswers, OfTheStart)
{
  LevelSetProblem problem = cantilever(16);
  Observer silent;
  TopologyOptimizer optimizer(problem, makeContext(this->Used), silent);
  optimizer.step(silent);
  const std::vector<double> start = optimizer.variables();
  EXPECT_NEAR(*std::min_element(start.begin(), start.end()), -0.1214701309, 1e-10);
  EXPECT_NEAR(*std::max_element(start.begin(), start.end()), 0.2409140547, 1e-10);
  EXPECT_NEAR(std::accumulate(start.begin(), start.end(), 0.0), 26.3160985228, 1e-9);
}

TEST_P(LevelSetKnownAnswers, LengthyOfTheCantilever)
{
  this->check(cantilever(16),
    { { 0, 55.865920 }, { 1, 91.259352 }, { 2, 82.662323 }, { 10, 60.540257 }, { 20, 59.382078 },
      { 50, 58.902150 }, { 100, 58.995478 } });
  EXPECT_NEAR(this->Volumes[0], 0.751611, 5e-7);
  EXPECT_NEAR(this->Volumes[1], 0.527274, 5e-7);
}

TEST_P(LevelSetKnownAnswers, LengthyOfIntegralSensitivities)
{
  LevelSetProblem problem = cantilever(16);
  problem.method.sensitivity = LevelSetSensitivity::Integral;
  problem.method.deltaWidth = 0.125;
  this->check(problem,
    { { 0, 55.865920 }, { 1, 91.259352 }, { 2, 90.100061 }, { 10, 59.374044 }, { 20, 58.967007 },
      { 50, 58.732815 }, { 100, 58.707035 } });
}

TEST_P(LevelSetKnownAnswers, LengthyOfTheSmoothDensity)
{
  this->check(smoothCantilever(),
    { { 0, 65.120230 }, { 1, 86.005647 }, { 2, 65.771131 }, { 10, 56.092822 }, { 20, 56.130663 },
      { 50, 56.302880 } });
  EXPECT_NEAR(this->Volumes[0], 0.6823799114, 1e-10);
}

TEST_P(LevelSetKnownAnswers, OfTheGradient)
{
  Observer silent;
  TopologyOptimizer plane(smoothCantilever(), makeContext(this->Used), silent);
  plane.step(silent);
  EXPECT_NEAR(norm(plane.gradient()) / 54.5577310962, 1.0, 1e-8);
  TopologyOptimizer body(box(), makeContext(this->Used), silent);
  body.step(silent);
  EXPECT_NEAR(norm(body.gradient()) / 15.2897583438, 1.0, 1e-8);
  EXPECT_NEAR(body.record()["VolumeFraction"], 0.6545557970, 1e-10);
}

TEST_P(LevelSetKnownAnswersSlow, OfFinerCantilevers)
{
  this->MostOnHost = 100;
  this->check(cantilever(32),
    { { 0, 60.217078 }, { 1, 104.974868 }, { 2, 89.300766 }, { 10, 60.808442 }, { 20, 59.363239 },
      { 50, 59.588307 }, { 100, 59.362053 } });
}

TEST_P(LevelSetKnownAnswersSlow, OfStillFinerCantilevers)
{
  this->check(cantilever(64),
    { { 0, 61.798619 }, { 1, 107.931076 }, { 2, 85.190127 }, { 10, 59.582282 }, { 20, 59.048860 },
      { 50, 59.240616 }, { 100, 58.980992 } });
}

TEST_P(LevelSetKnownAnswersSlow, OfTheFinestCantilever)
{
  this->MostOnHost = 2;
  this->check(cantilever(128),
    { { 0, 62.574124 }, { 1, 108.111002 }, { 2, 85.377268 }, { 10, 60.146980 }, { 20, 59.518205 },
      { 50, 59.659338 } });
}

TEST_P(LevelSetKnownAnswersSlow, OfTheBeam)
{
  this->MostOnHost = 100;
  this->check(makeLevelSetExample(LevelSetExample::MbbBeam, { 96, 16, 1 }),
    { { 0, 87.335879 }, { 1, 134.277768 }, { 2, 112.989910 }, { 10, 93.069424 }, { 20, 91.578567 },
      { 50, 90.517748 }, { 100, 89.865402 } });
}

TEST_P(LevelSetKnownAnswersSlow, OfTheAnnulus)
{
  this->check(makeLevelSetExample(LevelSetExample::QuarterAnnulus, { 64, 64, 1 }),
    { { 0, 81.010900 }, { 1, 157.362637 }, { 2, 124.278244 }, { 10, 88.888994 }, { 20, 83.134926 },
      { 50, 79.871070 }, { 100, 78.262508 } });
}

TEST_P(LevelSetKnownAnswersSlow, OfTheBox)
{
  this->check(box(),
    { { 0, 58.482074 }, { 1, 78.772929 }, { 2, 65.153254 }, { 10, 53.523903 }, { 20, 53.378891 } });
}
