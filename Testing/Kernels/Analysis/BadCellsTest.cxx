// What is refused of quadratic cells and of meshes of several types.

#include "Support/CellTypes.h"
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

std::string refusalOf(const StructuralProblem& problem)
{
  try
  {
    validate(problem);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return {};
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
    EXPECT_EQ(refusalOf(sound), "");

    // Orders of Gmsh and of older finite element programs.
    TopologyProblem problem = sound;
    const std::size_t nodes = problem.mesh.nodesPerElement();
    std::swap(problem.mesh.connectivity[2 * nodes - 1], problem.mesh.connectivity[2 * nodes - 2]);
    std::swap(problem.mesh.connectivity[4 * nodes - 1], problem.mesh.connectivity[4 * nodes - 2]);
    expectMessage(refusalOf(problem), { "element 1", "edge", "2 elements", "order of nodes" });

    // Moved by a third of the edge, so that the Jacobian is negative somewhere.
    problem = sound;
    const std::int32_t* nodesOfLast = problem.mesh.element(problem.mesh.numberOfElements() - 1);
    const CellShape& shape = cellShape(type);
    for (int e = 0; e < shape.edges; ++e)
    {
      const auto corner = static_cast<std::size_t>(nodesOfLast[0]);
      const auto middle = static_cast<std::size_t>(nodesOfLast[shape.corners + e]);
      for (std::size_t c = 0; c < 3; ++c)
      {
        problem.mesh.points[3 * middle + c] +=
          0.9 * (problem.mesh.points[3 * corner + c] - problem.mesh.points[3 * middle + c]);
      }
    }
    EXPECT_NE(refusalOf(problem), "");

    problem = sound;
    std::swap(problem.mesh.connectivity[0], problem.mesh.connectivity[1]);
    EXPECT_NE(refusalOf(problem), "");

    problem = sound;
    problem.mesh.points[7] = NotANumber;
    expectMessage(refusalOf(problem), { "coordinate", "point 2" });

    problem = sound;
    problem.material.poissonsRatio = 0.5;
    expectMessage(refusalOf(problem), { "Poisson's ratio", "0.5" });
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
  expectMessage(refusalOf(problem), { "do not match", "linear cell", "2 pairs" });
  problem.mesh.offsets.back() -= 1;
  expectMessage(refusalOf(problem), { "offsets" });
  // A loose block of another type.
  const Mesh apart = makeBox(CellType::Hexahedron, { 1, 1, 1 },
    [](const Point& p) {
      return Point{ p[0] + 3.0, p[1], p[2] };
    });
  problem = emptyProblem(joinMeshes({ quadratic, apart }, 1e-9));
  clamp(problem, [](const Point& p) { return isAt(p[0], 1.0); });
  expectMessage(refusalOf(problem), { "2 parts", "element 6", "can move" });
}
