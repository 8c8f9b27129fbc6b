// Tests of the examples of the EbE paper: meshes, supports, loads, rings and sizes.

#include "Optimization/TopologyExamplesTestInput.h"
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
#include <string>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Pi = 3.14159265358979323846;

using Plate = ConnectingRodPlate;

/// Returns the sum of the nodal forces, and of their moments about a point in the x-y plane.
std::array<double, 4> resultant(const TopologyProblem& problem, double x, double y)
{
  std::array<double, 4> sum{};
  const std::vector<double>& f = problem.structure.loadCases[0].forces;
  for (std::size_t n = 0; n < problem.structure.mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(problem.structure.mesh, n);
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
  const auto* s = &problem.structure.supports[3 * node];
  EXPECT_TRUE(s[0] == s[1] && s[1] == s[2]) << "node " << node;
  return s[0] != 0;
}

bool loaded(const TopologyProblem& problem, std::size_t node)
{
  const double* f = &problem.structure.loadCases[0].forces[3 * node];
  return f[0] != 0.0 || f[1] != 0.0 || f[2] != 0.0;
}

/// Counts the nodes that are fixed and loaded. The conditions must hold for these nodes and for no
/// others.
std::array<int, 2> heldAndLoaded(const TopologyProblem& problem,
  const std::function<bool(const Point&)>& isHeld,
  const std::function<bool(const Point&)>& isLoaded)
{
  std::array<int, 2> count{};
  for (std::size_t n = 0; n < problem.structure.mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(problem.structure.mesh, n);
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
    EXPECT_EQ(problem.design.settings.volumeFraction, row.volumeFraction);
    EXPECT_EQ(problem.design.densities.minimumDensity, row.minimumDensity);
    EXPECT_EQ(problem.design.densities.penalization, 3.0);
    EXPECT_EQ(problem.structure.material.youngsModulus, 1.0);
    EXPECT_EQ(problem.structure.material.poissonsRatio, 0.3);
    EXPECT_EQ(problem.structure.solver.tolerance, 1e-5);
    EXPECT_EQ(problem.design.densities.filter, FilterKind::Sensitivity);
    EXPECT_EQ(problem.design.settings.damping, 0.5);
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
  for (std::size_t e = 0; e < problem.structure.mesh.numberOfElements(); ++e)
  {
    const reference::Hex8Corners x = reference::hex8Corners(problem.structure.mesh, e);
    const Point centre = reference::hex8Centroid(x);
    EXPECT_NEAR(reference::hex8Volume(x), 1.0, 1e-13);
    EXPECT_TRUE(centre[0] < 8.0 || centre[1] < 8.0);
  }
  EXPECT_EQ(problem.structure.mesh.numberOfElements(), (400u - 144u) * 2u);
  EXPECT_EQ(heldAndLoaded(
              problem, [](const Point& p) { return p[1] == 20.0; },
              [](const Point& p) { return p[0] == 20.0 && p[1] == 8.0; }),
    (std::array<int, 2>{ 9 * 3, 3 }));
  EXPECT_EQ(resultant(problem, 0, 0)[1], -3.0);
  EXPECT_TRUE(problem.design.designRegion.empty());
}

TEST(TopologyExamples, MichellCantileverIsHeldAndLoaded)
{
  const MichellPlate plate = makeMichellPlate(24);
  const TopologyProblem problem = makeExample(TopologyExample::MichellCantilever, { 24, 3 });
  const double quarter =
    nodePosition(problem.structure.mesh, static_cast<std::size_t>(plate.tip))[0] / 5.0;
  const auto count = heldAndLoaded(
    problem, [&](const Point& p) { return std::hypot(p[0], p[1]) < quarter * (1 + 1e-9); },
    [&](const Point& p) { return std::abs(p[0] - 5.0 * quarter) + std::abs(p[1]) < 1e-9; });
  EXPECT_EQ(count, (std::array<int, 2>{ 4 * static_cast<int>(plate.semicircle.size()), 4 }));
  EXPECT_EQ(resultant(problem, 0, 0)[1], -4.0);

  // Elements have a mean edge of one in the plane, and a height of one.
  double volume = 0.0;
  for (std::size_t e = 0; e < problem.structure.mesh.numberOfElements(); ++e)
  {
    volume += reference::hex8Volume(reference::hex8Corners(problem.structure.mesh, e));
  }
  EXPECT_NEAR(volume / static_cast<double>(problem.structure.mesh.numberOfElements()), 1.0, 2e-3);
  EXPECT_EQ(
    nodePosition(problem.structure.mesh, problem.structure.mesh.numberOfNodes() - 1)[2], 3.0);
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

  // The resultant of a pressure on half a bore is the pressure times the diameter and the thickness
  // for every mesh.
  const std::array<double, 4> sum = resultant(problem, 0.0, Plate::UpperCentre);
  EXPECT_NEAR(sum[0], 0.0, 1e-9);
  EXPECT_NEAR(sum[1], 60.0 * ConnectingRodThickness, 1e-9);
  EXPECT_NEAR(sum[2], 0.0, 1e-9);
  EXPECT_NEAR(sum[3], 0.0, 1e-6);
  for (std::size_t n = 0; n < problem.structure.mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(problem.structure.mesh, n);
    const double* f = &problem.structure.loadCases[0].forces[3 * n];
    EXPECT_GE(f[0] * p[0] + f[1] * (p[1] - Plate::UpperCentre), 0.0);
  }
}

TEST(TopologyExamples, ConnectingRodHasSolidRings)
{
  const TopologyProblem problem = makeExample(TopologyExample::ConnectingRod, { 60, 4 });
  ASSERT_EQ(problem.design.designRegion.size(), problem.structure.mesh.numberOfElements());
  double solid = 0.0;
  for (std::size_t e = 0; e < problem.structure.mesh.numberOfElements(); ++e)
  {
    const reference::Hex8Corners x = reference::hex8Corners(problem.structure.mesh, e);
    const Point c = reference::hex8Centroid(x);
    const bool ring = std::hypot(c[0], c[1] - Plate::UpperCentre) < 40.0 ||
      std::hypot(c[0], c[1] - Plate::LowerCentre) < 25.0;
    ASSERT_EQ(problem.design.designRegion[e], ring ? DesignRegion::Solid : DesignRegion::Design);
    solid += ring ? reference::hex8Volume(x) : 0.0;
  }
  const double analytic =
    Pi * (40.0 * 40.0 - 30.0 * 30.0 + 25.0 * 25.0 - 17.5 * 17.5) * ConnectingRodThickness;
  EXPECT_NEAR(solid / analytic, 1.0, 0.01);
}

// The area error of chords in place of arcs decreases with the square of the element size.
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

// A structured mesh would have eight elements at every interior node.
TEST(TopologyExamples, CurvedOnesAreUnstructured)
{
  for (const TopologyExample example :
    { TopologyExample::MichellCantilever, TopologyExample::ConnectingRod })
  {
    const Mesh mesh = makeExample(example, { 30, 2 }).structure.mesh;
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
