// Tests that each fault of a mesh or its supports has one clear message that names it.

#include "Support/Refusals.h"

#include <gtest/gtest.h>

using namespace trabecula;
using namespace trabecula::testing;

TEST(BadMesh, NothingIsWrongWithTheGoodProblem)
{
  EXPECT_EQ(refusal(good()), "");
}

TEST(BadMesh, EmptyMesh)
{
  expectMessage(refusal(TopologyProblem()), { "no hexahedra" });
  expectRefusal(
    [](TopologyProblem& p) { p.structure.mesh.connectivity.clear(); }, { "no hexahedra" });
  expectRefusal([](TopologyProblem& p) { p.structure.mesh.points.clear(); }, { "no hexahedra" });
}

TEST(BadMesh, MeshArraysOfWrongLength)
{
  expectRefusal(
    [](TopologyProblem& p) { p.structure.mesh.connectivity.pop_back(); }, { "8 nodes" });
  expectRefusal(
    [](TopologyProblem& p) { p.structure.mesh.points.pop_back(); }, { "3 coordinates" });
}

TEST(BadMesh, ConnectivityBeyondThePoints)
{
  expectRefusal([](TopologyProblem& p) { p.structure.mesh.connectivity[8 * 5 + 2] = 60; },
    { "Element 5", "point 60", "60 points" });
  expectRefusal(
    [](TopologyProblem& p) { p.structure.mesh.connectivity[8 * 7] = -1; }, { "Element 7", "-1" });
}

TEST(BadMesh, CoordinatesThatAreNotFinite)
{
  expectRefusal([](TopologyProblem& p) { p.structure.mesh.points[3 * 17 + 1] = NotANumber; },
    { "NaN", "point 17" });
  expectRefusal([](TopologyProblem& p) { p.structure.mesh.points[3 * 18] = -Infinity; },
    { "infinite", "point 18" });
}

TEST(BadMesh, InvertedElement)
{
  expectRefusal(
    [](TopologyProblem& p)
    {
      for (std::size_t a = 0; a < 4; ++a) // inverted
      {
        std::swap(
          p.structure.mesh.connectivity[8 * 11 + a], p.structure.mesh.connectivity[8 * 11 + 4 + a]);
      }
    },
    { "Element 11", "inverted", "1 element is" });
  expectRefusal(
    [](TopologyProblem& p)
    {
      for (const std::size_t e : { 3u, 9u })
      {
        std::swap(
          p.structure.mesh.connectivity[8 * e + 1], p.structure.mesh.connectivity[8 * e + 3]);
        std::swap(
          p.structure.mesh.connectivity[8 * e + 5], p.structure.mesh.connectivity[8 * e + 7]);
      }
    },
    { "Element 3", "inverted", "2 elements are" });
}

TEST(BadMesh, DegenerateElement)
{
  expectRefusal(
    [](TopologyProblem& p)
    {
      for (std::size_t a = 0; a < 4; ++a) // flat
      {
        p.structure.mesh.connectivity[8 * 6 + 4 + a] = p.structure.mesh.connectivity[8 * 6 + a];
      }
    },
    { "Element 6", "degenerate" });
  // A wedge, which is a hexahedron with a collapsed edge, has volume and positive determinants, and
  // is accepted.
  TopologyProblem wedge = emptyProblem(makeBoxMesh({ 1, 1, 1 }, { 1.0, 1.0, 1.0 }));
  clamp(wedge, [](const Point& p) { return p[2] < 0.5; });
  wedge.structure.mesh.connectivity[7] = wedge.structure.mesh.connectivity[6];
  wedge.structure.mesh.connectivity[3] = wedge.structure.mesh.connectivity[2];
  wedge.structure.loadCases[0].forces[3 * 4] = 1.0;
  EXPECT_EQ(refusal(wedge), "");
}

TEST(BadMesh, SizesOfElementsDoNotMatter)
{
  // Degeneration is judged by shape, so that tiny and huge elements are accepted.
  for (const double scale : { 1e-9, 1e9 })
  {
    TopologyProblem problem = good();
    for (double& x : problem.structure.mesh.points)
    {
      x *= scale;
    }
    problem.design.densities.filterRadius *= scale;
    EXPECT_EQ(refusal(problem), "") << scale;
  }
}

TEST(BadMesh, NoSupports)
{
  expectRefusal([](TopologyProblem& p)
    { p.structure.supports.assign(p.structure.supports.size(), 0); },
    { "Supports", "rigid-body motion", "nothing is held" });
}

TEST(BadMesh, TooFewSupportsNameTheFreeMotion)
{
  const auto hold = [](TopologyProblem& p, const std::function<bool(const Point&)>& where, int c)
  {
    for (const std::size_t n : nodesWhere(p.structure.mesh, where))
    {
      p.structure.supports[3 * n + static_cast<std::size_t>(c)] = 1;
    }
  };
  const auto atWall = [](const Point& p) { return p[0] < 1e-9; };
  const auto release = [](TopologyProblem& p)
  { p.structure.supports.assign(p.structure.supports.size(), 0); };

  expectRefusal(
    [&](TopologyProblem& p)
    {
      release(p);
      hold(p, atWall, 0);
      hold(p, atWall, 1);
    },
    { "rigid-body motion", "translation in z" });
  expectRefusal(
    [&](TopologyProblem& p)
    {
      release(p);
      hold(p, atWall, 1);
      hold(p, atWall, 2);
    },
    { "translation in x" });
  // With one supported node the body can rotate about any axis.
  expectRefusal(
    [&](TopologyProblem& p)
    {
      release(p);
      clamp(p, [](const Point& q) { return q[0] + q[1] + q[2] < 1e-9; });
    },
    { "rotation about an axis along x", "along y", "along z" });
  // A supported edge is a hinge.
  expectRefusal(
    [&](TopologyProblem& p)
    {
      release(p);
      clamp(p, [](const Point& q) { return q[0] < 1e-9 && q[2] < 1e-9; });
    },
    { "rotation about an axis along y" });
}

TEST(BadMesh, JustEnoughSupportsAreEnough)
{
  // Three points have six supported components together.
  TopologyProblem problem = good();
  problem.structure.supports.assign(problem.structure.supports.size(), 0);
  const auto corner = [&](double x, double y, double z)
  {
    return nodesWhere(problem.structure.mesh,
      [&](const Point& p) { return std::hypot(p[0] - x, p[1] - y, p[2] - z) < 1e-9; })
      .at(0);
  };
  for (std::size_t i = 0; i < 3; ++i)
  {
    problem.structure.supports[3 * corner(0, 0, 0) + i] = 1;
  }
  problem.structure.supports[3 * corner(4, 0, 0) + 1] = 1;
  problem.structure.supports[3 * corner(4, 0, 0) + 2] = 1;
  problem.structure.supports[3 * corner(0, 3, 0) + 2] = 1;
  EXPECT_EQ(refusal(problem), "");
}

TEST(BadMesh, DisconnectedParts)
{
  expectRefusal(
    [](TopologyProblem& p) {
      append(p, makeBoxMesh({ 2, 1, 1 }, { 2.0, 1.0, 1.0 }, { 10.0, 0.0, 0.0 }));
    },
    { "2 parts", "2 elements", "element 24", "translation in x", "about an axis along z" });
}

TEST(BadMesh, PartsThatAreHeldEachAreFine)
{
  TopologyProblem problem = good();
  append(problem, makeBoxMesh({ 2, 1, 1 }, { 2.0, 1.0, 1.0 }, { 10.0, 0.0, 0.0 }));
  clamp(problem, [](const Point& p) { return std::abs(p[0] - 10) < 1e-9; });
  EXPECT_EQ(refusal(problem), "");
}

TEST(BadMesh, PartsOnAHinge)
{
  // A second box shares the nodes of one edge with the first, about which it can rotate.
  TopologyProblem problem = good();
  append(problem, makeBoxMesh({ 1, 3, 1 }, { 1.0, 3.0, 1.0 }, { 4.0, 0.0, 2.0 }));
  const std::size_t first = good().structure.mesh.numberOfNodes();
  int merged = 0;
  for (std::int32_t& node : problem.structure.mesh.connectivity)
  {
    for (std::size_t n = 0; n < first; ++n)
    {
      if (static_cast<std::size_t>(node) >= first &&
        nodePosition(problem.structure.mesh, n) ==
          nodePosition(problem.structure.mesh, static_cast<std::size_t>(node)))
      {
        node = static_cast<std::int32_t>(n);
        ++merged;
        break;
      }
    }
  }
  ASSERT_GT(merged, 0);
  expectMessage(refusal(problem), { "2 parts", "3 elements", "rotation about an axis along y" });
}

TEST(BadMesh, OneElementIsNotSeveral)
{
  TopologyProblem problem = good();
  Mesh loose = makeBoxMesh({ 1, 1, 1 }, { 1.0, 1.0, 1.0 });
  for (double& coordinate : loose.points)
  {
    coordinate += 20.0;
  }
  append(problem, loose);
  expectMessage(refusal(problem), { "2 parts", "the part of 1 element that contains element 24" });
}

TEST(BadMesh, ManyPartsAreCounted)
{
  TopologyProblem problem = good();
  for (int i = 0; i < 100; ++i)
  {
    append(problem, makeBoxMesh({ 1, 1, 1 }, { 1.0, 1.0, 1.0 }, { 10.0 + 2 * i, 0.0, 0.0 }));
  }
  expectMessage(refusal(problem), { "101 parts" });
}

TEST(BadMesh, SupportArraysOfWrongLength)
{
  expectRefusal(
    [](TopologyProblem& p) { p.structure.supports.clear(); }, { "Supports", "0", "180" });
  expectRefusal([](TopologyProblem& p) { p.structure.supports.resize(60); },
    { "Supports", "60", "180", "point" });
  expectRefusal([](TopologyProblem& p) { p.structure.prescribedDisplacement.resize(7, 0.0); },
    { "Prescribed displacement", "7", "180" });
  expectRefusal(
    [](TopologyProblem& p)
    {
      p.structure.prescribedDisplacement.assign(180, 0.0);
      p.structure.prescribedDisplacement[3 * 5] = Infinity;
    },
    { "Prescribed displacement", "infinite", "point 5" });
}
