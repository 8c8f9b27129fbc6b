#include "Support/Tetrahedra.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Error.h"
#include "Optimization/TopologyOptimizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class Tetrahedra : public OnDevice
{
protected:
  ElasticAnalysis analyse(const StructuralProblem& problem)
  {
    Observer silent;
    const std::vector<double> solid(problem.mesh.numberOfElements(), 1.0);
    return analyseElastic(problem, solid, this->Used, silent).value();
  }
};

bool isAt(double value, double place)
{
  return std::abs(value - place) < 1e-9;
}

void hold(TopologyProblem& problem, const std::function<bool(const Point&)>& where, int component)
{
  for (const std::size_t node : nodesWhere(problem.mesh, where))
  {
    problem.supports[3 * node + static_cast<std::size_t>(component)] = 1;
  }
}

/// 10 x 1 x 2, held at x = 0, 1000 in -z spread over x = 10.
TopologyProblem beam(int m)
{
  TopologyProblem problem = emptyProblem(tetrahedralBox({ 10 * m, m, 2 * m },
    [](const Point& p) {
      return Point{ 10 * p[0], p[1], 2 * p[2] };
    }));
  problem.material = { 210000.0, 0.3 };
  clamp(problem, [](const Point& p) { return p[0] == 0.0; });
  problem.loadCases[0].forces = tractionOnFaces(
    problem.mesh, [](const Point& p) { return isAt(p[0], 10.0); }, { 0.0, 0.0, -500.0 });
  problem.solver.tolerance = 1e-11;
  return problem;
}

/// 2 x 1 x 1, held at x = 0, a unit force in -z spread over x = 2.
TopologyProblem block(FilterKind filter)
{
  TopologyProblem problem = emptyProblem(tetrahedralBox({ 8, 4, 4 },
    [](const Point& p) {
      return Point{ 2 * p[0], p[1], p[2] };
    }));
  clamp(problem, [](const Point& p) { return p[0] == 0.0; });
  problem.loadCases[0].forces = tractionOnFaces(
    problem.mesh, [](const Point& p) { return isAt(p[0], 2.0); }, { 0.0, 0.0, -1.0 });
  problem.settings.interpolation = Interpolation::ModifiedSimp;
  problem.settings.minimumModulusRatio = 1e-6;
  problem.settings.filter = filter;
  problem.settings.filterRadius = 0.4;
  problem.solver.tolerance = 1e-10;
  return problem;
}
}

TEST_P(Tetrahedra, PassThePatchTest)
{
  // Displacements of a linear field on the surface give it inside, on a distorted mesh.
  Random random(421);
  Mesh mesh = tetrahedra(makeBoxMesh({ 4, 3, 3 }, { 1.0, 1.0, 1.0 }));
  const Mesh regular = mesh;
  distort(mesh, 0.15, 0.25, random);
  TopologyProblem problem = emptyProblem(mesh);
  const std::vector<double> G = random.vector(9, -1e-3, 1e-3);
  problem.prescribedDisplacement.assign(mesh.points.size(), 0.0);
  std::vector<double> exact(mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < exact.size(); ++i)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      exact[i] += G[3 * (i % 3) + c] * mesh.points[i / 3 * 3 + c];
    }
    const Point p = nodePosition(regular, i / 3);
    const bool outside =
      std::any_of(p.begin(), p.end(), [](double c) { return isAt(c, 0.0) || isAt(c, 1.0); });
    problem.supports[i] = outside ? 1 : 0;
    problem.prescribedDisplacement[i] = outside ? exact[i] : 0.0;
  }
  problem.solver.tolerance = 1e-13;
  const ElasticAnalysis analysis = this->analyse(problem);
  EXPECT_LT(relativeDifference(analysis.loadCases[0].displacement, exact), 1e-10);
  const double mu = 1.0 / 2.6;
  const double lambda = 0.3 / (1.3 * 0.4);
  const double pressure = lambda * (G[0] + G[4] + G[8]);
  const std::vector<double> stress = { 2 * mu * G[0] + pressure, 2 * mu * G[4] + pressure,
    2 * mu * G[8] + pressure, mu * (G[1] + G[3]), mu * (G[5] + G[7]), mu * (G[2] + G[6]) };
  for (std::size_t i = 0; i < analysis.loadCases[0].stress.size(); ++i)
  {
    EXPECT_NEAR(analysis.loadCases[0].stress[i], stress[i % 6], 1e-12);
  }
}

TEST_P(Tetrahedra, HaveTheKnownComplianceOfACantilever)
{
  // An independent program in Python; Timoshenko's beam has 2453.8, from which TET4 is far.
  const double expected[] = { 1269.50706, 1940.29073, 2275.98364 };
  const int sizes[] = { 1, 2, 4 };
  for (int i = 0; i < 3; ++i)
  {
    EXPECT_NEAR(this->analyse(beam(sizes[i])).compliance / expected[i], 1.0, 1e-8);
  }
}

TEST_P(Tetrahedra, AreSolvedFasterWithRigidBodyModes)
{
  TopologyProblem problem = beam(4);
  problem.solver.tolerance = 1e-6;
  problem.solver.preconditioner = Preconditioner::Jacobi;
  const int jacobi = this->analyse(problem).solverIterations;
  problem.solver.preconditioner = Preconditioner::RigidBodyModes;
  problem.solver.aggregates = 40;
  EXPECT_LT(3 * this->analyse(problem).solverIterations, jacobi);
}

TEST_P(Tetrahedra, BendCooksMembraneAsKnown)
{
  const int m = 16;
  TopologyProblem problem = emptyProblem(tetrahedralBox({ m, m, 1 },
    [](const Point& p) {
      return Point{ 48 * p[0], 44 * p[0] + p[1] * (44 - 28 * p[0]), p[2] };
    }));
  problem.material = { 0.9375, 0.25 };
  hold(
    problem, [](const Point& p) { return p[0] == 0.0; }, 0);
  hold(
    problem, [](const Point& p) { return p[0] == 0.0; }, 1);
  hold(
    problem, [](const Point&) { return true; }, 2);
  problem.loadCases[0].forces = tractionOnFaces(
    problem.mesh, [](const Point& p) { return isAt(p[0], 48.0); }, { 0.0, 1.0 / 16.0, 0.0 });
  problem.solver.tolerance = 1e-11;
  const ElasticAnalysis analysis = this->analyse(problem);
  const std::size_t middle = nodesWhere(problem.mesh,
    [](const Point& p) { return isAt(p[0], 48.0) && isAt(p[1], 52.0) && isAt(p[2], 0.0); })[0];
  EXPECT_NEAR(analysis.loadCases[0].displacement[3 * middle + 1], 21.6058740, 1e-6);
}

TEST_P(Tetrahedra, AreOptimizedOnTheKnownPath)
{
  // Compliances of designs 1, 2 and 10 by an independent program in Python.
  struct Path
  {
    FilterKind filter;
    double first;
    double second;
    double tenth;
  };
  for (const Path& path : { Path{ FilterKind::Sensitivity, 1102.697, 862.8958, 454.39 },
         Path{ FilterKind::Density, 1102.697, 908.9801, 471.02 } })
  {
    SCOPED_TRACE(static_cast<int>(path.filter));
    Observer silent;
    TopologyProblem problem = block(path.filter);
    problem.settings.densityChangeTolerance = 0.0;
    TopologyOptimizer optimizer(problem, this->Used, silent);
    const std::vector<double> compliances = runSteps(optimizer, 10);
    EXPECT_NEAR(compliances[0] / path.first, 1.0, 1e-6);
    EXPECT_NEAR(compliances[1] / path.second, 1.0, 1e-6);
    EXPECT_NEAR(compliances[9] / path.tenth, 1.0, 1e-4);
  }
}

TEST_P(Tetrahedra, AreRefusedWhereSomethingIsForHexahedra)
{
  TopologyProblem problem = block(FilterKind::Sensitivity);
  problem.solver.strategy = Strategy::Recompute;
  Observer silent;
  EXPECT_THROW(TopologyOptimizer(problem, this->Used, silent), Error);
  problem.solver.strategy = Strategy::Auto;
  problem.solver.preconditioner = Preconditioner::Multigrid;
  EXPECT_THROW(TopologyOptimizer(problem, this->Used, silent), Error);
  problem.solver.preconditioner = Preconditioner::Auto;
  std::swap(problem.mesh.connectivity[0], problem.mesh.connectivity[1]);
  EXPECT_THROW(validate(static_cast<const StructuralProblem&>(problem)), Error)
    << "element 0 is inverted";
}

TRABECULA_ON_EVERY_DEVICE(Tetrahedra);
