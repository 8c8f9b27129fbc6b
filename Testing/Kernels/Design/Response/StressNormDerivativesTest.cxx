// Tests of the derivatives of the largest stress for all types of elements, by region and by load
// case, against a reference and against finite differences.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Design/Response/StressNormProblems.h"
#include "Support/Meshes/JoinedMeshes.h"

#include "Design/Response/Stress/StressNormReference.h"
#include "Optimization/Responses/ProblemResponses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
double lengthOf(const std::vector<double>& values)
{
  double sum = 0.0;
  for (const double value : values)
  {
    sum += value * value;
  }
  return std::sqrt(sum);
}

class StressNormDerivatives : public OptimizerOnDevice
{
protected:
  /// Returns a problem of one element type with random densities, two load cases and no filter.
  TopologyProblem randomProblem(Mesh mesh, Random& random)
  {
    TopologyProblem problem = emptyProblem(std::move(mesh));
    clamp(problem, [](const Point& p) { return p[0] < 1e-9 || (p[0] > 2.5 && p[0] < 3.0 + 1e-9); });
    problem.structure.loadCases = { { "First", 1.0,
                                      random.vector(problem.structure.mesh.points.size(), -1, 1) },
      { "Second", 0.5, random.vector(problem.structure.mesh.points.size(), -1, 1) } };
    problem.structure.material = { 3.0, 0.35 };
    problem.design.settings.objective = { "LargestStress" };
    problem.design.settings.constraints = { { { "Compliance" }, 1e6 } };
    problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
    problem.design.densities.interpolation = Interpolation::ModifiedSimp;
    problem.design.settings.minimumModulusRatio = 1e-3;
    problem.design.densities.filter = FilterKind::None;
    problem.structure.solver.tolerance = 1e-13;
    problem.design.initialDensity = randomDensity(problem, random);
    for (std::size_t e = 0; e < problem.structure.mesh.numberOfElements(); ++e)
    {
      problem.design.volumeRegion.push_back(static_cast<std::int32_t>(e % 3));
    }
    return problem;
  }

  double firstNorm(const TopologyProblem& problem)
  {
    const auto optimizer = this->optimizer(problem);
    optimizer->step(this->Silent);
    return optimizer->record()[this->normColumn(problem)];
  }
  static std::string normColumn(const TopologyProblem& problem)
  {
    return columnsOf(problem.design.settings.objective,
      responseProblem(problem.structure, problem.design, problem.structure.mesh))
      .back();
  }

  /// Returns the result of the reference for the first iterate, over all elements or those of the
  /// region.
  static reference::StressNormResult expected(
    const TopologyProblem& problem, const std::vector<double>& density)
  {
    const OptimizationSettings& settings = problem.design.settings;
    const ResponseSettings& stress = settings.objective;
    const double least = settings.minimumModulusRatio;
    reference::DensityStructure input;
    input.structure = problem.structure;
    input.density = density;
    for (std::size_t e = 0; e < density.size(); ++e)
    {
      const double E = problem.structure.material.youngsModulus;
      input.moduli.push_back(E * (least + (1.0 - least) * std::pow(density[e], 3.0)));
      input.modulusSlopes.push_back(E * (1.0 - least) * 3.0 * density[e] * density[e]);
      input.isMeasured.push_back(stress.region ? problem.design.volumeRegion[e] == *stress.region
                                               : problem.design.designRegion.empty() ||
            problem.design.designRegion[e] == DesignRegion::Design);
    }
    std::vector<std::size_t> loads;
    for (std::size_t i = 0; i < problem.structure.loadCases.size(); ++i)
    {
      if (stress.loadCases.empty() || stress.loadCases[0] == problem.structure.loadCases[i].name)
      {
        loads.push_back(i);
      }
    }
    return reference::stressNorm(input, loads, stress.parameter("Exponent", 8.0));
  }

  void expectReference(const TopologyProblem& problem)
  {
    const auto optimizer = this->optimizer(problem);
    ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
    const reference::StressNormResult one = expected(problem, optimizer->density());
    EXPECT_NEAR(optimizer->record()[normColumn(problem)] / one.norm, 1.0, 1e-10);
    EXPECT_NEAR(optimizer->record().objective() / one.largest, 1.0, 1e-10);
    std::vector<double> derivative = optimizer->sensitivity();
    for (double& value : derivative)
    {
      value *= one.norm / one.largest;
    }
    EXPECT_LT(relativeDifference(derivative, one.derivative), 1e-9);
  }

  void expectDifferences(const TopologyProblem& problem, Random& random)
  {
    const auto optimizer = this->optimizer(problem);
    ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
    const double scale =
      optimizer->record().objective() / optimizer->record()[this->normColumn(problem)];
    const std::vector<double> derivative = optimizer->sensitivity();
    const double largest = std::abs(*std::max_element(derivative.begin(), derivative.end(),
      [](double a, double b) { return std::abs(a) < std::abs(b); }));
    ASSERT_GT(largest, 0.0);
    // A random direction, along which all derivatives contribute, is compared with differences of
    // order 4.
    const std::vector<double> direction =
      random.vector(problem.structure.mesh.numberOfElements(), -1.0, 1.0);
    double along = 0.0;
    for (std::size_t e = 0; e < direction.size(); ++e)
    {
      along += derivative[e] * problem.design.initialDensity[e] * direction[e] / scale;
    }
    const auto at = [&](double step)
    {
      TopologyProblem moved = problem;
      for (std::size_t e = 0; e < direction.size(); ++e)
      {
        moved.design.initialDensity[e] *= 1.0 + step * direction[e];
      }
      return this->firstNorm(moved);
    };
    const double h = 5e-4;
    const double difference = (at(-2 * h) - 8 * at(-h) + 8 * at(h) - at(2 * h)) / (12 * h);
    EXPECT_NEAR(difference, along, 1e-7 * lengthOf(derivative) / scale);
  }
};

Mesh mixedMesh(Random& random)
{
  const auto box = [](CellType type, double from)
  {
    return makeBox(type, { 2, 2, 2 },
      [from](const Point& p) {
        return Point{ from + p[0], p[1], p[2] };
      });
  };
  // The mesh has two bodies, as the faces of these types do not match.
  Mesh mesh =
    joinMeshes({ box(CellType::Hexahedron, 0.0), box(CellType::QuadraticTetrahedron, 3.0) }, 1e-9);
  distort(mesh, 0.05, 0.5, random);
  return mesh;
}
}

TEST_P(StressNormDerivatives, AreThoseOfTheReference)
{
  // The meshes are distorted cells of each type, and the mean is over all elements or a region, and
  // over both load cases or one.
  Random random(3610);
  for (const CellType type : AllCellTypes)
  {
    Mesh mesh = makeBox(type, { 3, 2, 2 }, [](const Point& p) { return p; });
    distort(
      mesh, 0.1, type == CellType::Hexahedron || type == CellType::Tetrahedron ? 0.4 : 0.2, random);
    TopologyProblem problem = this->randomProblem(std::move(mesh), random);
    problem.design.initialDensity[3] = 0.0;
    for (const bool ofRegion : { false, true })
    {
      problem.design.settings.objective.region = ofRegion ? std::optional<int>(1) : std::nullopt;
      problem.design.settings.objective.loadCases =
        ofRegion ? std::vector<std::string>{ "Second" } : std::vector<std::string>();
      problem.design.settings.objective.parameters = { { "Exponent", ofRegion ? 5.0 : 12.0 } };
      SCOPED_TRACE(std::to_string(static_cast<int>(type)) + (ofRegion ? ", of a region" : ""));
      this->expectReference(problem);
    }
  }
}

TEST_P(StressNormDerivatives, HaveDerivativesOfAllElementsLoadsAndRegions)
{
  Random random(3611);
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(static_cast<int>(type));
    Mesh mesh = makeBox(type, { 3, 2, 2 }, [](const Point& p) { return p; });
    distort(mesh, 0.1, 0.2, random);
    TopologyProblem problem = this->randomProblem(std::move(mesh), random);
    this->expectDifferences(problem, random);
    problem.design.settings.objective.region = 2;
    problem.design.settings.objective.loadCases = { "Second" };
    problem.design.settings.objective.parameters = { { "Exponent", 3.0 } };
    this->expectDifferences(problem, random);
  }
  SCOPED_TRACE("mixed");
  const TopologyProblem mixed = this->randomProblem(mixedMesh(random), random);
  this->expectDifferences(mixed, random);
  this->expectReference(mixed);
}

TEST_P(StressNormDerivatives, LeaveOutPassivePartsOfVoxels)
{
  // The structure has springs and displaced supports.
  Random random(3612);
  TopologyProblem problem =
    this->randomProblem(makeBoxMesh({ 6, 3, 3 }, { 2.0, 1.0, 1.0 }), random);
  problem.structure.solver.preconditioner = Preconditioner::Multigrid;
  problem.structure.springs = random.vector(problem.structure.mesh.points.size(), 0.0, 0.1);
  problem.structure.prescribedDisplacement.assign(problem.structure.mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < problem.structure.supports.size(); ++i)
  {
    problem.structure.prescribedDisplacement[i] =
      problem.structure.supports[i] ? random.uniform(-1.0, 1.0) : 0.0;
  }
  // The compliance is no measure of stiffness for displaced supports, so that the output
  // displacement is bounded.
  problem.design.outputWeights = problem.structure.loadCases[0].forces;
  problem.design.settings.constraints = { { { "OutputDisplacement" }, 1e6 } };
  problem.design.designRegion.assign(
    problem.structure.mesh.numberOfElements(), DesignRegion::Design);
  problem.design.designRegion[40] = DesignRegion::Solid;
  problem.design.designRegion[20] = DesignRegion::Void;
  this->expectReference(problem);
  problem.design.settings.objective.region = 1;
  this->expectReference(problem);
}

TRABECULA_ON_EVERY_DEVICE(StressNormDerivatives);
