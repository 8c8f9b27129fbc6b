// Tests of responses on patches, in the plane and in space: gradients against differences on random
// designs, values against their definitions.

#include "Optimization/LevelSet/ResponseProblems.h"
#include "Support/Patches.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Design/LevelSet/LevelSetReference.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/LevelSet/SolidElements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::levelset;

namespace
{
/// A response, the column that its gradient is of, and one that is this times a constant.
struct Case
{
  ResponseSettings response;
  std::string column;
  std::string scaled = {};
};

std::vector<Case> cases()
{
  const std::vector<std::pair<std::string, double>> direction = { { "DirectionX", -0.6 },
    { "DirectionY", 0.8 } };
  return {
    { { "LargestStress" }, "StressNorm", "ScaledStressNorm" },
    { { "LargestStress", InnerRegion, { "Second" }, { { "Exponent", 5.0 } } },
      "StressNorm_4_Second_P5", "ScaledStressNorm_4_Second_P5" },
    { { "LocalVolume", {}, {}, { { "Radius", 0.4 }, { "Scaled", 0.0 } } },
      "LocalVolumeNorm_R0.4_PM" },
    { { "LocalVolume", InnerRegion, {}, { { "Radius", 0.3 } } }, "LocalVolumeNorm_4_R0.3",
      "ScaledLocalVolume_4_R0.3" },
    { { "Reaction", HeldEnd, { "First" }, direction }, "Reaction_3_First_-0.6_0.8_0" },
    { { "OutputDisplacement", LoadedEnd, {}, direction }, "OutputDisplacement_2_-0.6_0.8_0" },
    { { "VibrationPeriod", {}, {}, { { "MassDensity", 2.5 } } }, "VibrationPeriod" },
    { { "CentreOfGravity", InnerRegion, {}, { { "Axis", 1.0 } } }, "CentreOfGravityY_4" },
    { { "WorstCompliance" }, "WorstCompliance" },
  };
}

class LevelSetResponses : public OnDevice
{
protected:
  std::unique_ptr<TopologyOptimizer> start(const LevelSetProblem& problem)
  {
    auto optimizer =
      std::make_unique<TopologyOptimizer>(problem, makeContext(this->Used), this->Silent);
    optimizer->step(this->Silent);
    return optimizer;
  }

  void checkGradient(LevelSetProblem problem, const Case& one, Random& random)
  {
    problem.design.settings.objective = one.response;
    const auto optimizer = this->start(problem);
    const std::vector<double> levelSet = optimizer->variables();
    const std::vector<double> gradient = optimizer->gradient();
    const double scale =
      one.scaled.empty() ? 1.0 : optimizer->record()[one.scaled] / optimizer->record()[one.column];
    for (int trial = 0; trial < 2; ++trial)
    {
      const std::vector<double> direction = random.vector(levelSet.size(), -1.0, 1.0);
      constexpr double h = 1e-5;
      double values[2];
      double predicted = 0.0;
      double size = 0.0;
      for (const int side : { 0, 1 })
      {
        LevelSetProblem moved = problem;
        for (std::size_t i = 0; i < levelSet.size(); ++i)
        {
          moved.design.initialDensity[i] = levelSet[i] + (side ? h : -h) * direction[i];
        }
        values[side] = this->start(moved)->record()[one.column];
      }
      for (std::size_t i = 0; i < levelSet.size(); ++i)
      {
        predicted += direction[i] * gradient[i];
        size += std::abs(direction[i] * gradient[i]);
      }
      EXPECT_GT(size, 0.0);
      EXPECT_NEAR(predicted, scale * (values[1] - values[0]) / (2.0 * h), 1e-6 * size)
        << one.column << " in " << problem.patch.dimension << " dimensions";
    }
  }

  Observer Silent;
};
TRABECULA_ON_EVERY_DEVICE(LevelSetResponses);

/// A Gauss point of a patch in the order of material points.
struct GaussPoint
{
  std::array<double, 3> position;
  double measure;
  double density;
  double mises; ///< of solid material with a modulus of one, for plane stress
};

/// Evaluates densities and stresses by their definitions. @param u 3 per control point
std::vector<GaussPoint> gaussPoints(
  const LevelSetProblem& problem, const std::vector<double>& levelSet, const std::vector<double>& u)
{
  const NurbsPatch& patch = problem.patch;
  const double nu = problem.conditions.material.poissonsRatio;
  std::array<std::vector<double>, 3> places;
  for (std::size_t k = 0; k < 2; ++k)
  {
    const std::vector<double> ends = breakPoints(patch.degrees[k], patch.knots[k]);
    const double root = std::sqrt(0.6); // three points for degree 2
    for (std::size_t s = 0; s + 1 < ends.size(); ++s)
    {
      for (const double at : { -root, 0.0, root })
      {
        places[k].push_back(0.5 * (ends[s] + ends[s + 1] + at * (ends[s + 1] - ends[s])));
      }
    }
  }
  const std::vector<double> measures = gaussMeasures(patch);
  std::vector<GaussPoint> points;
  const std::array<int, 3> n = patch.elements();
  for (int e = 0; e < n[0] * n[1]; ++e)
  {
    for (int q = 0; q < 9; ++q)
    {
      const std::array<double, 3> xi = {
        places[0][static_cast<std::size_t>(3 * (e % n[0]) + q % 3)],
        places[1][static_cast<std::size_t>(3 * (e / n[0]) + q / 3)], 0.0
      };
      const NurbsPoint point = evaluateAt(patch, xi);
      double h[2][2] = {};
      const NurbsJacobian& j = point.jacobian;
      const double determinant = j[0][0] * j[1][1] - j[0][1] * j[1][0];
      for (std::size_t a = 0; a < static_cast<std::size_t>(point.count); ++a)
      {
        const double dx =
          (j[1][1] * point.derivatives[a][0] - j[1][0] * point.derivatives[a][1]) / determinant;
        const double dy =
          (j[0][0] * point.derivatives[a][1] - j[0][1] * point.derivatives[a][0]) / determinant;
        for (std::size_t c = 0; c < 2; ++c)
        {
          const double value = u[3 * static_cast<std::size_t>(point.controlPoints[a]) + c];
          h[c][0] += value * dx;
          h[c][1] += value * dy;
        }
      }
      const double sx = (h[0][0] + nu * h[1][1]) / (1.0 - nu * nu);
      const double sy = (h[1][1] + nu * h[0][0]) / (1.0 - nu * nu);
      const double t = 0.5 * (h[0][1] + h[1][0]) / (1.0 + nu);
      const double level = std::clamp(
        reference::levelSetAt(patch, levelSet, xi) / problem.method.transitionWidth, -1.0, 1.0);
      points.push_back({ point.position, measures[points.size()],
        0.5 + 0.75 * (level - level * level * level / 3.0),
        std::sqrt(sx * sx - sx * sy + sy * sy + 3.0 * t * t) });
    }
  }
  return points;
}
}

TEST_P(LevelSetResponses, HaveExactGradients)
{
  Random random(12);
  for (const Case& one : cases())
  {
    this->checkGradient(plane(random), one, random);
    this->checkGradient(body(random), one, random);
  }
}

TEST_P(LevelSetResponses, HaveExactGradientsOfLinkedCoefficients)
{
  Random random(13);
  LevelSetProblem problem = body(random);
  problem.stages.symmetry.mode = SymmetryMode::Planes;
  problem.stages.symmetry.planes = 1;
  problem.stages.symmetry.center = { 1.0, 0.5, 0.5 };
  problem.design.settings.objective = { "LargestStress" };
  const auto optimizer = this->start(problem);
  const std::vector<double> levelSet = optimizer->variables();
  const std::vector<double> gradient = optimizer->gradient();
  const double scale = optimizer->record()["ScaledStressNorm"] / optimizer->record()["StressNorm"];
  std::vector<double> direction = random.vector(levelSet.size(), -1.0, 1.0);
  const std::array<int, 3> n = problem.patch.counts();
  double predicted = 0.0;
  double size = 0.0;
  for (std::size_t p = 0; p < levelSet.size(); ++p)
  {
    const int row = static_cast<int>(p) / n[0] % n[1];
    const auto image = static_cast<std::size_t>(static_cast<int>(p) + n[0] * (n[1] - 1 - 2 * row));
    direction[p] = direction[std::min(p, image)];
    predicted += direction[p] * gradient[p];
    size += std::abs(direction[p] * gradient[p]);
  }
  constexpr double h = 1e-5;
  double values[2];
  for (const int side : { 0, 1 })
  {
    LevelSetProblem moved = problem;
    for (std::size_t i = 0; i < levelSet.size(); ++i)
    {
      moved.design.initialDensity[i] = levelSet[i] + (side ? h : -h) * direction[i];
    }
    values[side] = this->start(moved)->record()["StressNorm"];
  }
  EXPECT_NEAR(predicted, scale * (values[1] - values[0]) / (2.0 * h), 1e-6 * size);
}

TEST_P(LevelSetResponses, HaveTheValuesOfTheirDefinitions)
{
  Random random(14);
  LevelSetProblem problem = plane(random);
  for (std::size_t i = 0; i < problem.design.pointRegion.size(); ++i)
  {
    const bool isHeld = problem.conditions.supports[i] != 0;
    problem.design.pointRegion[i] = isHeld ? HeldEnd : problem.design.pointRegion[i];
  }
  problem.design.settings.constraints = { { { "Compliance" }, 1e9 },
    { { "LargestStress", {}, { "First" } }, 1e9 },
    { { "LargestStress", InnerRegion, { "Second" } }, 1e9 },
    { { "LocalVolume", {}, {}, { { "Radius", 0.4 } } }, 1.0 },
    { { "OutputDisplacement", LoadedEnd, { "First" }, { { "DirectionX", 1.0 } } }, 1e9 },
    { { "Reaction", HeldEnd, { "First" }, { { "DirectionX", 1.0 } } }, 1e9 },
    { { "Reaction", HeldEnd, { "First" }, { { "DirectionY", 1.0 } } }, 1e9 } };
  const auto optimizer = this->start(problem);
  const IterationRecord& record = optimizer->record();
  const std::vector<double> levelSet = optimizer->variables();
  const std::vector<double> u = optimizer->field(3);
  const std::vector<GaussPoint> first = gaussPoints(problem, levelSet, u);
  const std::vector<GaussPoint> second = gaussPoints(problem, levelSet, optimizer->field(4));
  double largest = 0.0;
  double inRegion = 0.0;
  double local = 0.0;
  for (std::size_t p = 0; p < first.size(); ++p)
  {
    largest = std::max(largest, std::sqrt(first[p].density) * first[p].mises);
    if (problem.design.volumeRegion[p / 9] == InnerRegion)
    {
      inRegion = std::max(inRegion, std::sqrt(second[p].density) * second[p].mises);
    }
    double sum = 0.0;
    double total = 0.0;
    for (const GaussPoint& other : first)
    {
      const double distance = std::hypot(
        other.position[0] - first[p].position[0], other.position[1] - first[p].position[1]);
      sum += distance <= 0.4 ? other.measure * other.density : 0.0;
      total += distance <= 0.4 ? other.measure : 0.0;
    }
    local = std::max(local, sum / total);
  }
  EXPECT_NEAR(record["LargestStress_First"] / largest, 1.0, 1e-8);
  EXPECT_NEAR(record["LargestStress_4_Second"] / inRegion, 1.0, 1e-8);
  EXPECT_NEAR(record["LocalVolume_R0.4"], local, 1e-12);
  // The mean of the control points that are loaded; reactions balance the load of 1 in -x.
  double mean = 0.0;
  double count = 0.0;
  for (std::size_t i = 0; i < u.size(); i += 3)
  {
    const bool isInside = problem.design.pointRegion[i] == LoadedEnd;
    mean += isInside ? u[i] : 0.0;
    count += isInside ? 1.0 : 0.0;
  }
  EXPECT_NEAR(record["OutputDisplacement_2_First_X"] / (mean / count), 1.0, 1e-8);
  EXPECT_NEAR(record["Reaction_3_First_X"], 1.0, 1e-8);
  EXPECT_NEAR(record["Reaction_3_First_Y"], 0.0, 1e-8);
}

TEST_P(LevelSetResponses, LeaveOutWhatStaysSolid)
{
  // Of a cantilever whose left half stays solid, the stress of the right half counts, although that
  // of the left one is larger.
  LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Cantilever, { 16, 8, 1 });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.volumeFraction = 0.7;
  problem.design.settings.constraints = { { { "LargestStress" }, 1e9 },
    { { "LargestStress", 1 }, 1e9 }, { { "LargestStress", 2 }, 1e9 } };
  for (std::size_t p = 0; p < problem.patch.numberOfControlPoints(); ++p)
  {
    problem.design.designRegion.push_back(
      problem.patch.points[3 * p] < 1.0 ? DesignRegion::Solid : DesignRegion::Design);
  }
  for (std::size_t e = 0; e < problem.patch.numberOfElements(); ++e)
  {
    problem.design.volumeRegion.push_back(e % 16 < 8 ? 2 : 1);
  }
  const auto optimizer = this->start(problem);
  EXPECT_EQ(optimizer->record()["LargestStress"], optimizer->record()["LargestStress_1"]);
  EXPECT_LT(optimizer->record()["LargestStress"], 0.9 * optimizer->record()["LargestStress_2"]);
}

TEST_P(LevelSetResponses, KeepsABoundOnTheStress)
{
  LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Cantilever, { 16, 8, 1 });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.design.settings.volumeFraction = 0.6;
  problem.design.settings.constraints = { { { "LargestStress" }, 1e9 } };
  double lowest = 0.0;
  {
    const auto unbounded =
      std::make_unique<TopologyOptimizer>(problem, makeContext(this->Used), this->Silent);
    for (int i = 0; i <= 40; ++i)
    {
      unbounded->step(this->Silent);
    }
    lowest = 0.9 * unbounded->record()["LargestStress"];
  }
  problem.design.settings.constraints[0].bound = lowest;
  const auto bounded =
    std::make_unique<TopologyOptimizer>(problem, makeContext(this->Used), this->Silent);
  for (int i = 0; i <= 60; ++i)
  {
    bounded->step(this->Silent);
  }
  EXPECT_LT(bounded->record()["LargestStress"], 1.02 * lowest);
  EXPECT_LT(bounded->record()["VolumeFraction"], 0.61);
}

TEST(LevelSetResponsesMemory, CountsTermsAndRegions)
{
  // What an objective of terms, or bounds on a region, need more is below what is counted for them.
  LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Cantilever, { 16, 8, 1 });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  for (int i = 0; i < 5; ++i)
  {
    problem.conditions.loadCases.push_back(problem.conditions.loadCases[0]);
    problem.conditions.loadCases.back().name = "Case " + std::to_string(i);
  }
  problem.design.volumeRegion.assign(problem.patch.numberOfElements(), 1);
  problem.design.settings.objective = { "WorstCompliance" };
  const auto peakOf = [&](const LevelSetProblem& one)
  {
    Observer silent;
    TopologyOptimizer optimizer(one, makeContext(selectDevice(DeviceRequest::Host)), silent);
    for (int i = 0; i < 3; ++i)
    {
      optimizer.step(silent);
    }
    return optimizer.peakDeviceMemory();
  };
  LevelSetProblem ofTerms = problem;
  ofTerms.design.settings.objective.parameters = { { "Exponent", 0.0 } };
  LevelSetProblem ofRegions = problem;
  for (const int region : { 1, 2, 3 })
  {
    ofRegions.design.settings.constraints.push_back({ { "Volume", region }, 0.5 });
    ofRegions.design.volumeRegion[static_cast<std::size_t>(region)] = region;
  }
  for (const LevelSetProblem& larger : { ofTerms, ofRegions })
  {
    EXPECT_LE(peakOf(larger) - peakOf(problem),
      estimateDeviceMemory(larger) - estimateDeviceMemory(problem));
  }
}
