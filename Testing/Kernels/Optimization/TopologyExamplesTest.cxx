// The examples of the EbE paper: meshes, supports, loads, rings, sizes.

#include "Support/Problems.h"

#include "Core/Error.h"
#include "Element/Hex8Reference.h"
#include "Mesh/Generators/PlateMeshes.h"
#include "Optimization/TopologyExamples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Pi = 3.14159265358979323846;
using Plate = ConnectingRodPlate;

struct Case
{
  const char* name;
  TopologyExample example;
  ExampleSize size;
};

void PrintTo(const Case& c, std::ostream* out)
{
  *out << c.name << c.size.resolution;
}

/// Small and odd resolutions, where rounding is at its coarsest, and the paper's smallest meshes.
class TopologyExampleMesh : public ::testing::TestWithParam<Case>
{
protected:
  TopologyProblem Problem = makeExample(GetParam().example, GetParam().size);
  const Mesh& Example = this->Problem.mesh;
};

/// Smallest determinant of the three edges at a corner over the product of their lengths.
double smallestScaledJacobian(const Mesh& mesh)
{
  constexpr std::array<std::array<std::size_t, 3>, 8> edges = { { { 1, 3, 4 }, { 2, 0, 5 },
    { 3, 1, 6 }, { 0, 2, 7 }, { 7, 5, 0 }, { 4, 6, 1 }, { 5, 7, 2 }, { 6, 4, 3 } } };
  double smallest = 1.0;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const reference::Hex8Corners x = reference::hex8Corners(mesh, e);
    for (std::size_t a = 0; a < 8; ++a)
    {
      std::array<Point, 3> v{};
      double lengths = 1.0;
      for (std::size_t k = 0; k < 3; ++k)
      {
        for (std::size_t i = 0; i < 3; ++i)
        {
          v[k][i] = x[edges[a][k]][i] - x[a][i];
        }
        lengths *= std::hypot(v[k][0], v[k][1], v[k][2]);
      }
      const double determinant = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) -
        v[0][1] * (v[1][0] * v[2][2] - v[1][2] * v[2][0]) +
        v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
      smallest = std::min(smallest, determinant / lengths);
    }
  }
  return smallest;
}

std::size_t at(const std::vector<std::int32_t>& numbers, std::size_t i)
{
  return static_cast<std::size_t>(numbers[i]);
}

/// Nodes in the order of their rounded positions, each possibly mirrored.
std::vector<Point> sortedPositions(const Mesh& mesh, const std::function<Point(const Point&)>& map)
{
  std::vector<Point> positions;
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    Point p = map(nodePosition(mesh, n));
    for (double& x : p)
    {
      x = 1e-6 * std::round(1e6 * x) + 0.0; // no minus zero
    }
    positions.push_back(p);
  }
  std::sort(positions.begin(), positions.end());
  return positions;
}

/// Sum of the nodal forces, and of their moments about a point in the x-y plane.
std::array<double, 4> resultant(const TopologyProblem& problem, double x, double y)
{
  std::array<double, 4> sum{};
  const std::vector<double>& f = problem.loadCases[0].forces;
  for (std::size_t n = 0; n < problem.mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(problem.mesh, n);
    for (std::size_t i = 0; i < 3; ++i)
    {
      sum[i] += f[3 * n + i];
    }
    sum[3] += (p[0] - x) * f[3 * n + 1] - (p[1] - y) * f[3 * n];
  }
  return sum;
}

bool held(const TopologyProblem& problem, std::size_t node)
{
  const auto* s = &problem.supports[3 * node];
  EXPECT_TRUE(s[0] == s[1] && s[1] == s[2]) << "node " << node;
  return s[0] != 0;
}

bool loaded(const TopologyProblem& problem, std::size_t node)
{
  const double* f = &problem.loadCases[0].forces[3 * node];
  return f[0] != 0.0 || f[1] != 0.0 || f[2] != 0.0;
}

/// How many nodes are held and loaded, each of which must satisfy its condition and no other may.
std::array<int, 2> heldAndLoaded(const TopologyProblem& problem,
  const std::function<bool(const Point&)>& isHeld,
  const std::function<bool(const Point&)>& isLoaded)
{
  std::array<int, 2> count{};
  for (std::size_t n = 0; n < problem.mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(problem.mesh, n);
    EXPECT_EQ(held(problem, n), isHeld(p)) << p[0] << " " << p[1] << " " << p[2];
    EXPECT_EQ(loaded(problem, n), isLoaded(p)) << p[0] << " " << p[1] << " " << p[2];
    count[0] += held(problem, n) ? 1 : 0;
    count[1] += loaded(problem, n) ? 1 : 0;
  }
  return count;
}

double area(const QuadMesh& mesh)
{
  double sum = 0.0;
  for (std::size_t i = 0; i < mesh.connectivity.size(); ++i)
  {
    const std::size_t a = at(mesh.connectivity, i);
    const std::size_t b = at(mesh.connectivity, i % 4 == 3 ? i - 3 : i + 1);
    sum += 0.5 *
      (mesh.points[2 * a] * mesh.points[2 * b + 1] - mesh.points[2 * b] * mesh.points[2 * a + 1]);
  }
  return sum;
}

std::string messageOf(TopologyExample example, const ExampleSize& size)
{
  try
  {
    makeExample(example, size);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return "";
}
}

TEST_P(TopologyExampleMesh, IsAValidProblem)
{
  EXPECT_NO_THROW(validate(this->Problem));
  EXPECT_EQ(this->Problem.loadCases.size(), 1u);
  EXPECT_EQ(this->Problem.settings.densityChangeTolerance, 0.0);
}

TEST_P(TopologyExampleMesh, HasWellShapedElements)
{
  EXPECT_GT(smallestScaledJacobian(this->Example), 0.7);
}

TEST_P(TopologyExampleMesh, IsInOnePieceWithoutDuplicateNodes)
{
  std::vector<std::size_t> parent(this->Example.numberOfNodes());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::size_t node)
  {
    while (parent[node] != node)
    {
      node = parent[node] = parent[parent[node]];
    }
    return node;
  };
  std::vector<char> used(this->Example.numberOfNodes(), 0);
  for (std::size_t i = 0; i < this->Example.connectivity.size(); ++i)
  {
    const std::size_t node = at(this->Example.connectivity, i);
    used[node] = 1;
    parent[root(node)] = root(at(this->Example.connectivity, i - i % 8));
  }
  EXPECT_EQ(std::count(used.begin(), used.end(), 0), 0) << "nodes without an element";
  for (std::size_t n = 1; n < parent.size(); ++n)
  {
    ASSERT_EQ(root(n), root(0)) << "node " << n << " is in another part";
  }
  const std::vector<Point> places =
    sortedPositions(this->Example, [](const Point& p) { return p; });
  EXPECT_EQ(std::adjacent_find(places.begin(), places.end()), places.end()) << "duplicate nodes";
}

TEST_P(TopologyExampleMesh, Conforms)
{
  constexpr std::array<std::array<std::size_t, 4>, 6> faces = { { { 0, 1, 2, 3 }, { 4, 5, 6, 7 },
    { 0, 1, 5, 4 }, { 1, 2, 6, 5 }, { 2, 3, 7, 6 }, { 3, 0, 4, 7 } } };
  struct Face
  {
    std::array<std::int32_t, 4> round;
    std::array<std::int32_t, 4> sorted;
  };
  std::vector<Face> all;
  for (std::size_t e = 0; e < this->Example.numberOfElements(); ++e)
  {
    const std::int32_t* nodes = &this->Example.connectivity[8 * e];
    for (const auto& face : faces)
    {
      const std::array<std::int32_t, 4> round = { nodes[face[0]], nodes[face[1]], nodes[face[2]],
        nodes[face[3]] };
      all.push_back({ round, round });
      std::sort(all.back().sorted.begin(), all.back().sorted.end());
    }
  }
  std::sort(
    all.begin(), all.end(), [](const Face& a, const Face& b) { return a.sorted < b.sorted; });

  // A face has two elements, or one if it is on the surface. A crack or a hanging node would make
  // more surface, whose Euler number is known: 2, and 2 less for each bore through the part.
  std::set<std::int32_t> nodes;
  std::set<std::array<std::int32_t, 2>> edges;
  int surface = 0;
  for (std::size_t i = 0, next = 0; i < all.size(); i = next)
  {
    while (next < all.size() && all[next].sorted == all[i].sorted)
    {
      ++next;
    }
    ASSERT_LE(next - i, 2u) << "a face of more than two elements";
    if (next - i == 1)
    {
      ++surface;
      for (std::size_t a = 0; a < 4; ++a)
      {
        const auto [low, high] = std::minmax(all[i].round[a], all[i].round[(a + 1) % 4]);
        nodes.insert(low);
        nodes.insert(high);
        edges.insert({ low, high });
      }
    }
  }
  const int euler = static_cast<int>(nodes.size()) - static_cast<int>(edges.size()) + surface;
  EXPECT_EQ(euler, GetParam().example == TopologyExample::ConnectingRod ? 2 - 2 * 2 : 2);
  EXPECT_EQ(static_cast<int>(edges.size()), 2 * surface) << "the surface is not closed";
}

TEST_P(TopologyExampleMesh, IsMirroredAboutItsAxis)
{
  std::function<Point(const Point&)> mirror;
  switch (GetParam().example)
  {
    case TopologyExample::Cantilever:
      mirror = [](const Point& p) {
        return Point{ p[0], GetParam().size.resolution - p[1], p[2] };
      };
      break;
    case TopologyExample::LBeam: // the diagonal of its plane
      mirror = [](const Point& p) { return Point{ p[1], p[0], p[2] }; };
      break;
    case TopologyExample::MichellCantilever:
      mirror = [](const Point& p) { return Point{ p[0], -p[1], p[2] }; };
      break;
    case TopologyExample::ConnectingRod:
      mirror = [](const Point& p) { return Point{ -p[0], p[1], p[2] }; };
      break;
    case TopologyExample::ForceInverter:
      FAIL() << "a box, see ForceInverterTest.cxx";
  }
  EXPECT_TRUE(sortedPositions(this->Example, mirror) ==
    sortedPositions(this->Example, [](const Point& p) { return p; }));
}

INSTANTIATE_TEST_SUITE_P(All, TopologyExampleMesh,
  ::testing::Values(Case{ "CB", TopologyExample::Cantilever, { 1, 0 } },
    Case{ "CB", TopologyExample::Cantilever, { 7, 0 } },
    Case{ "LB", TopologyExample::LBeam, { 3, 0 } }, Case{ "LB", TopologyExample::LBeam, { 17, 0 } },
    Case{ "LB", TopologyExample::LBeam, paperSize(TopologyExample::LBeam, 1) },
    Case{ "MC", TopologyExample::MichellCantilever, { 4, 0 } },
    Case{ "MC", TopologyExample::MichellCantilever, { 9, 2 } },
    Case{ "MC", TopologyExample::MichellCantilever, { 13, 0 } },
    Case{ "MC", TopologyExample::MichellCantilever, { 31, 0 } },
    Case{
      "MC", TopologyExample::MichellCantilever, paperSize(TopologyExample::MichellCantilever, 1) },
    Case{ "CR", TopologyExample::ConnectingRod, { 14, 0 } },
    Case{ "CR", TopologyExample::ConnectingRod, { 17, 3 } },
    Case{ "CR", TopologyExample::ConnectingRod, { 23, 0 } },
    Case{ "CR", TopologyExample::ConnectingRod, { 45, 0 } },
    Case{ "CR", TopologyExample::ConnectingRod, paperSize(TopologyExample::ConnectingRod, 1) }),
  [](const auto& one)
  { return std::string(one.param.name) + "At" + std::to_string(one.param.size.resolution); });

TEST(TopologyExamples, SlowHaveThePapersSizes)
{
  // EbE paper, Table 1. CB and LB are cubes whose numbers follow; the others' meshes are our own.
  struct Row
  {
    TopologyExample example;
    std::array<double, NumberOfPaperSizes> elements;
    double tolerance;
  };
  const std::array<Row, 4> table = { {
    { TopologyExample::Cantilever, { 31250, 85750, 182250, 432000, 1024000 }, 0.0 },
    { TopologyExample::LBeam, { 32768, 85184, 188384, 438976, 1000000 }, 0.0 },
    { TopologyExample::MichellCantilever, { 38148, 85674, 183432, 453175, 1170894 }, 0.02 },
    { TopologyExample::ConnectingRod, { 33178, 85376, 182637, 465708, 1033820 }, 0.02 },
  } };
  const std::array<int, NumberOfPaperSizes> michellLayers = { 3, 3, 4, 5, 6 };
  for (const Row& row : table)
  {
    for (int size = 1; size <= NumberOfPaperSizes; ++size)
    {
      const ExampleSize paper = paperSize(row.example, size);
      const double published = row.elements[static_cast<std::size_t>(size) - 1];
      const auto elements =
        static_cast<double>(makeExample(row.example, paper).mesh.numberOfElements());
      EXPECT_LE(std::abs(elements / published - 1.0), row.tolerance)
        << elements << " for " << published;
      if (row.example == TopologyExample::MichellCantilever)
      {
        EXPECT_EQ(paper.layers, michellLayers[static_cast<std::size_t>(size) - 1]);
      }
    }
  }
}

TEST(TopologyExamples, HaveThePapersSettings)
{
  struct Row
  {
    TopologyExample example;
    double volumeFraction;
    double minimumDensity;
  };
  for (const Row& row :
    { Row{ TopologyExample::Cantilever, 0.3, 0.1 }, Row{ TopologyExample::LBeam, 0.45, 1e-3 },
      Row{ TopologyExample::MichellCantilever, 0.45, 1e-3 },
      Row{ TopologyExample::ConnectingRod, 0.3, 1e-3 } })
  {
    const TopologyProblem problem = makeExample(row.example, { 20, 0 });
    EXPECT_EQ(problem.settings.volumeFraction, row.volumeFraction);
    EXPECT_EQ(problem.settings.minimumDensity, row.minimumDensity);
    EXPECT_EQ(problem.settings.penalization, 3.0);
    EXPECT_EQ(problem.material.youngsModulus, 1.0);
    EXPECT_EQ(problem.material.poissonsRatio, 0.3);
    EXPECT_EQ(problem.solver.tolerance, 1e-5);
    EXPECT_EQ(problem.settings.filter, FilterKind::Sensitivity);
    EXPECT_EQ(problem.settings.damping, 0.5);
  }
}

TEST(TopologyExamples, CantileverIsHeldAndLoaded)
{
  const TopologyProblem problem = makeExample(TopologyExample::Cantilever, { 5, 3 });
  EXPECT_EQ(heldAndLoaded(
              problem, [](const Point& p) { return p[0] == 0.0; },
              [](const Point& p) { return p[0] == 10.0 && p[2] == 0.0; }),
    (std::array<int, 2>{ 6 * 4, 4 }));
  EXPECT_EQ(resultant(problem, 0, 0)[2], -4.0);
}

TEST(TopologyExamples, LBeamIsCubesHeldAndLoaded)
{
  const TopologyProblem problem = makeExample(TopologyExample::LBeam, { 20, 0 });
  for (std::size_t e = 0; e < problem.mesh.numberOfElements(); ++e)
  {
    const reference::Hex8Corners x = reference::hex8Corners(problem.mesh, e);
    const Point centre = reference::hex8Centroid(x);
    EXPECT_NEAR(reference::hex8Volume(x), 1.0, 1e-13);
    EXPECT_TRUE(centre[0] < 8.0 || centre[1] < 8.0);
  }
  EXPECT_EQ(problem.mesh.numberOfElements(), (400u - 144u) * 2u);
  EXPECT_EQ(heldAndLoaded(
              problem, [](const Point& p) { return p[1] == 20.0; },
              [](const Point& p) { return p[0] == 20.0 && p[1] == 8.0; }),
    (std::array<int, 2>{ 9 * 3, 3 }));
  EXPECT_EQ(resultant(problem, 0, 0)[1], -3.0);
  EXPECT_TRUE(problem.designRegion.empty());
}

TEST(TopologyExamples, MichellCantileverIsHeldAndLoaded)
{
  const MichellPlate plate = makeMichellPlate(24);
  const TopologyProblem problem = makeExample(TopologyExample::MichellCantilever, { 24, 3 });
  const double quarter = nodePosition(problem.mesh, static_cast<std::size_t>(plate.tip))[0] / 5.0;
  const auto count = heldAndLoaded(
    problem, [&](const Point& p) { return std::hypot(p[0], p[1]) < quarter * (1 + 1e-9); },
    [&](const Point& p) { return std::abs(p[0] - 5.0 * quarter) + std::abs(p[1]) < 1e-9; });
  EXPECT_EQ(count, (std::array<int, 2>{ 4 * static_cast<int>(plate.semicircle.size()), 4 }));
  EXPECT_EQ(resultant(problem, 0, 0)[1], -4.0);

  // Elements are one long on average, and one high.
  double volume = 0.0;
  for (std::size_t e = 0; e < problem.mesh.numberOfElements(); ++e)
  {
    volume += reference::hex8Volume(reference::hex8Corners(problem.mesh, e));
  }
  EXPECT_NEAR(volume / static_cast<double>(problem.mesh.numberOfElements()), 1.0, 2e-3);
  EXPECT_EQ(nodePosition(problem.mesh, problem.mesh.numberOfNodes() - 1)[2], 3.0);
}

TEST(TopologyExamples, ConnectingRodIsHeldAndPressed)
{
  const TopologyProblem problem = makeExample(TopologyExample::ConnectingRod, { 60, 4 });
  const auto onBore = [](const Point& p, double y, double radius)
  { return std::abs(std::hypot(p[0], p[1] - y) - radius) < 1e-9; };
  const auto count = heldAndLoaded(
    problem,
    [&](const Point& p)
    { return onBore(p, Plate::LowerCentre, 17.5) && p[1] < Plate::LowerCentre + 1e-9; },
    [&](const Point& p)
    { return onBore(p, Plate::UpperCentre, 30.0) && p[1] > Plate::UpperCentre - 1e-9; });
  EXPECT_GT(count[0], 5 * 10);
  EXPECT_GT(count[1], 5 * 10);

  // A pressure on half a bore pulls with its diameter times the thickness, whatever the mesh.
  const std::array<double, 4> sum = resultant(problem, 0.0, Plate::UpperCentre);
  EXPECT_NEAR(sum[0], 0.0, 1e-9);
  EXPECT_NEAR(sum[1], 60.0 * ConnectingRodThickness, 1e-9);
  EXPECT_NEAR(sum[2], 0.0, 1e-9);
  EXPECT_NEAR(sum[3], 0.0, 1e-6);
  for (std::size_t n = 0; n < problem.mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(problem.mesh, n);
    const double* f = &problem.loadCases[0].forces[3 * n];
    EXPECT_GE(f[0] * p[0] + f[1] * (p[1] - Plate::UpperCentre), 0.0);
  }
}

TEST(TopologyExamples, ConnectingRodHasSolidRings)
{
  const TopologyProblem problem = makeExample(TopologyExample::ConnectingRod, { 60, 4 });
  ASSERT_EQ(problem.designRegion.size(), problem.mesh.numberOfElements());
  double solid = 0.0;
  for (std::size_t e = 0; e < problem.mesh.numberOfElements(); ++e)
  {
    const reference::Hex8Corners x = reference::hex8Corners(problem.mesh, e);
    const Point c = reference::hex8Centroid(x);
    const bool ring = std::hypot(c[0], c[1] - Plate::UpperCentre) < 40.0 ||
      std::hypot(c[0], c[1] - Plate::LowerCentre) < 25.0;
    ASSERT_EQ(problem.designRegion[e], ring ? DesignRegion::Solid : DesignRegion::Design);
    solid += ring ? reference::hex8Volume(x) : 0.0;
  }
  const double analytic =
    Pi * (40.0 * 40.0 - 30.0 * 30.0 + 25.0 * 25.0 - 17.5 * 17.5) * ConnectingRodThickness;
  EXPECT_NEAR(solid / analytic, 1.0, 0.01);
}

// Chords in place of arcs lose area with the square of the element size.
TEST(TopologyExamples, AreasConverge)
{
  const auto order = [](const std::function<double(int)>& error)
  {
    const double coarse = error(64);
    const double fine = error(512);
    EXPECT_LT(std::abs(fine), 1e-4);
    return std::log2(coarse / fine) / 3.0;
  };
  EXPECT_NEAR(order([](int n) { return area(makeMichellPlate(n).mesh) / (20.0 - 0.5 * Pi) - 1.0; }),
    2.0, 0.1);
  EXPECT_NEAR(order(
                [](int n)
                {
                  const double exact = 150.0 * 350.0 - Pi * (30.0 * 30.0 + 17.5 * 17.5);
                  return area(makeConnectingRodPlate(n).mesh) / exact - 1.0;
                }),
    2.0, 0.1);
}

// A structured mesh has eight elements at every inner node.
TEST(TopologyExamples, CurvedOnesAreUnstructured)
{
  for (const TopologyExample example :
    { TopologyExample::MichellCantilever, TopologyExample::ConnectingRod })
  {
    const Mesh mesh = makeExample(example, { 30, 2 }).mesh;
    std::vector<int> elements(mesh.numberOfNodes(), 0);
    for (const std::int32_t node : mesh.connectivity)
    {
      ++elements[static_cast<std::size_t>(node)];
    }
    EXPECT_EQ(*std::max_element(elements.begin(), elements.end()), 10);
  }
}

TEST(TopologyExamples, RefuseWhatCannotBeMade)
{
  EXPECT_NE(
    messageOf(TopologyExample::Cantilever, { 0, 0 }).find("Resolution is 0"), std::string::npos);
  EXPECT_NE(messageOf(TopologyExample::LBeam, { 1, 0 }).find("at least 2"), std::string::npos);
  EXPECT_NE(
    messageOf(TopologyExample::MichellCantilever, { 3, 0 }).find("at least 4"), std::string::npos);
  EXPECT_NE(
    messageOf(TopologyExample::ConnectingRod, { 13, 0 }).find("at least 14"), std::string::npos);
  EXPECT_NE(messageOf(TopologyExample::LBeam, { 20, -1 }).find("Layers"), std::string::npos);
  for (int example = 0; example < 4; ++example)
  {
    EXPECT_NE(messageOf(static_cast<TopologyExample>(example), { 1000000, 1 }).find("2147483647"),
      std::string::npos);
    EXPECT_THROW(paperSize(static_cast<TopologyExample>(example), 0), Error);
    EXPECT_THROW(paperSize(static_cast<TopologyExample>(example), 6), Error);
  }
}
