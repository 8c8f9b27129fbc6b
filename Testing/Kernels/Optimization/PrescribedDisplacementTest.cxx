// Tests of optimizations with displaced supports and without forces: the stiffest body is found, as
// with a force at the same place.

#include "Support/Problems.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Analysis/ElasticAnalysis.h"
#include "Core/Observer.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Moved = -0.05;

class PrescribedDisplacement : public OnDevice
{
protected:
  /// Returns a beam that is clamped at one end; the middle node of the other end is loaded or moved
  /// in z.
  static TopologyProblem beam(bool isMoved)
  {
    TopologyProblem problem = cantilever({ 16, 2, 8 });
    problem.design.densities.interpolation = Interpolation::ModifiedSimp;
    problem.design.settings.minimumModulusRatio = 1e-6;
    problem.design.settings.volumeFraction = 0.4;
    problem.design.settings.densityChangeTolerance = 0.0;
    problem.structure.solver.tolerance = 1e-9;
    problem.structure.loadCases[0].forces.assign(problem.structure.mesh.points.size(), 0.0);
    problem.structure.prescribedDisplacement.assign(problem.structure.mesh.points.size(), 0.0);
    const std::size_t entry = entryOf(problem);
    problem.structure.supports[entry] = isMoved ? 1 : 0;
    problem.structure.prescribedDisplacement[entry] = isMoved ? Moved : 0.0;
    problem.structure.loadCases[0].forces[entry] = isMoved ? 0.0 : -1.0;
    return problem;
  }

  static std::size_t entryOf(const TopologyProblem& problem)
  {
    return 3 *
      nodesWhere(problem.structure.mesh,
        [](const Point& p) { return p[0] == 16.0 && p[1] == 1.0 && p[2] == 4.0; })
        .at(0) +
      2;
  }

  /// Returns force over displacement of a design, by an analysis with the force.
  double stiffness(const std::vector<double>& density)
  {
    const TopologyProblem problem = beam(false);
    std::vector<double> shares;
    for (const double rho : density)
    {
      shares.push_back(1e-6 + (1.0 - 1e-6) * rho * rho * rho);
    }
    Observer observer;
    const auto analysis = analyseElastic(problem.structure, shares, this->Used, observer);
    return 1.0 / std::abs(analysis->loadCases[0].displacement[entryOf(problem)]);
  }
};
}

TEST_P(PrescribedDisplacement, AloneGivesTheStiffestBody)
{
  for (const Optimizer kind : { Optimizer::OptimalityCriteria, Optimizer::MovingAsymptotes })
  {
    TopologyProblem moved = beam(true);
    TopologyProblem loaded = beam(false);
    moved.design.settings.optimizer = loaded.design.settings.optimizer = kind;
    Observer observer;
    TopologyOptimizer byMove(moved, makeContext(this->Used), observer);
    TopologyOptimizer byForce(loaded, makeContext(this->Used), observer);
    const std::vector<double> compliances = runSteps(byMove, 41);
    runSteps(byForce, 41);
    const std::vector<double> start(moved.structure.mesh.numberOfElements(), 0.4);
    const double atFirst = this->stiffness(start);
    const double found = this->stiffness(byMove.density());
    // The compliance is -u.K u, where K is the stiffness at the moved node.
    EXPECT_NEAR(compliances.front(), -atFirst * Moved * Moved, 1e-5 * atFirst * Moved * Moved);
    EXPECT_NEAR(compliances.back(), -found * Moved * Moved, 1e-5 * found * Moved * Moved);
    EXPECT_GT(found, 3.0 * atFirst);
    EXPECT_NEAR(found / this->stiffness(byForce.density()), 1.0, 0.03);
  }
}

TEST_P(PrescribedDisplacement, CannotHaveABoundOnTheCompliance)
{
  TopologyProblem problem = beam(true);
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.settings.constraints = { { { "Compliance" }, 1.0 } };
  expectMessage(refusal(problem), { "compliance is bounded", "displaced", "forces" });
}

TRABECULA_ON_EVERY_DEVICE(PrescribedDisplacement);
