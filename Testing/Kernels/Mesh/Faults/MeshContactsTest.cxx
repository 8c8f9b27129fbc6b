// Tests of wrongly connected elements: hanging nodes, duplicate cells, parts that only touch.

#include "Support/CellTypes.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Random.h"
#include "Support/Refusals.h"

#include "Analysis/StructuralValidation.h"
#include "Analysis/StructuralWarnings.h"
#include "Core/Error.h"
#include "Mesh/Faults/MeshContacts.h"
#include "Mesh/Faults/RepeatedElements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// A box from low to high.
Mesh boxOf(CellType type, const std::array<int, 3>& cells, const Point& low, const Point& high)
{
  return makeBox(type, cells,
    [&](const Point& p)
    {
      return Point{ low[0] + p[0] * (high[0] - low[0]), low[1] + p[1] * (high[1] - low[1]),
        low[2] + p[2] * (high[2] - low[2]) };
    });
}

/// Two adjacent boxes in x, in one mesh, whose coincident points are merged or not.
Mesh sideBySide(
  CellType type, const std::array<int, 3>& left, const std::array<int, 3>& right, bool merged)
{
  const Mesh first = boxOf(type, left, { 0.0, 0.0, 0.0 }, { 1.0, 1.0, 1.0 });
  Mesh second = boxOf(type, right, { 1.0, 0.0, 0.0 }, { 2.0, 1.0, 1.0 });
  if (merged)
  {
    return joinMeshes({ first, second }, 1e-9);
  }
  Mesh both = first;
  const auto nodes = static_cast<std::int32_t>(first.numberOfNodes());
  both.points.insert(both.points.end(), second.points.begin(), second.points.end());
  for (const std::int32_t node : second.connectivity)
  {
    both.connectivity.push_back(node + nodes);
  }
  return both;
}

MeshContacts contactsOf(const Mesh& mesh)
{
  return findContacts(mesh, sortFaces(mesh));
}

void expectNoContacts(const Mesh& mesh)
{
  const MeshContacts contacts = contactsOf(mesh);
  EXPECT_EQ(contacts.hanging.count, 0) << describeHanging(mesh, contacts);
  EXPECT_EQ(contacts.touching.count + contacts.coincident.count, 0) << describeTouching(contacts);
}

/// Number of nodes at x = 1 of one box that do not coincide with nodes of the other.
std::int64_t hangingByPlaces(const Mesh& mesh)
{
  std::set<std::int32_t> left;
  std::set<std::int32_t> right;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    double middle = 0.0;
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      middle += mesh.points[3 * std::size_t(mesh.element(e)[a])];
    }
    std::set<std::int32_t>& side = middle < double(mesh.nodesOf(e)) ? left : right;
    side.insert(mesh.element(e), mesh.element(e) + mesh.nodesOf(e));
  }
  std::int64_t count = 0;
  for (std::size_t node = 0; node < mesh.numberOfNodes(); ++node)
  {
    const auto number = static_cast<std::int32_t>(node);
    count += isAt(mesh.points[3 * node], 1.0) && left.count(number) != right.count(number) ? 1 : 0;
  }
  return count;
}

TopologyProblem loadedBetweenEnds(const Mesh& mesh)
{
  TopologyProblem problem = emptyProblem(mesh);
  clamp(problem, [](const Point& p) { return p[0] == 0.0; });
  for (const std::size_t node : nodesWhere(mesh, [](const Point& p) { return isAt(p[0], 2.0); }))
  {
    problem.structure.loadCases[0].forces[3 * node + 2] = -1.0;
  }
  return problem;
}
}

TEST(MeshContacts, FindHangingNodesOfEveryType)
{
  Random random(7301);
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    for (int draw = 0; draw < 6; ++draw)
    {
      const int n = 1 + static_cast<int>(random.index(3));
      const int ratio = 2 + static_cast<int>(random.index(3));
      Mesh mesh = sideBySide(type, { 2, n, n }, { 2, ratio * n, ratio * n }, true);
      const std::int64_t expected = hangingByPlaces(mesh);
      ASSERT_GT(expected, 0);
      moveRigidly(mesh, std::pow(10.0, random.uniform(-4.0, 4.0)), random);
      const MeshContacts contacts = contactsOf(mesh);
      EXPECT_EQ(contacts.hanging.count, expected);
      EXPECT_EQ(contacts.touching.count, 0);
    }
    expectNoContacts(sideBySide(type, { 2, 3, 3 }, { 1, 3, 3 }, true));
  }
}

TEST(MeshContacts, AHangingNodeIsRefusedByAnalysisAndOptimization)
{
  const Mesh hanging = sideBySide(CellType::Hexahedron, { 2, 1, 1 }, { 4, 2, 2 }, true);
  TopologyProblem problem = loadedBetweenEnds(hanging);
  problem.design.densities.filterRadius = 1.0;
  const std::vector<std::string> words = { "hanging node", "Node ", "element 1,", "5 nodes",
    "refine" };
  expectMessage(refusal(problem), words);
  try
  {
    validate(problem.structure);
    ADD_FAILURE() << "The structure was not refused.";
  }
  catch (const Error& error)
  {
    expectMessage(error.what(), words);
  }
}

TEST(MeshContacts, AreNotFoundOnConformingMeshes)
{
  Random random(7302);
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    // Meshes are graded by a factor of 1000 and curved, including the surface of a hole.
    for (int draw = 0; draw < 4; ++draw)
    {
      const double grading = random.uniform(1.0, 7.0);
      const double turn = random.uniform(0.5, 6.0);
      Mesh mesh = makeBox(type, { 9, 5, 3 },
        [&](const Point& p)
        {
          const double r = 1.0 + std::expm1(grading * p[1]) / std::expm1(grading);
          return Point{ r * std::cos(turn * p[0]), r * std::sin(turn * p[0]),
            p[2] + 0.2 * p[0] * p[1] };
        });
      expectNoContacts(mesh);
      moveRigidly(mesh, std::pow(10.0, random.uniform(-3.0, 3.0)), random);
      expectNoContacts(mesh);
    }
    // A plate is a hundred times as wide as thick.
    expectNoContacts(boxOf(type, { 6, 6, 1 }, { 0.0, 0.0, 0.0 }, { 6.0, 6.0, 0.01 }));
  }
  for (int draw = 0; draw < 4; ++draw)
  {
    expectNoContacts(distortedBox({ 5, 4, 3 }, 0.2, random));
  }
}

TEST(MeshContacts, PartsThatTouchAreAWarningOnly)
{
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    // Faces coincide, or are those of different meshes.
    const MeshContacts same = contactsOf(sideBySide(type, { 2, 2, 2 }, { 2, 2, 2 }, false));
    const bool isTetrahedral = cellShape(type).corners == 4;
    EXPECT_EQ(same.coincident.count, isTetrahedral ? 8 : 4);
    EXPECT_EQ(same.hanging.count + same.touching.count, 0);
    expectMessage(describeTouching(same), { "Elements", "Clean to Grid" });

    const MeshContacts other = contactsOf(sideBySide(type, { 2, 2, 2 }, { 2, 3, 3 }, false));
    EXPECT_EQ(other.hanging.count, 0);
    EXPECT_GT(other.touching.count, 0);
    EXPECT_EQ(other.coincident.count, 0);
    expectMessage(describeTouching(other), { "another part", "nodes in common" });
  }

  TopologyProblem problem =
    loadedBetweenEnds(sideBySide(CellType::Tetrahedron, { 2, 2, 2 }, { 2, 3, 3 }, false));
  clamp(problem, [](const Point& p) { return p[1] == 0.0; });
  problem.design.densities.filterRadius = 1.0;
  EXPECT_EQ(refusal(problem), "");
  const std::vector<std::string> warnings = warningsOf(problem.structure);
  EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(),
    [](const std::string& text) { return text.find("another part") != std::string::npos; }));
}

TEST(MeshContacts, CracksAreAWarningOnly)
{
  // The nodes of the middle plane are doubled on a part of it.
  Random random(7303);
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    Mesh mesh = boxOf(type, { 4, 4, 4 }, { 0.0, 0.0, 0.0 }, { 4.0, 4.0, 4.0 });
    std::vector<std::int32_t> copies(mesh.numberOfNodes(), -1);
    const std::size_t nodes = mesh.numberOfNodes();
    for (std::size_t node = 0; node < nodes; ++node)
    {
      const Point p = nodePosition(mesh, node);
      if (isAt(p[0], 2.0) && p[1] < 1.9)
      {
        copies[node] = static_cast<std::int32_t>(mesh.numberOfNodes());
        mesh.points.insert(mesh.points.end(), p.begin(), p.end());
      }
    }
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      double middle = 0.0;
      for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
      {
        middle += mesh.points[3 * std::size_t(mesh.element(e)[a])];
      }
      for (std::size_t a = 0; a < mesh.nodesOf(e) && middle > 2.0 * double(mesh.nodesOf(e)); ++a)
      {
        std::int32_t& node = mesh.connectivity[e * mesh.nodesPerElement() + a];
        node = copies[std::size_t(node)] < 0 ? node : copies[std::size_t(node)];
      }
    }
    moveRigidly(mesh, 0.01, random);
    const MeshContacts contacts = contactsOf(mesh);
    EXPECT_EQ(contacts.coincident.count, cellShape(type).corners == 4 ? 16 : 8);
    EXPECT_EQ(contacts.hanging.count + contacts.touching.count, 0);
  }
}

TEST(MeshContacts, ManyNodesInOnePlaceTakeNoLongerThanOthers)
{
  // Tetrahedra around an axis share no nodes: all pairs of nodes on the axis would not fit into
  // memory.
  constexpr int count = 30000;
  constexpr double pi = 3.14159265358979323846;
  Mesh mesh;
  mesh.cellType = CellType::Tetrahedron;
  for (int i = 0; i < count; ++i)
  {
    const double from = 2.0 * pi * i / count;
    const double to = 2.0 * pi * ((i + 1) % count) / count;
    const std::array<Point, 4> corners = { Point{ 0.0, 0.0, 0.0 },
      Point{ std::cos(from), std::sin(from), 0.0 }, Point{ std::cos(to), std::sin(to), 0.0 },
      Point{ 0.0, 0.0, 1.0 } };
    for (const Point& corner : corners)
    {
      mesh.connectivity.push_back(static_cast<std::int32_t>(mesh.numberOfNodes()));
      mesh.points.insert(mesh.points.end(), corner.begin(), corner.end());
    }
  }
  const MeshContacts contacts = contactsOf(mesh);
  EXPECT_EQ(contacts.coincident.count, count);
  EXPECT_EQ(contacts.coincident.elements[0], 0);
  EXPECT_EQ(contacts.coincident.elements[1], count - 1);
  EXPECT_EQ(contacts.hanging.count + contacts.touching.count, 0);
}

TEST(RepeatedElements, AreNamedWhereverTheirNodesStart)
{
  Random random(7304);
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    Mesh mesh = boxOf(type, { 3, 3, 3 }, { 0.0, 0.0, 0.0 }, { 3.0, 3.0, 3.0 });
    EXPECT_EQ(describeRepeatedElements(mesh, sortFaces(mesh)), "");
    const std::size_t count = mesh.numberOfElements();
    const std::size_t repeated = 1 + random.index(count - 1);
    const std::vector<std::int32_t> nodes(
      mesh.element(repeated), mesh.element(repeated) + mesh.nodesOf(repeated));
    mesh.connectivity.insert(mesh.connectivity.end(), nodes.begin(), nodes.end());
    expectMessage(describeRepeatedElements(mesh, sortFaces(mesh)),
      { "Elements " + std::to_string(repeated) + " and " + std::to_string(count), "1 element ",
        "Remove" });
  }
  // The duplicate hexahedron starts at another corner.
  Mesh mesh = boxOf(CellType::Hexahedron, { 3, 3, 3 }, { 0.0, 0.0, 0.0 }, { 3.0, 3.0, 3.0 });
  const std::vector<std::int32_t> first(mesh.element(13), mesh.element(13) + 8);
  for (const std::size_t corner : std::array<std::size_t, 8>{ 6, 5, 4, 7, 2, 1, 0, 3 })
  {
    mesh.connectivity.push_back(first[corner]);
  }
  TopologyProblem problem = emptyProblem(mesh);
  clamp(problem, [](const Point& p) { return p[0] == 0.0; });
  problem.structure.loadCases[0].forces[3 * 63 + 2] = 1.0;
  problem.design.densities.filterRadius = 1.5;
  expectMessage(refusal(problem), { "Elements 13 and 27", "same nodes" });
}
