// Tests with all types of cells: patch tests, bending, optimization and bad input.

#include "Support/CellTypes.h"
#include "Analysis/CellTypesTestInput.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/Stress/StressError.h"
#include "Analysis/Stress/StressRecovery.h"
#include "Core/Error.h"
#include "Optimization/TopologyOptimizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
Point wavy(const Point& p)
{
  const double bump = 0.05 * std::sin(M_PI * p[0]) * std::sin(M_PI * p[1]) * std::sin(M_PI * p[2]);
  return { p[0] + bump, p[1] - 0.7 * bump, p[2] + 0.4 * bump };
}

/// Moves mid-edge nodes to the middle of straight edges.
void straighten(Mesh& mesh)
{
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const CellShape& shape = mesh.shape(e);
    for (std::size_t i = 0; shape.isQuadratic() && i < std::size_t(shape.edges); ++i)
    {
      const auto node = [&](int a) { return 3 * static_cast<std::size_t>(mesh.element(e)[a]); };
      for (std::size_t c = 0; c < 3; ++c)
      {
        mesh.points[node(shape.corners + int(i)) + c] = 0.5 *
          (mesh.points[node(shape.edgeCorners[i][0]) + c] +
            mesh.points[node(shape.edgeCorners[i][1]) + c]);
      }
    }
  }
}

/// A problem with prescribed displacements on the outer faces of a distorted box.
TopologyProblem heldOutside(Mesh mesh, const Mesh& regular, const std::vector<double>& displacement)
{
  TopologyProblem problem = emptyProblem(std::move(mesh));
  problem.structure.prescribedDisplacement.assign(displacement.size(), 0.0);
  for (std::size_t i = 0; i < displacement.size(); ++i)
  {
    const Point p = nodePosition(regular, i / 3);
    const bool outside =
      std::any_of(p.begin(), p.end(), [](double c) { return isAt(c, 0.0) || isAt(c, 1.0); });
    problem.structure.supports[i] = outside ? 1 : 0;
    problem.structure.prescribedDisplacement[i] = outside ? displacement[i] : 0.0;
  }
  problem.structure.solver.tolerance = 1e-13;
  return problem;
}

std::vector<double> linearField(const Mesh& mesh, const std::vector<double>& G)
{
  std::vector<double> u(mesh.points.size(), 0.0);
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      u[i] += G[3 * (i % 3) + c] * mesh.points[i / 3 * 3 + c];
    }
  }
  return u;
}

/// Stress of a constant displacement gradient, E = 1, nu = 0.3.
std::array<double, 6> stressOf(const std::vector<double>& G)
{
  const double mu = 1.0 / 2.6;
  const double pressure = 0.3 / (1.3 * 0.4) * (G[0] + G[4] + G[8]);
  return { 2 * mu * G[0] + pressure, 2 * mu * G[4] + pressure, 2 * mu * G[8] + pressure,
    mu * (G[1] + G[3]), mu * (G[5] + G[7]), mu * (G[2] + G[6]) };
}

/// A block of 2 x 1 x 1, supported at x = 0, with a unit force in -z distributed over x = 2.
TopologyProblem block(CellType type, FilterKind filter)
{
  TopologyProblem problem = structureOf(
    makeBox(type, { 8, 4, 4 },
      [](const Point& p) {
        return Point{ 2 * p[0], p[1], p[2] };
      }),
    {}, [](const Point& p) { return isAt(p[0], 2.0); },
    [](const Vector3&, const Vector3&) {
      return Vector3{ 0.0, 0.0, -1.0 };
    });
  clamp(problem, [](const Point& p) { return p[0] == 0.0; });
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-6;
  problem.design.densities.filter = filter;
  problem.design.densities.filterRadius = 0.4;
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.structure.solver.tolerance = 1e-10;
  return problem;
}
}

TEST_P(CellTypes, PassThePatchTest)
{
  Random random(441);
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    const Mesh regular = makeBox(type, { 3, 3, 3 }, same);
    Mesh distorted = regular;
    distort(distorted, 0.08, 0.3, random); // also mid-edge nodes, so that faces are curved
    if (type == CellType::QuadraticTetrahedron)
    {
      // Four points are exact for elements that are curved in one direction, as in the first mesh.
      straighten(distorted);
    }
    for (const Mesh& mesh : { makeBox(type, { 3, 3, 3 }, wavy), distorted })
    {
      const std::vector<double> G = random.vector(9, -1e-3, 1e-3);
      const std::vector<double> exact = linearField(mesh, G);
      const TopologyProblem problem = heldOutside(mesh, regular, exact);
      const ElasticAnalysis analysis = this->analyse(problem.structure);
      EXPECT_LT(relativeDifference(analysis.loadCases[0].displacement, exact), 1e-10);
      const std::array<double, 6> stress = stressOf(G);
      for (const StressRecovery recovery : { StressRecovery::Extrapolated, StressRecovery::Direct })
      {
        const std::vector<double> nodal = nodalStresses(
          mesh, { problem.structure.material }, analysis.loadCases[0].displacement, recovery);
        for (std::size_t i = 0; i < nodal.size(); ++i)
        {
          ASSERT_NEAR(nodal[i], stress[i % 6], 1e-12);
        }
        const ElementEnergies energies = estimateStressError(
          mesh, { problem.structure.material }, analysis.loadCases[0].displacement, nodal);
        for (const double error : energies.error)
        {
          ASSERT_LT(std::sqrt(2.0 * error), 1e-12);
        }
      }
      for (std::size_t i = 0; i < analysis.loadCases[0].stress.size(); ++i)
      {
        ASSERT_NEAR(analysis.loadCases[0].stress[i], stress[i % 6], 1e-12);
      }
    }
  }
}

TEST_P(CellTypes, BendExactlyWhereTheyAreQuadratic)
{
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    TopologyProblem problem = structureOf(
      makeBox(type, { 4, 1, 1 },
        [](const Point& p) {
          return Point{ 4 * p[0], p[1] - 0.5, p[2] - 0.5 };
        }),
      {}, [](const Point& p) { return isAt(p[0], 4.0); },
      [](const Vector3& x, const Vector3&) {
        return Vector3{ x[2], 0.0, 0.0 };
      });
    problem.structure.prescribedDisplacement.assign(problem.structure.mesh.points.size(), 0.0);
    std::vector<double> exact;
    for (std::size_t n = 0; n < problem.structure.mesh.numberOfNodes(); ++n)
    {
      const auto [x, y, z] = nodePosition(problem.structure.mesh, n);
      exact.insert(exact.end(), { x * z, -0.3 * y * z, -(x * x + 0.3 * (z * z - y * y)) / 2 });
    }
    for (const std::size_t n :
      nodesWhere(problem.structure.mesh, [](const Point& p) { return isAt(p[0], 0.0); }))
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        problem.structure.supports[3 * n + c] = 1;
        problem.structure.prescribedDisplacement[3 * n + c] = exact[3 * n + c];
      }
    }
    problem.structure.solver.tolerance = 1e-13;
    const ElasticAnalysis analysis = this->analyse(problem.structure);
    const double error = relativeDifference(analysis.loadCases[0].displacement, exact);
    if (cellShape(type).isQuadratic())
    {
      EXPECT_LT(error, 1e-10);
      const std::vector<double> nodal =
        nodalStresses(problem.structure.mesh, { problem.structure.material },
          analysis.loadCases[0].displacement, StressRecovery::Extrapolated);
      for (std::size_t n = 0; n < problem.structure.mesh.numberOfNodes(); ++n)
      {
        EXPECT_NEAR(nodal[6 * n], problem.structure.mesh.points[3 * n + 2], 1e-9);
        EXPECT_NEAR(nodal[6 * n + 1], 0.0, 1e-9);
      }
    }
    else
    {
      EXPECT_GT(error, 0.1) << "linear cells are too stiff";
    }
  }
}

TEST_P(CellTypes, SlowAreOptimizedOnTheKnownPath)
{
  // Compliances of designs 1, 2 and 10 by an independent program in Python.
  struct Path
  {
    CellType type;
    FilterKind filter;
    double first, second, tenth;
  };
  for (const Path& path :
    {
      Path{ CellType::Tetrahedron, FilterKind::Sensitivity, 1102.697, 862.8958, 454.39 },
      Path{ CellType::Tetrahedron, FilterKind::Density, 1102.697, 908.9801, 471.02 },
      Path{ CellType::QuadraticTetrahedron, FilterKind::Sensitivity, 1366.422, 1064.423, 704.30 },
      Path{ CellType::QuadraticTetrahedron, FilterKind::Density, 1366.422, 1115.435, 697.89 },
      Path{ CellType::Hexahedron, FilterKind::Sensitivity, 1302.806, 1042.771, 730.77 },
      Path{ CellType::Hexahedron, FilterKind::Density, 1302.806, 1093.548, 701.17 },
      Path{ CellType::QuadraticHexahedron, FilterKind::Sensitivity, 1366.195, 1096.620, 800.91 },
      Path{ CellType::QuadraticHexahedron, FilterKind::Density, 1366.195, 1146.171, 764.96 },
    })
  {
    SCOPED_TRACE(cellShape(path.type).name + std::to_string(static_cast<int>(path.filter)));
    Observer silent;
    TopologyOptimizer optimizer(block(path.type, path.filter), this->context(), silent);
    const std::vector<double> compliances = runSteps(optimizer, 10);
    EXPECT_NEAR(compliances[0] / path.first, 1.0, 1e-6);
    EXPECT_NEAR(compliances[1] / path.second, 1.0, 1e-6);
    EXPECT_NEAR(compliances[9] / path.tenth, 1.0, 1e-4);
  }
}

TEST_P(CellTypes, AreSolvedFasterWithRigidBodyModes)
{
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    TopologyProblem problem = structureOf(
      makeBox(type, { 20, 2, 4 },
        [](const Point& p) {
          return Point{ 10 * p[0], p[1], 2 * p[2] };
        }),
      {}, [](const Point& p) { return isAt(p[0], 10.0); },
      [](const Vector3&, const Vector3&) {
        return Vector3{ 0.0, 0.0, -1.0 };
      });
    clamp(problem, [](const Point& p) { return p[0] == 0.0; });
    problem.structure.solver.tolerance = 1e-6;
    problem.structure.solver.preconditioner = Preconditioner::Jacobi;
    const int jacobi = this->analyse(problem.structure).solverIterations;
    problem.structure.solver.preconditioner = Preconditioner::RigidBodyModes;
    problem.structure.solver.aggregates = 30;
    EXPECT_LT(2 * this->analyse(problem.structure).solverIterations, jacobi);
  }
}

TEST_P(CellTypes, AreRefusedWhereSomethingIsForHexahedra)
{
  for (const CellType type : AllCellTypes)
  {
    if (type == CellType::Hexahedron)
    {
      continue;
    }
    SCOPED_TRACE(cellShape(type).name);
    TopologyProblem problem = block(type, FilterKind::Sensitivity);
    problem.structure.solver.strategy = Strategy::Recompute;
    Observer silent;
    EXPECT_THROW(TopologyOptimizer(problem, this->context(), silent), Error);
    EXPECT_THROW(requireHexahedral(problem.structure.mesh, "This"), Error);
    EXPECT_NO_THROW(requireHexahedral(makeBox(CellType::Hexahedron, { 1, 1, 1 }, same), "This"));
  }
}

TRABECULA_ON_EVERY_DEVICE(CellTypes);
