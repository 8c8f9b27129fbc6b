// Tests of compliant mechanisms: springs, the output displacement and its derivative by the adjoint
// method, with both optimizers.

#include "Design/Optimizer/OptimizerOnDevice.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/Vector.h"
#include "Operator/Hex8/Hex8Operator.h"
#include "Operator/Hex8/Hex8OperatorReference.h"
#include "Operator/SpringOperator.h"
#include "Optimization/TopologyOptimizerReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class SpringOperatorTest : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(SpringOperatorTest, Spaces, SpaceNames);

/// Returns a distorted box, clamped at x = 0, with random forces, outputs and springs: springs on a
/// third of the unknowns, including supported ones, outputs on a few, and two load cases with
/// different weights.
TopologyProblem randomMechanism(const std::array<int, 3>& elements, Random& random)
{
  TopologyProblem problem = distortedCantilever(elements, random);
  const std::size_t unknowns = problem.structure.mesh.points.size();
  problem.structure.springs.assign(unknowns, 0.0);
  problem.design.outputWeights.assign(unknowns, 0.0);
  for (std::size_t i = 0; i < unknowns; ++i)
  {
    problem.structure.springs[i] = random.index(3) == 0 ? random.uniform(0.0, 0.2) : 0.0;
    problem.design.outputWeights[i] = random.index(10) == 0 ? random.uniform(-1.0, 1.0) : 0.0;
    const bool needed = problem.design.outputWeights[i] != 0.0 ||
      problem.structure.loadCases[0].forces[i] != 0.0 ||
      problem.structure.loadCases[1].forces[i] != 0.0;
    problem.structure.springs[i] += needed ? 0.05 : 0.0;
  }
  problem.design.settings.objective = { "OutputDisplacement" };
  problem.design.settings.damping = 0.3;
  problem.design.settings.moveLimit = 0.1;
  problem.design.densities.minimumDensity = 0.05; // keeps the systems well conditioned
  problem.design.settings.minimumModulusRatio = 1e-3;
  return problem;
}

class Mechanism : public OptimizerOnDevice
{
protected:
  /// Compares the iterates of a problem with those of the reference.
  void expectReference(TopologyProblem problem, int iterations);

  /// Compares derivatives with central differences of the first objective.
  void expectDifferences(TopologyProblem problem, Random& random);

  double firstObjective(const TopologyProblem& problem)
  {
    const auto optimizer = this->optimizer(problem);
    runSteps(*optimizer, 1);
    return optimizer->record().objective();
  }
};

void Mechanism::expectReference(TopologyProblem problem, int iterations)
{
  // As for the compliance, the remaining error is due to the conditioning of the systems and of the
  // update.
  problem.structure.solver.tolerance = 1e-13;
  problem.design.settings.densityChangeTolerance = 0.0;
  const auto expected = reference::optimizeTopology(problem, iterations);
  const auto optimizer = this->optimizer(problem);
  double scale = 0.0;
  for (const auto& iterate : expected)
  {
    scale = std::max(scale, std::abs(iterate.objective));
  }
  for (int k = 0; k <= iterations; ++k)
  {
    SCOPED_TRACE("iterate " + std::to_string(k));
    const reference::TopologyIterate& iterate = expected[static_cast<std::size_t>(k)];
    ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
    const IterationRecord& record = optimizer->record();
    EXPECT_NEAR(record.objective(), iterate.objective, 1e-8 * scale);
    EXPECT_NEAR(record["Compliance"] / iterate.compliance, 1.0, 1e-8);
    EXPECT_NEAR(record["VolumeFraction"], iterate.volumeFraction, 1e-8);
    EXPECT_LT(relativeDifference(optimizer->density(), iterate.density), 1e-6);
    EXPECT_LT(relativeDifference(optimizer->displacement(0), iterate.displacement[0]), 1e-7);
    EXPECT_LT(relativeDifference(optimizer->sensitivity(), iterate.sensitivity), 1e-6);
  }
}

void Mechanism::expectDifferences(TopologyProblem problem, Random& random)
{
  problem.structure.solver.tolerance = 1e-13;
  problem.design.densities.filter = FilterKind::None;
  problem.design.initialDensity = randomDensity(problem, random);
  const auto optimizer = this->optimizer(problem);
  ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
  const std::vector<double> derivative = optimizer->sensitivity();
  double largest = 0.0;
  for (const double value : derivative)
  {
    largest = std::max(largest, std::abs(value));
  }
  ASSERT_GT(largest, 0.0);
  for (int trial = 0; trial < 6; ++trial)
  {
    const std::size_t e = random.index(problem.structure.mesh.numberOfElements());
    const double h = 1e-4 * problem.design.initialDensity[e];
    TopologyProblem up = problem;
    up.design.initialDensity[e] += h;
    TopologyProblem down = problem;
    down.design.initialDensity[e] -= h;
    const double difference = (this->firstObjective(up) - this->firstObjective(down)) / (2 * h);
    EXPECT_NEAR(difference, derivative[e], 1e-6 * largest) << "element " << e;
  }
}
}

TYPED_TEST(SpringOperatorTest, AddsADiagonal)
{
  Random random(301);
  for (const std::array<int, 3>& box : { std::array<int, 3>{ 1, 1, 1 }, { 7, 6, 7 } })
  {
    const Mesh mesh = distortedBox(box, 0.18, random);
    const std::size_t n = mesh.points.size();
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
    const std::vector<double> x = random.vector(n, -1.0, 1.0);
    std::vector<double> springs(n, 0.0);
    for (double& spring : springs)
    {
      spring = random.index(4) == 0 ? random.uniform(0.0, 3.0) : 0.0;
    }
    for (const bool any : { true, false })
    {
      SCOPED_TRACE(any);
      std::vector<double> expected = reference::applyStiffness(mesh, 0.3, moduli, x);
      double energy = 0.0;
      for (std::size_t i = 0; i < n && any; ++i)
      {
        expected[i] += springs[i] * x[i];
        energy += springs[i] * x[i] * x[i];
      }
      Hex8Operator<TypeParam> K(layoutsOf(this->context(), mesh), mesh, 0.3);
      const Vector<TypeParam> deviceModuli(K.materialPointsPointer(), moduli);
      K.setModuli(deviceModuli);
      SpringOperator<TypeParam> sprung(K, any ? springs : std::vector<double>());
      EXPECT_EQ(sprung.hasSprings(), any);
      EXPECT_EQ(sprung.size(), static_cast<std::int64_t>(n));

      const Vector<TypeParam> deviceX(K.layoutPointer(), x);
      Vector<TypeParam> y = poisoned(K.layoutPointer());
      sprung.apply(deviceX, y);
      EXPECT_LT(relativeDifference(y.toHost(), expected), 1e-13);

      // Solvers use this product, whose partial sums must add up to those of the whole matrix.
      Vector<TypeParam> again = poisoned(K.layoutPointer());
      Vector<TypeParam> partials =
        poisoned(this->layout(std::size_t(LinearOperator<TypeParam>::MostPartials)));
      const auto sums = static_cast<std::size_t>(sprung.applyDot(deviceX, again, partials.data()));
      EXPECT_LT(relativeDifference(again.toHost(), expected), 1e-13);
      double dot = 0.0;
      double sum = 0.0;
      for (std::size_t i = 0; i < n; ++i)
      {
        dot += x[i] * expected[i];
      }
      for (std::size_t i = 0; i < sums; ++i)
      {
        sum += partials.toHost()[i];
      }
      EXPECT_TRUE(sums == 0 || std::abs(sum / dot - 1.0) < 1e-12) << sum << " for " << dot;

      EXPECT_NEAR(sprung.energy(deviceX, deviceX), energy, 1e-12 * (1.0 + energy));
      Vector<TypeParam> diagonal(K.layoutPointer(), std::vector<double>(n, 2.0));
      sprung.addDiagonal(diagonal);
      const std::vector<double> added = diagonal.toHost();
      for (std::size_t i = 0; i < n; ++i)
      {
        EXPECT_EQ(added[i], any ? 2.0 + springs[i] : 2.0);
      }
    }
  }
}

TEST_P(Mechanism, FollowsTheReference)
{
  Random random(302);
  for (const Optimizer optimizer : { Optimizer::OptimalityCriteria, Optimizer::MovingAsymptotes })
  {
    for (const FilterKind filter :
      { FilterKind::None, FilterKind::Sensitivity, FilterKind::Density })
    {
      for (const Interpolation interpolation : { Interpolation::Simp, Interpolation::ModifiedSimp })
      {
        SCOPED_TRACE("optimizer " + std::to_string(static_cast<int>(optimizer)) + ", filter " +
          std::to_string(static_cast<int>(filter)) + ", interpolation " +
          std::to_string(static_cast<int>(interpolation)));
        TopologyProblem problem = randomMechanism({ 5, 3, 3 }, random);
        problem.design.settings.optimizer = optimizer;
        problem.design.densities.filter = filter;
        problem.design.densities.interpolation = interpolation;
        this->expectReference(problem, 4);
      }
    }
  }
}

TEST_P(Mechanism, ComplianceFollowsTheReferenceWithMovingAsymptotesAndSprings)
{
  Random random(303);
  TopologyProblem problem = randomMechanism({ 5, 3, 3 }, random);
  problem.design.settings.objective = { "Compliance" };
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.designRegion.assign(
    problem.structure.mesh.numberOfElements(), DesignRegion::Design);
  problem.design.designRegion[3] = DesignRegion::Solid;
  problem.design.designRegion[17] = DesignRegion::Void;
  this->expectReference(problem, 5);
}

TEST_P(Mechanism, FollowsTheReferenceWithADisplacedInput)
{
  // A stiff actuator prescribes a displacement instead of a force.
  Random random(304);
  TopologyProblem problem = randomMechanism({ 5, 3, 3 }, random);
  problem.structure.prescribedDisplacement.assign(problem.structure.supports.size(), 0.0);
  for (std::size_t i = 0; i < problem.structure.supports.size(); ++i)
  {
    problem.structure.prescribedDisplacement[i] =
      problem.structure.supports[i] != 0 ? random.uniform(-0.1, 0.1) : 0.0;
  }
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  this->expectReference(problem, 3);
}

TEST_P(Mechanism, SensitivitiesAreThoseOfFiniteDifferences)
{
  Random random(305);
  for (const Interpolation interpolation : { Interpolation::Simp, Interpolation::ModifiedSimp })
  {
    for (const bool moves : { false, true })
    {
      SCOPED_TRACE("interpolation " + std::to_string(static_cast<int>(interpolation)) +
        (moves ? ", displaced supports" : ""));
      TopologyProblem problem = randomMechanism({ 4, 3, 3 }, random);
      problem.design.densities.interpolation = interpolation;
      problem.structure.prescribedDisplacement.assign(problem.structure.supports.size(), 0.0);
      for (double& displacement : problem.structure.prescribedDisplacement)
      {
        displacement = moves ? random.uniform(-0.1, 0.1) : 0.0;
      }
      this->expectDifferences(problem, random);
    }
  }
}

TEST_P(Mechanism, OutputIsTheDisplacementThere)
{
  // The correction by the adjoint vanishes if both systems are solved exactly.
  Random random(306);
  TopologyProblem problem = randomMechanism({ 6, 4, 3 }, random);
  problem.structure.solver.tolerance = 1e-12;
  const auto exact = this->optimizer(problem);
  runSteps(*exact, 1);
  double output = 0.0;
  double size = 0.0;
  for (std::size_t c = 0; c < problem.structure.loadCases.size(); ++c)
  {
    const std::vector<double> u = exact->displacement(c);
    for (std::size_t i = 0; i < u.size(); ++i)
    {
      output += problem.structure.loadCases[c].weight * problem.design.outputWeights[i] * u[i];
      size +=
        std::abs(problem.structure.loadCases[c].weight * problem.design.outputWeights[i] * u[i]);
    }
  }
  EXPECT_NEAR(exact->record().objective(), output, 1e-9 * size);

  // With a loose tolerance, the error of the corrected objective is the square of the residual.
  problem.structure.solver.tolerance = 1e-4;
  EXPECT_NEAR(this->firstObjective(problem), output, 1e-6 * size);
}

TRABECULA_ON_EVERY_DEVICE(Mechanism);
