// Tests of whole iterations against the plain reference, and of sensitivities against finite
// differences.

#include "Design/Optimizer/OptimizerOnDevice.h"

#include "Design/Filter/FilterReference.h"
#include "Optimization/TopologyOptimizerReference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class TopologyReference : public OptimizerOnDevice
{
protected:
  /// Compares the iterates of a problem with those of the reference.
  void expectReference(TopologyProblem problem, int iterations);

  /// Compares derivatives with central differences of the first compliance.
  void expectDifferences(TopologyProblem problem, Random& random);
};

void TopologyReference::expectReference(TopologyProblem problem, int iterations)
{
  // The tolerance of the solver is 1e-13. The remaining difference is due to the conditioning of
  // the systems and of the design update, which amplify rounding from iterate to iterate.
  problem.structure.solver.tolerance = 1e-13;
  problem.design.settings.densityChangeTolerance = 0.0;
  const auto expected = reference::optimizeTopology(problem, iterations);
  const auto optimizer = this->optimizer(problem);
  for (int k = 0; k <= iterations; ++k)
  {
    SCOPED_TRACE("iterate " + std::to_string(k));
    const reference::TopologyIterate& iterate = expected[static_cast<std::size_t>(k)];
    ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
    const IterationRecord& record = optimizer->record();
    EXPECT_EQ(record.iteration(), k);
    EXPECT_NEAR(record["Compliance"] / iterate.compliance, 1.0, 1e-9);
    EXPECT_NEAR(record["VolumeFraction"], iterate.volumeFraction, 1e-9);
    EXPECT_NEAR(record.change(), iterate.densityChange, 1e-7);
    EXPECT_LE(record["Residual"], 1e-13);
    EXPECT_LT(relativeDifference(optimizer->density(), iterate.density), 1e-7);
    for (std::size_t c = 0; c < problem.structure.loadCases.size(); ++c)
    {
      EXPECT_LT(relativeDifference(optimizer->displacement(c), iterate.displacement[c]), 1e-8);
    }
    EXPECT_LT(relativeDifference(optimizer->sensitivity(), iterate.sensitivity), 1e-7);
    EXPECT_LT(
      relativeDifference(optimizer->strainEnergyDensity(), iterate.strainEnergyDensity), 1e-7);
  }
}

void TopologyReference::expectDifferences(TopologyProblem problem, Random& random)
{
  problem.structure.solver.tolerance = 1e-13;
  problem.design.initialDensity = randomDensity(problem, random);
  const auto optimizer = this->optimizer(problem);
  ASSERT_EQ(optimizer->step(this->Silent), StepStatus::Advanced);
  std::vector<double> derivative = optimizer->sensitivity();
  if (problem.design.densities.filter == FilterKind::Density)
  {
    // The compliance is a function of the filtered density, so that the chain rule applies.
    derivative = reference::filterDensityTranspose(
      reference::findNeighbours(problem.structure.mesh, problem.design.densities.filterRadius),
      reference::elementVolumes(problem.structure.mesh), derivative);
  }
  double largest = 0.0;
  for (const double value : derivative)
  {
    largest = std::max(largest, std::abs(value));
  }
  for (int trial = 0; trial < 6; ++trial)
  {
    const std::size_t e = random.index(problem.structure.mesh.numberOfElements());
    // The truncation error is of the order h^2, and the rounding error is about 1e-12 C / h.
    const double h = 1e-4 * problem.design.initialDensity[e];
    TopologyProblem up = problem;
    up.design.initialDensity[e] += h;
    TopologyProblem down = problem;
    down.design.initialDensity[e] -= h;
    const double difference =
      (firstCompliance(up, this->Used) - firstCompliance(down, this->Used)) / (2 * h);
    EXPECT_LT(derivative[e], 0.0);
    EXPECT_NEAR(difference, derivative[e], 1e-6 * largest) << "element " << e;
  }
}
}

TEST_P(TopologyReference, FollowsTheReferenceInEveryVariant)
{
  Random random(101);
  for (const Interpolation interpolation : { Interpolation::Simp, Interpolation::ModifiedSimp })
  {
    for (const FilterKind filter :
      { FilterKind::None, FilterKind::Sensitivity, FilterKind::Density })
    {
      for (const bool weighted : { true, false })
      {
        SCOPED_TRACE("interpolation " + std::to_string(static_cast<int>(interpolation)) +
          ", filter " + std::to_string(static_cast<int>(filter)) +
          (weighted ? ", weighted" : ", not weighted"));
        TopologyProblem problem = distortedCantilever({ 5, 3, 3 }, random);
        problem.design.densities.interpolation = interpolation;
        problem.design.densities.minimumDensity = 0.05; // keeps the systems well conditioned
        problem.design.settings.minimumModulusRatio = 1e-3;
        problem.design.densities.filter = filter;
        problem.design.densities.filterRadius = 1.6;
        problem.design.densities.volumeWeightedFilter = weighted;
        problem.design.settings.volumeFraction = 0.4;
        problem.design.initialDensity = randomDensity(problem, random);
        this->expectReference(problem, 4);
      }
    }
  }
}

TEST_P(TopologyReference, FollowsTheReferenceWithOtherSettings)
{
  Random random(102);
  TopologyProblem problem = distortedCantilever({ 5, 3, 3 }, random);
  problem.structure.material = { 2.1e5, 0.28 };
  problem.design.densities.penalization = 2.4;
  problem.design.settings.damping = 0.35;
  problem.design.settings.moveLimit = 0.07;
  problem.design.densities.minimumDensity = 0.02;
  this->expectReference(problem, 4);
}

TEST_P(TopologyReference, FollowsTheReferenceWithPartlySolidElements)
{
  Random random(105);
  for (const FilterKind filter : { FilterKind::None, FilterKind::Sensitivity, FilterKind::Density })
  {
    for (const Interpolation interpolation : { Interpolation::Simp, Interpolation::ModifiedSimp })
    {
      SCOPED_TRACE("interpolation " + std::to_string(static_cast<int>(interpolation)) +
        ", filter " + std::to_string(static_cast<int>(filter)));
      TopologyProblem problem = distortedCantilever({ 6, 3, 3 }, random);
      problem.design.densities.interpolation = interpolation;
      problem.design.densities.minimumDensity = 0.05;
      problem.design.settings.minimumModulusRatio = 1e-3;
      problem.design.densities.filter = filter;
      problem.design.settings.volumeFraction = 0.45;
      problem.solidFractions = random.vector(problem.structure.mesh.numberOfElements(), 0.1, 1.0);
      problem.design.designRegion.assign(
        problem.structure.mesh.numberOfElements(), DesignRegion::Design);
      problem.design.designRegion[4] = DesignRegion::Solid;
      problem.design.designRegion[17] = DesignRegion::Void;
      unloadVoid(problem);
      this->expectReference(problem, 4);
    }
  }
}

TEST_P(TopologyReference, SensitivityIsTheDerivativeWithPartlySolidElements)
{
  Random random(106);
  TopologyProblem problem = distortedCantilever({ 4, 3, 3 }, random);
  problem.design.densities.filter = FilterKind::None;
  problem.design.densities.minimumDensity = 0.05;
  problem.solidFractions = random.vector(problem.structure.mesh.numberOfElements(), 0.1, 1.0);
  this->expectDifferences(problem, random);
}

TEST_P(TopologyReference, FollowsTheReferenceWithPassiveRegions)
{
  Random random(103);
  for (const FilterKind filter : { FilterKind::None, FilterKind::Sensitivity, FilterKind::Density })
  {
    for (const Interpolation interpolation : { Interpolation::Simp, Interpolation::ModifiedSimp })
    {
      SCOPED_TRACE("interpolation " + std::to_string(static_cast<int>(interpolation)) +
        ", filter " + std::to_string(static_cast<int>(filter)));
      TopologyProblem problem = distortedCantilever({ 6, 3, 3 }, random);
      problem.design.densities.interpolation = interpolation;
      problem.design.densities.minimumDensity = 0.05;
      problem.design.settings.minimumModulusRatio = 1e-3;
      problem.design.densities.filter = filter;
      problem.design.settings.volumeFraction = 0.45;
      problem.design.designRegion.assign(
        problem.structure.mesh.numberOfElements(), DesignRegion::Design);
      for (const std::size_t e : { 0u, 1u, 10u, 53u })
      {
        problem.design.designRegion[e] = DesignRegion::Solid;
      }
      for (const std::size_t e : { 5u, 20u, 21u })
      {
        problem.design.designRegion[e] = DesignRegion::Void;
      }
      unloadVoid(problem);
      this->expectReference(problem, 4);

      const auto optimizer = this->optimizer(problem);
      runSteps(*optimizer, 3);
      const std::vector<double> density = optimizer->density();
      for (std::size_t e = 0; e < density.size(); ++e)
      {
        if (problem.design.designRegion[e] == DesignRegion::Solid)
        {
          EXPECT_EQ(density[e], 1.0) << "solid element " << e;
        }
        else if (problem.design.designRegion[e] == DesignRegion::Void)
        {
          EXPECT_EQ(density[e], interpolation == Interpolation::Simp ? 0.05 : 0.0)
            << "void element " << e;
        }
      }
    }
  }
}

TEST_P(TopologyReference, FollowsTheReferenceWithPrescribedDisplacements)
{
  // One face is displaced, and another one is loaded by forces: the compliance is 2 f.u - u.K u.
  Random random(104);
  TopologyProblem problem = distortedCantilever({ 5, 3, 3 }, random);
  problem.structure.prescribedDisplacement.assign(problem.structure.supports.size(), 0.0);
  for (std::size_t i = 0; i < problem.structure.supports.size(); ++i)
  {
    problem.structure.prescribedDisplacement[i] =
      problem.structure.supports[i] != 0 ? random.uniform(-0.1, 0.1) : 1e30; // not read where free
  }
  problem.design.densities.minimumDensity = 0.05;
  this->expectReference(problem, 3);
}

TEST_P(TopologyReference, SensitivitiesAreThoseOfFiniteDifferences)
{
  Random random(105);
  for (const Interpolation interpolation : { Interpolation::Simp, Interpolation::ModifiedSimp })
  {
    for (const FilterKind filter :
      { FilterKind::None, FilterKind::Sensitivity, FilterKind::Density })
    {
      SCOPED_TRACE("interpolation " + std::to_string(static_cast<int>(interpolation)) +
        ", filter " + std::to_string(static_cast<int>(filter)));
      TopologyProblem problem = distortedCantilever({ 4, 3, 3 }, random);
      problem.design.densities.interpolation = interpolation;
      problem.design.settings.minimumModulusRatio = 1e-3;
      problem.design.densities.filter = filter;
      this->expectDifferences(problem, random);
    }
  }
}

TEST_P(TopologyReference, SensitivitiesHoldWithPrescribedDisplacements)
{
  Random random(106);
  TopologyProblem problem = distortedCantilever({ 4, 3, 3 }, random);
  problem.design.densities.filter = FilterKind::None;
  problem.structure.prescribedDisplacement.assign(problem.structure.supports.size(), 0.0);
  for (std::size_t i = 0; i < problem.structure.supports.size(); ++i)
  {
    problem.structure.prescribedDisplacement[i] = random.uniform(-0.1, 0.1);
  }
  // 2 f.u - u.K u is stationary in u, so that eq. 3 holds for any prescribed displacements.
  this->expectDifferences(problem, random);
}

TRABECULA_ON_EVERY_DEVICE(TopologyReference);
