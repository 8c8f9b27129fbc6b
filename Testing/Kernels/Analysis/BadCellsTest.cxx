// Tests of refused quadratic cells and meshes of several types.

#include "Support/CellTypes.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Refusals.h"

#include "Analysis/StructuralValidation.h"
#include "Core/Error.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
Point same(const Point& p)
{
  return p;
}
}

TEST(BadCells, AreNamedAndCounted)
{
  for (const CellType type : { CellType::QuadraticTetrahedron, CellType::QuadraticHexahedron })
  {
    SCOPED_TRACE(cellShape(type).name);
    const TopologyProblem sound = [&]
    {
      TopologyProblem problem = structureOf(
        makeBox(type, { 2, 2, 2 }, same), {}, [](const Point& p) { return isAt(p[2], 1.0); },
        [](const Vector3&, const Vector3&) {
          return Vector3{ 0.0, 0.0, 1.0 };
        });
      clamp(problem, [](const Point& p) { return p[2] == 0.0; });
      return problem;
    }();
    EXPECT_EQ(refusalOf(sound.structure), "");

    // The node orders of Gmsh and of older finite element programs are refused.
    TopologyProblem problem = sound;
    const std::size_t nodes = problem.structure.mesh.nodesPerElement();
    std::swap(problem.structure.mesh.connectivity[2 * nodes - 1],
      problem.structure.mesh.connectivity[2 * nodes - 2]);
    std::swap(problem.structure.mesh.connectivity[4 * nodes - 1],
      problem.structure.mesh.connectivity[4 * nodes - 2]);
    expectMessage(
      refusalOf(problem.structure), { "element 1", "edge", "2 elements", "order of nodes" });

    // A node is moved by a third of the edge, so that the Jacobian is negative somewhere.
    problem = sound;
    const std::int32_t* nodesOfLast =
      problem.structure.mesh.element(problem.structure.mesh.numberOfElements() - 1);
    const CellShape& shape = cellShape(type);
    for (int e = 0; e < shape.edges; ++e)
    {
      const auto corner = static_cast<std::size_t>(nodesOfLast[0]);
      const auto middle = static_cast<std::size_t>(nodesOfLast[shape.corners + e]);
      for (std::size_t c = 0; c < 3; ++c)
      {
        problem.structure.mesh.points[3 * middle + c] += 0.9 *
          (problem.structure.mesh.points[3 * corner + c] -
            problem.structure.mesh.points[3 * middle + c]);
      }
    }
    EXPECT_NE(refusalOf(problem.structure), "");

    problem = sound;
    std::swap(problem.structure.mesh.connectivity[0], problem.structure.mesh.connectivity[1]);
    EXPECT_NE(refusalOf(problem.structure), "");

    problem = sound;
    problem.structure.mesh.points[7] = NotANumber;
    expectMessage(refusalOf(problem.structure), { "coordinate", "point 2" });

    problem = sound;
    problem.structure.material.poissonsRatio = 0.5;
    expectMessage(refusalOf(problem.structure), { "Poisson's ratio", "0.5" });
  }
}

TEST(BadCells, AreNamedWhereAMixedMeshIsWrong)
{
  const Mesh quadratic = makeBox(CellType::QuadraticTetrahedron, { 1, 1, 1 },
    [](const Point& p) {
      return Point{ p[0] + 1.0, p[1], p[2] };
    });
  TopologyProblem problem = emptyProblem(
    joinMeshes({ makeBox(CellType::Tetrahedron, { 1, 1, 1 }, same), quadratic }, 1e-9));
  expectMessage(refusalOf(problem.structure), { "do not match", "linear cell", "2 pairs" });
  problem.structure.mesh.offsets.back() -= 1;
  expectMessage(refusalOf(problem.structure), { "offsets" });
  // A block of another type is not connected with the rest.
  const Mesh apart = makeBox(CellType::Hexahedron, { 1, 1, 1 },
    [](const Point& p) {
      return Point{ p[0] + 3.0, p[1], p[2] };
    });
  problem = emptyProblem(joinMeshes({ quadratic, apart }, 1e-9));
  clamp(problem, [](const Point& p) { return isAt(p[0], 1.0); });
  expectMessage(refusalOf(problem.structure), { "2 parts", "element 6", "can move" });
}
