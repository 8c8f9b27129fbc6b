// Tests of problems on linear cells that are transferred to quadratic ones.

#include "Support/CellTypes.h"
#include "Support/Random.h"

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/Refinement/QuadraticProblem.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Device.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
const CellType LinearTypes[] = { CellType::Tetrahedron, CellType::Hexahedron };

bool onTop(const Point& p)
{
  return isAt(p[2], 1.0);
}

Mesh box(CellType type)
{
  return makeBox(type, { 3, 2, 2 },
    [](const Point& p) {
      return Point{ 3 * p[0] + 0.2 * p[0] * p[1], p[1], p[2] };
    });
}
}

TEST(QuadraticProblem, HasConsistentForcesOfALinearTraction)
{
  const Traction traction = [](const Vector3& x, const Vector3&) {
    return Vector3{ 1.0, -2.0 + x[1], 3.0 };
  };
  for (const CellType type : LinearTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    for (const Traction& t : { traction,
           Traction(
             [](const Vector3&, const Vector3&) {
               return Vector3{ 1.0, 2.0, 3.0 };
             }) })
    {
      const TopologyProblem linear = structureOf(box(type), {}, onTop, t);
      const QuadraticMesh quadratic = makeQuadratic(linear.structure.mesh);
      const TopologyProblem expected = structureOf(quadratic.mesh, {}, onTop, t);
      EXPECT_LT(relativeDifference(quadraticForces(linear.structure.mesh, quadratic,
                                     linear.structure.loadCases[0].forces),
                  expected.structure.loadCases[0].forces),
        1e-12);
    }
  }
}

TEST(QuadraticProblem, KeepsTheWorkOfAnyForces)
{
  Random random(451);
  for (const CellType type : LinearTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    const Mesh mesh = box(type);
    const QuadraticMesh quadratic = makeQuadratic(mesh);
    std::vector<double> forces(mesh.points.size(), 0.0);
    for (const std::size_t node :
      nodesWhere(mesh, [](const Point& p) { return onTop(p) || (p[0] < 0.1 && p[2] < 0.1); }))
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        forces[3 * node + c] = random.uniform(-1, 1);
      }
    }
    const std::vector<double> fine = quadraticForces(mesh, quadratic, forces);
    const std::vector<double> u = random.vector(mesh.points.size(), -1, 1);
    std::vector<double> v = u;
    for (const std::array<std::int32_t, 2>& ends : quadratic.ends)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        v.push_back(0.5 *
          (u[3 * static_cast<std::size_t>(ends[0]) + c] +
            u[3 * static_cast<std::size_t>(ends[1]) + c]));
      }
    }
    EXPECT_NEAR(std::inner_product(fine.begin(), fine.end(), v.begin(), 0.0),
      std::inner_product(forces.begin(), forces.end(), u.begin(), 0.0), 1e-12);
  }
}

TEST(QuadraticProblem, HasTheComplianceOfQuadraticCells)
{
  // The compliance of the cantilever of the known answers with m = 1 is 2410.79666 with tetrahedra
  // and 2414.44438 with hexahedra; those of the linear problems are 1269.5 and 2108.4.
  const double expected[] = { 2410.79666, 2414.44438 };
  for (std::size_t t = 0; t < 2; ++t)
  {
    TopologyProblem linear = structureOf(
      makeBox(LinearTypes[t], { 10, 1, 2 },
        [](const Point& p) {
          return Point{ 10 * p[0], p[1], 2 * p[2] };
        }),
      { 210000.0, 0.3 }, [](const Point& p) { return isAt(p[0], 10.0); },
      [](const Vector3&, const Vector3&) {
        return Vector3{ 0.0, 0.0, -500.0 };
      });
    clamp(linear, [](const Point& p) { return isAt(p[0], 0.0); });
    const StructuralProblem problem =
      quadraticProblem(linear.structure, makeQuadratic(linear.structure.mesh));
    EXPECT_NO_THROW(validate(problem));
    Observer silent;
    const std::vector<double> solid(problem.mesh.numberOfElements(), 1.0);
    const Device host = selectDevice(DeviceRequest::Host);
    EXPECT_NEAR(analyseElastic(problem, solid, host, silent).value().compliance, expected[t], 6e-6);
  }
}

TEST(QuadraticProblem, HoldsMiddlesOfHeldEdges)
{
  TopologyProblem linear = structureOf(box(CellType::Hexahedron), {}, onTop,
    [](const Vector3&, const Vector3&) {
      return Vector3{ 0.0, 0.0, 1.0 };
    });
  hold(
    linear, [](const Point& p) { return isAt(p[2], 0.0); }, 1);
  linear.structure.prescribedDisplacement.assign(linear.structure.mesh.points.size(), 0.0);
  for (std::size_t n = 0; n < linear.structure.mesh.numberOfNodes(); ++n)
  {
    linear.structure.prescribedDisplacement[3 * n + 1] = 2.0 * linear.structure.mesh.points[3 * n];
  }
  linear.structure.springs.assign(linear.structure.mesh.points.size(), 0.5);
  const StructuralProblem problem =
    quadraticProblem(linear.structure, makeQuadratic(linear.structure.mesh));
  ASSERT_EQ(problem.supports.size(), problem.mesh.points.size());
  ASSERT_EQ(problem.springs.size(), problem.mesh.points.size());
  for (std::size_t n = 0; n < problem.mesh.numberOfNodes(); ++n)
  {
    const bool held = isAt(problem.mesh.points[3 * n + 2], 0.0);
    EXPECT_EQ(problem.supports[3 * n], 0);
    EXPECT_EQ(problem.supports[3 * n + 1] != 0, held);
    EXPECT_NEAR(problem.prescribedDisplacement[3 * n + 1], 2.0 * problem.mesh.points[3 * n], 1e-13);
    EXPECT_EQ(problem.springs[3 * n], n < linear.structure.mesh.numberOfNodes() ? 0.5 : 0.0);
  }
}
