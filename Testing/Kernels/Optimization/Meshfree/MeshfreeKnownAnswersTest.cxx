// Tests against compliances of designs by an independent program in Python with direct solvers.
// Unless stated otherwise, they are of the element-free Galerkin method with optimality criteria
// and without a filter.

#include "Support/Meshfree.h"
#include "Support/Spaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
/// Number of a design, the first being the uniform one, and its compliance.
using Answers = std::vector<std::pair<int, double>>;

class MeshfreeKnownAnswers : public OnDevice
{
protected:
  /// Compares compliances. @param tolerance for designs after the first
  void check(const MeshfreeProblem& problem, Answers answers, double tolerance = 1e-6)
  {
    while (this->Used.space == ExecutionSpace::Host && answers.size() > 1 &&
      answers.back().first > this->MostOnHost)
    {
      answers.pop_back();
    }
    const std::vector<double> found = compliances(problem, answers.back().first, this->Used);
    for (const auto& [design, answer] : answers)
    {
      const double compliance = found[static_cast<std::size_t>(design) - 1];
      EXPECT_NEAR(compliance / answer, 1.0, design == 1 ? 1e-7 : tolerance) << "design " << design;
    }
  }

  int MostOnHost = 50;
};

/// Tests with many unknowns or iterations. Later designs, which take minutes each on a host, are
/// tested on GPUs only.
class MeshfreeKnownAnswersSlow : public MeshfreeKnownAnswers
{
protected:
  void SetUp() override
  {
    MeshfreeKnownAnswers::SetUp();
    this->MostOnHost = 10;
  }
};
TRABECULA_ON_EVERY_DEVICE(MeshfreeKnownAnswers);
TRABECULA_ON_EVERY_DEVICE(MeshfreeKnownAnswersSlow);
}

TEST_P(MeshfreeKnownAnswers, OfARegionOfPointsIsTheMeanOutput)
{
  // The output weights are the direction over the number of points, at places between nodes.
  MeshfreeProblem problem = cantilever({ 8, 4, 2 }, { 8.0, 4.0, 2.0 });
  problem.method.nodes = movedNodes(problem.structure.mesh.points, { 8.0, 4.0, 2.0 }, 0.2);
  problem.structure.solver.tolerance = 1e-12;
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::None;
  problem.design.settings.constraints = { { { "Compliance" }, 1e9 } };
  problem.design.settings.objective = { "OutputDisplacement", 3, {}, { { "DirectionY", -2.0 } } };
  const std::vector<double>& points = problem.structure.mesh.points;
  problem.design.pointRegion.assign(points.size(), 0);
  std::vector<double> weights(points.size(), 0.0);
  double count = 0.0;
  for (std::size_t i = 0; i < points.size(); i += 3)
  {
    const bool isInside = points[i] > 4.5 && points[i + 1] < 2.5 && points[i + 2] > 0.5;
    std::fill_n(
      problem.design.pointRegion.begin() + static_cast<std::ptrdiff_t>(i), 3, isInside ? 3 : 0);
    weights[i + 1] = isInside ? -1.0 : 0.0;
    count += isInside ? 1.0 : 0.0;
  }
  ASSERT_GT(count, 20.0);
  const auto found = [&](const MeshfreeProblem& of)
  {
    Observer silent;
    auto optimizer = std::make_unique<TopologyOptimizer>(of, makeContext(this->Used), silent);
    optimizer->step(silent);
    return optimizer;
  };
  const auto ofRegion = found(problem);
  for (double& weight : weights)
  {
    weight /= count;
  }
  problem.design.outputWeights = weights;
  problem.structure.springs.assign(points.size(), 1e-9); // which outputs of mechanisms need
  problem.design.settings.objective = { "OutputDisplacement" };
  const auto ofWeights = found(problem);
  EXPECT_NEAR(ofRegion->record().objective() / ofWeights->record().objective(), 1.0, 1e-9);
  const std::vector<double> gradient = ofRegion->gradient();
  const std::vector<double> expected = ofWeights->gradient();
  const double largest = *std::max_element(expected.begin(), expected.end());
  EXPECT_GT(largest, 0.0);
  for (std::size_t n = 0; n < gradient.size(); ++n)
  {
    EXPECT_NEAR(gradient[n], expected[n], 1e-7 * largest) << n;
  }
}

TEST_P(MeshfreeKnownAnswers, SlowOfTheCantilever)
{
  this->check(smallCantilever(),
    { { 1, 1533.07113 }, { 2, 969.366217 }, { 5, 547.892141 }, { 10, 436.909295 },
      { 20, 364.194081 }, { 50, 337.581936 } });
}

TEST_P(MeshfreeKnownAnswers, OfTheSensitivityAndTheSecondDesign)
{
  MeshfreeProblem problem = smallCantilever();
  const std::size_t loaded = pointAt(problem.structure.mesh, { 20.0, 5.0, 1.0 });
  const std::size_t middle = pointAt(problem.structure.mesh, { 10.0, 5.0, 1.0 });
  Observer silent;
  TopologyOptimizer optimizer(problem, makeContext(this->Used), silent);
  optimizer.step(silent);
  const std::vector<double> gradient = optimizer.gradient();
  EXPECT_NEAR(std::accumulate(gradient.begin(), gradient.end(), 0.0) / -11491.2732471, 1.0, 1e-7);
  EXPECT_NEAR(gradient[loaded] / -90.5219448502, 1.0, 1e-7);
  optimizer.step(silent);
  const std::vector<FieldDescription> fields = optimizer.fields();
  ASSERT_EQ(fields[3].name, "NodalDensity");
  EXPECT_NEAR(optimizer.field(3)[middle], 0.284303495, 1e-7);
}

TEST_P(MeshfreeKnownAnswersSlow, OfALargerPenalty)
{
  this->check(smallCantilever(2e8),
    { { 1, 1527.60738 }, { 2, 966.480072 }, { 5, 545.924357 }, { 10, 435.384926 },
      { 20, 363.011444 }, { 50, 336.715411 } });
}

TEST_P(MeshfreeKnownAnswersSlow, OfLargerSupports)
{
  MeshfreeProblem problem = smallCantilever();
  problem.method.supportScale = 2.5;
  this->check(problem,
    { { 1, 1534.91623 }, { 2, 978.885411 }, { 5, 572.852315 }, { 10, 479.279989 },
      { 20, 415.553648 }, { 50, 388.101341 } });
}

TEST_P(MeshfreeKnownAnswersSlow, OfMoreGaussPoints)
{
  MeshfreeProblem problem = smallCantilever();
  problem.method.gaussPoints = 3;
  this->check(problem,
    { { 1, 1532.34707 }, { 2, 968.441186 }, { 5, 547.190465 }, { 10, 437.905035 },
      { 20, 363.253186 }, { 50, 337.408743 } });
}

TEST_P(MeshfreeKnownAnswersSlow, OfMovedNodes)
{
  MeshfreeProblem problem = smallCantilever();
  problem.method.nodes = movedNodes(problem.structure.mesh.points, { 20.0, 10.0, 2.0 }, 0.15);
  this->check(problem,
    { { 1, 1531.73064 }, { 2, 966.076548 }, { 5, 537.632952 }, { 10, 418.527475 },
      { 20, 340.435763 }, { 50, 319.112779 } });
}

TEST_P(MeshfreeKnownAnswersSlow, OfMovedNodesWithConsistentIntegration)
{
  MeshfreeProblem problem = smallCantilever();
  problem.method.nodes = movedNodes(problem.structure.mesh.points, { 20.0, 10.0, 2.0 }, 0.15);
  problem.method.consistentIntegration = true;
  this->check(problem,
    { { 1, 1531.05528 }, { 2, 965.870319 }, { 5, 537.579367 }, { 10, 418.469869 },
      { 20, 340.737570 }, { 50, 319.481306 } });
}

TEST_P(MeshfreeKnownAnswersSlow, OfTheSensitivityFilter)
{
  MeshfreeProblem problem = smallCantilever();
  problem.design.densities.filter = FilterKind::Sensitivity;
  problem.design.densities.filterRadius = 1.5;
  this->check(problem,
    { { 1, 1533.07113 }, { 2, 986.031574 }, { 5, 581.680389 }, { 10, 507.042174 },
      { 20, 470.401216 }, { 50, 456.817297 } });
}

TEST_P(MeshfreeKnownAnswersSlow, OfTheAnnulus)
{
  this->check(annulus(),
    { { 1, 246.944609 }, { 2, 130.114157 }, { 5, 68.6928245 }, { 10, 57.9238111 },
      { 20, 54.0606619 }, { 50, 52.9073433 } });
}

TEST_P(MeshfreeKnownAnswersSlow, OfTheCube)
{
  this->check(cube(),
    { { 1, 227256.679 }, { 2, 30175.0265 }, { 5, 5345.52130 }, { 10, 1360.91591 },
      { 20, 994.355537 }, { 50, 933.365665 } });
}

TEST_P(MeshfreeKnownAnswersSlow, OfExampleIWith19488Unknowns)
{
  this->check(cantilever({ 55, 28, 3 }, { 100.0, 50.0, 4.0 }),
    { { 1, 779.436820 }, { 2, 483.481470 }, { 5, 237.507295 }, { 10, 156.631016 } });
}

TEST_P(MeshfreeKnownAnswersSlow, OfExampleIWith49815Unknowns)
{
  Answers answers = { { 1, 817.860317 }, { 2, 495.285127 }, { 5, 238.569080 }, { 10, 154.668692 } };
  if (this->Used.space == ExecutionSpace::Host)
  {
    answers.resize(2); // further designs take minutes
  }
  this->check(cantilever({ 80, 40, 4 }, { 100.0, 50.0, 4.0 }), answers);
}

TEST_P(MeshfreeKnownAnswersSlow, OfExampleIWith110880Unknowns)
{
  this->check(cantilever({ 111, 54, 5 }, { 100.0, 50.0, 4.0 }), { { 1, 828.413814 } });
}

TEST_P(MeshfreeKnownAnswersSlow, OfTheEndOfExampleI)
{
  MeshfreeProblem coarse = cantilever({ 55, 28, 3 }, { 100.0, 50.0, 4.0 });
  coarse.structure.solver.tolerance = 1e-6;
  this->check(coarse, { { 20, 111.293053 } }, 1e-4);
  if (this->Used.space == ExecutionSpace::Host)
  {
    return;
  }
  MeshfreeProblem fine = cantilever({ 80, 40, 4 }, { 100.0, 50.0, 4.0 });
  fine.structure.solver.tolerance = 1e-6;
  this->check(fine, { { 20, 109.6389 }, { 50, 105.7234 } }, 1e-4);
}
