#include "Support/Meshfree.h"

#include "Mesh/ElementFaces.h"

#include <algorithm>
#include <cmath>

namespace trabecula::testing::meshfree
{
namespace
{
MeshfreeProblem problemOf(Mesh mesh, double penalty, double volumeFraction)
{
  MeshfreeProblem problem;
  problem.structure.mesh = std::move(mesh);
  problem.structure.material = { YoungsModulus, Poisson };
  problem.method.penalty = penalty;
  problem.design.settings.volumeFraction = volumeFraction;
  problem.design.settings.densityChangeTolerance = 0.0;
  problem.structure.solver.tolerance = 1e-8;
  return problem;
}
}

Position positionOf(const std::vector<double>& points, std::size_t point)
{
  return { points[3 * point], points[3 * point + 1], points[3 * point + 2] };
}

std::size_t pointAt(Mesh& mesh, const Position& place)
{
  for (std::size_t i = 0; i < mesh.numberOfNodes(); ++i)
  {
    const Position x = positionOf(mesh.points, i);
    if (std::hypot(x[0] - place[0], x[1] - place[1], x[2] - place[2]) < 1e-9)
    {
      return i;
    }
  }
  mesh.points.insert(mesh.points.end(), place.begin(), place.end());
  return mesh.numberOfNodes() - 1;
}

void support(MeshfreeProblem& problem, const std::function<bool(const Position&)>& where)
{
  problem.structure.supports.resize(problem.structure.mesh.points.size(), 0);
  for (std::size_t i = 0; i < problem.structure.mesh.numberOfNodes(); ++i)
  {
    if (where(positionOf(problem.structure.mesh.points, i)))
    {
      std::fill_n(problem.structure.supports.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, 1);
    }
  }
}

void load(MeshfreeProblem& problem, const Position& place, const Position& force)
{
  const std::vector<double> nodes = problem.nodes();
  const std::size_t point = pointAt(problem.structure.mesh, place);
  if (problem.nodes().size() > nodes.size())
  {
    problem.method.nodes = nodes; // the new point is not a node
  }
  problem.structure.supports.resize(problem.structure.mesh.points.size(), 0);
  for (LoadCase& other : problem.structure.loadCases)
  {
    other.forces.resize(problem.structure.mesh.points.size(), 0.0);
  }
  LoadCase added;
  added.forces.assign(problem.structure.mesh.points.size(), 0.0);
  std::copy(
    force.begin(), force.end(), added.forces.begin() + static_cast<std::ptrdiff_t>(3 * point));
  problem.structure.loadCases.push_back(added);
}

MeshfreeProblem cantilever(const std::array<int, 3>& cells, const Position& size, double penalty)
{
  MeshfreeProblem problem = problemOf(makeBoxMesh(cells, size), penalty, 0.4);
  support(problem, [](const Position& x) { return x[0] < 1e-9; });
  load(problem, { size[0], 0.5 * size[1], 0.5 * size[2] }, { 0.0, -1000.0, 0.0 });
  return problem;
}

MeshfreeProblem smallCantilever(double penalty)
{
  return cantilever({ 20, 10, 2 }, { 20.0, 10.0, 2.0 }, penalty);
}

MeshfreeProblem annulus()
{
  // Cells are ordered along the angle, the radius and z; a box of angle, radius and z has their
  // orientation if the radius comes first.
  Mesh mesh = makeBoxMesh({ 8, 32, 2 }, { 50.0, 0.5 * M_PI, 12.5 }, { 100.0, 0.0, 0.0 });
  for (std::size_t i = 0; i < mesh.points.size(); i += 3)
  {
    const double radius = mesh.points[i];
    const double angle = mesh.points[i + 1];
    mesh.points[i] = radius * std::cos(angle);
    mesh.points[i + 1] = radius * std::sin(angle);
  }
  MeshfreeProblem problem = problemOf(std::move(mesh), 3.2e6, 0.5);
  support(problem, [](const Position& x) { return x[1] < 1e-9; });
  load(problem, { 0.0, 125.0, 6.25 }, { -1000.0, 0.0, 0.0 });
  return problem;
}

MeshfreeProblem cube()
{
  MeshfreeProblem problem =
    problemOf(makeBoxMesh({ 10, 10, 10 }, { 200.0, 200.0, 200.0 }), 1e6, 0.05);
  support(problem,
    [](const Position& x)
    {
      const auto isOuter = [](double place) { return place < 41.0 || place > 159.0; };
      return x[2] < 1e-9 && isOuter(x[0]) && isOuter(x[1]);
    });
  load(problem, { 100.0, 100.0, 200.0 }, { 0.0, 0.0, -10000.0 });
  return problem;
}

std::vector<double> movedNodes(const std::vector<double>& points, const Position& size, double by)
{
  std::vector<double> nodes = points;
  for (std::size_t i = 0; i < points.size() / 3; ++i)
  {
    const Position x = positionOf(points, i);
    bool isInside = true;
    for (std::size_t c = 0; c < 3; ++c)
    {
      isInside = isInside && x[c] > 1e-9 && x[c] < size[c] - 1e-9;
    }
    if (isInside)
    {
      nodes[3 * i] += by * std::sin(3.0 * x[0] + 5.0 * x[1] + 7.0 * x[2]);
      nodes[3 * i + 1] += by * std::sin(5.0 * x[0] + 7.0 * x[1] + 3.0 * x[2]);
      nodes[3 * i + 2] += by * std::sin(7.0 * x[0] + 3.0 * x[1] + 5.0 * x[2]);
    }
  }
  return nodes;
}

std::vector<double> compliances(const MeshfreeProblem& problem, int designs, const Device& device)
{
  Observer silent;
  TopologyOptimizer optimizer(problem, makeContext(device), silent);
  std::vector<double> values;
  for (int i = 0; i < designs; ++i)
  {
    optimizer.step(silent);
    values.push_back(optimizer.record()["Compliance"]);
  }
  return values;
}

FacePoints sideOf(const Mesh& mesh, std::size_t axis, double place)
{
  std::vector<std::int64_t> sides;
  for (const std::array<std::int64_t, 2>& face : findFaces(mesh).sides)
  {
    const FaceLoop<std::int32_t> corners = nodesOfSide(mesh, face[0]);
    if (face[1] == ElementFaces::None &&
      std::all_of(corners.begin(), corners.end(),
        [&](std::int32_t node)
        { return std::abs(mesh.points[3 * std::size_t(node) + axis] - place) < 1e-9; }))
    {
      sides.push_back(face[0]);
    }
  }
  return facePointsOf(mesh, sides);
}

ConstrainedPoints constrainedSide(const Mesh& mesh, std::size_t axis, double place, double penalty)
{
  const FacePoints points = sideOf(mesh, axis, place);
  ConstrainedPoints constrained;
  constrained.places = points.places;
  for (const double weight : points.weights)
  {
    constrained.stiffness.insert(constrained.stiffness.end(), 3, penalty * weight);
  }
  return constrained;
}
}
