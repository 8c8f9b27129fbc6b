#include "Support/Problems.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace trabecula::testing
{
Point nodePosition(const Mesh& mesh, std::size_t node)
{
  return { mesh.points[3 * node], mesh.points[3 * node + 1], mesh.points[3 * node + 2] };
}

std::vector<std::size_t> nodesWhere(
  const Mesh& mesh, const std::function<bool(const Point&)>& condition)
{
  std::vector<std::size_t> nodes;
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    if (condition(nodePosition(mesh, n)))
    {
      nodes.push_back(n);
    }
  }
  return nodes;
}

void distort(Mesh& mesh, double amplitude, double elementSize, Random& random)
{
  for (double& coordinate : mesh.points)
  {
    coordinate += elementSize * random.uniform(-amplitude, amplitude);
  }
}

void moveRigidly(Mesh& mesh, double scale, Random& random)
{
  // A rotation from a random unit quaternion.
  std::array<double, 4> q{};
  double norm = 0.0;
  while (norm < 0.1 || norm > 1.0)
  {
    norm = 0.0;
    for (double& value : q)
    {
      value = random.uniform(-1.0, 1.0);
      norm += value * value;
    }
  }
  for (double& value : q)
  {
    value /= std::sqrt(norm);
  }
  const auto [w, x, y, z] = q;
  const std::array<Point, 3> rotation = { {
    { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
    { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
    { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) },
  } };
  const Point shift = { random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) };
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(mesh, n);
    for (std::size_t i = 0; i < 3; ++i)
    {
      mesh.points[3 * n + i] =
        scale * (rotation[i][0] * p[0] + rotation[i][1] * p[1] + rotation[i][2] * p[2] + shift[i]);
    }
  }
}

Mesh distortedBox(const std::array<int, 3>& elements, double amplitude, Random& random)
{
  Mesh mesh = makeBoxMesh(elements,
    { static_cast<double>(elements[0]), static_cast<double>(elements[1]),
      static_cast<double>(elements[2]) });
  distort(mesh, amplitude, 1.0, random);
  return mesh;
}

Renumbered renumber(const TopologyProblem& problem, Random& random)
{
  // These are rotations of a hexahedron onto itself: about the zeta axis, and about the diagonal
  // 0-6.
  constexpr std::array<std::size_t, 8> aboutZeta = { 1, 2, 3, 0, 5, 6, 7, 4 };
  constexpr std::array<std::size_t, 8> aboutDiagonal = { 0, 3, 7, 4, 1, 2, 6, 5 };

  const Mesh& mesh = problem.structure.mesh;
  Renumbered result{ problem, random.permutation(mesh.numberOfNodes()),
    random.permutation(mesh.numberOfElements()) };
  TopologyProblem& changed = result.problem;

  const auto moveNodes = [&](auto& to, const auto& from)
  {
    for (std::size_t i = 0; i < from.size(); ++i)
    {
      to[3 * result.newNode[i / 3] + i % 3] = from[i];
    }
  };
  const auto moveElements = [&](auto& to, const auto& from)
  {
    for (std::size_t e = 0; e < from.size(); ++e)
    {
      to[result.newElement[e]] = from[e];
    }
  };
  moveNodes(changed.structure.mesh.points, mesh.points);
  moveNodes(changed.structure.supports, problem.structure.supports);
  moveNodes(changed.structure.prescribedDisplacement, problem.structure.prescribedDisplacement);
  for (std::size_t k = 0; k < problem.structure.loadCases.size(); ++k)
  {
    moveNodes(changed.structure.loadCases[k].forces, problem.structure.loadCases[k].forces);
  }
  moveElements(changed.design.designRegion, problem.design.designRegion);
  moveElements(changed.design.initialDensity, problem.design.initialDensity);

  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    std::array<std::size_t, 8> order = { 0, 1, 2, 3, 4, 5, 6, 7 };
    for (std::size_t turns = random.index(24); turns > 0; --turns)
    {
      const auto& turn = random.index(2) == 0 ? aboutZeta : aboutDiagonal;
      std::array<std::size_t, 8> turned{};
      for (std::size_t a = 0; a < 8; ++a)
      {
        turned[a] = order[turn[a]];
      }
      order = turned;
    }
    for (std::size_t a = 0; a < 8; ++a)
    {
      const auto node = static_cast<std::size_t>(mesh.connectivity[8 * e + order[a]]);
      changed.structure.mesh.connectivity[8 * result.newElement[e] + a] =
        static_cast<std::int32_t>(result.newNode[node]);
    }
  }
  return result;
}

void clamp(TopologyProblem& problem, const std::function<bool(const Point&)>& condition)
{
  for (const std::size_t n : nodesWhere(problem.structure.mesh, condition))
  {
    for (std::size_t i = 0; i < 3; ++i)
    {
      problem.structure.supports[3 * n + i] = 1;
    }
  }
}

TopologyProblem emptyProblem(Mesh mesh)
{
  TopologyProblem problem;
  problem.structure.mesh = std::move(mesh);
  problem.structure.supports.assign(problem.structure.mesh.points.size(), 0);
  problem.structure.loadCases.resize(1);
  problem.structure.loadCases[0].forces.assign(problem.structure.mesh.points.size(), 0.0);
  problem.design.densities.filterRadius = 1.5;
  return problem;
}

TopologyProblem cantilever(const std::array<int, 3>& elements)
{
  const double length = elements[0];
  TopologyProblem problem = emptyProblem(makeBoxMesh(
    elements, { length, static_cast<double>(elements[1]), static_cast<double>(elements[2]) }));
  clamp(problem, [](const Point& p) { return p[0] < 1e-9; });
  for (const std::size_t n : nodesWhere(problem.structure.mesh,
         [&](const Point& p) { return p[0] > length - 1e-9 && p[2] < 1e-9; }))
  {
    problem.structure.loadCases[0].forces[3 * n + 2] = -1.0;
  }
  return problem;
}

TopologyProblem distortedCantilever(const std::array<int, 3>& elements, Random& random)
{
  TopologyProblem problem = cantilever(elements);
  LoadCase second = problem.structure.loadCases[0];
  problem.structure.loadCases[0].name = "First";
  problem.structure.loadCases[0].weight = 0.75;
  second.name = "Second";
  second.weight = 1.5;
  for (std::size_t i = 0; i < second.forces.size(); ++i)
  {
    const auto [x, y, z] = nodePosition(problem.structure.mesh, i / 3);
    second.forces[i] = x > elements[0] - 1e-9 ? random.uniform(-1, 1) : 0.0;
  }
  problem.structure.loadCases.push_back(second);
  distort(problem.structure.mesh, 0.18, 1.0, random);
  return problem;
}

void unloadVoid(TopologyProblem& problem)
{
  std::vector<std::uint8_t> hasMaterial(problem.structure.mesh.numberOfNodes(), 0);
  for (std::size_t e = 0; e < problem.structure.mesh.numberOfElements(); ++e)
  {
    for (std::size_t a = 0; a < problem.structure.mesh.nodesOf(e); ++a)
    {
      std::uint8_t& mark =
        hasMaterial[static_cast<std::size_t>(problem.structure.mesh.element(e)[a])];
      mark = problem.design.designRegion[e] == DesignRegion::Void ? mark : 1;
    }
  }
  for (LoadCase& load : problem.structure.loadCases)
  {
    for (std::size_t i = 0; i < load.forces.size(); ++i)
    {
      load.forces[i] = hasMaterial[i / 3] ? load.forces[i] : 0.0;
    }
  }
}

std::vector<double> uniformTraction(const Mesh& mesh, double x, const Point& total)
{
  // Each quadrilateral of the face distributes its share equally to its four corners.
  const auto nodes =
    nodesWhere(mesh, [&](const Point& p) { return std::abs(p[0] - x) < 1e-9 * (1 + std::abs(x)); });
  const std::set<std::size_t> face(nodes.begin(), nodes.end());
  std::map<std::size_t, double> share;
  double quadrilaterals = 0.0;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    std::vector<std::size_t> corners;
    for (std::size_t a = 0; a < 8; ++a)
    {
      const auto node = static_cast<std::size_t>(mesh.connectivity[8 * e + a]);
      if (face.count(node) == 1)
      {
        corners.push_back(node);
      }
    }
    if (corners.size() == 4)
    {
      quadrilaterals += 1.0;
      for (const std::size_t node : corners)
      {
        share[node] += 0.25;
      }
    }
  }
  std::vector<double> forces(mesh.points.size(), 0.0);
  for (const auto& [node, value] : share)
  {
    for (std::size_t i = 0; i < 3; ++i)
    {
      forces[3 * node + i] = total[i] * value / quadrilaterals;
    }
  }
  return forces;
}

std::vector<double> runSteps(TopologyOptimizer& optimizer, int steps)
{
  Observer observer;
  std::vector<double> compliances;
  for (int k = 0; k < steps; ++k)
  {
    EXPECT_EQ(optimizer.step(observer), StepStatus::Advanced);
    compliances.push_back(optimizer.record()["Compliance"]);
  }
  return compliances;
}

double firstCompliance(const TopologyProblem& problem, const Device& device)
{
  Observer observer;
  TopologyOptimizer optimizer(problem, makeContext(device), observer);
  return runSteps(optimizer, 1).front();
}

double relativeDifference(const std::vector<double>& a, const std::vector<double>& b)
{
  if (a.size() != b.size())
  {
    ADD_FAILURE() << "sizes differ: " << a.size() << " and " << b.size();
    return std::numeric_limits<double>::infinity();
  }
  double difference = 0.0;
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    // A NaN must count as an infinite difference; std::max would ignore it.
    const double d = std::abs(a[i] - b[i]);
    difference = d <= difference ? difference : (d > difference ? d : HUGE_VAL);
    largest = std::max(largest, std::abs(b[i]));
  }
  return largest > 0.0 ? difference / largest : difference;
}
}
