#include "Benchmark/Meshfree/MeshfreeExamples.h"

#include <cmath>
#include <functional>

namespace trabecula::benchmarks
{
namespace
{
using Position = std::array<double, 3>;

void support(MeshfreeProblem& problem, const std::function<bool(const Position&)>& where)
{
  const std::vector<double>& points = problem.mesh.points;
  for (std::size_t i = 0; i < points.size(); i += 3)
  {
    problem.supports.insert(
      problem.supports.end(), 3, where({ points[i], points[i + 1], points[i + 2] }) ? 1 : 0);
  }
}

/// A force at a place, of a point of its own, which need not be a node.
void load(MeshfreeProblem& problem, const Position& place, const Position& force)
{
  problem.method.nodes = problem.mesh.points;
  LoadCase added;
  added.forces.assign(problem.mesh.points.size(), 0.0);
  problem.mesh.points.insert(problem.mesh.points.end(), place.begin(), place.end());
  added.forces.insert(added.forces.end(), force.begin(), force.end());
  problem.supports.insert(problem.supports.end(), 3, 0);
  problem.loadCases = { added };
}
}

std::string MeshfreeExample::label() const
{
  return this->name + "_" + std::to_string(this->nodes[0]) + "x" + std::to_string(this->nodes[1]) +
    "x" + std::to_string(this->nodes[2]);
}

MeshfreeProblem MeshfreeExample::make() const
{
  const std::array<int, 3> cells = { this->nodes[0] - 1, this->nodes[1] - 1, this->nodes[2] - 1 };
  MeshfreeProblem problem;
  problem.material = { 200000.0, 0.3 };
  problem.settings.densityChangeTolerance = 0.0;
  if (this->name == "I")
  {
    problem.mesh = makeBoxMesh(cells, { 100.0, 50.0, 4.0 });
    problem.settings.volumeFraction = 0.4;
    support(problem, [](const Position& x) { return x[0] < 1e-9; });
    load(problem, { 100.0, 25.0, 2.0 }, { 0.0, -1000.0, 0.0 });
  }
  else if (this->name == "II")
  {
    // A box of the radius, the angle and z.
    const double angle = 0.5 * std::acos(-1.0);
    problem.mesh =
      makeBoxMesh({ cells[1], cells[0], cells[2] }, { 50.0, angle, 8.0 }, { 100.0, 0.0, 0.0 });
    for (std::size_t i = 0; i < problem.mesh.points.size(); i += 3)
    {
      const double radius = problem.mesh.points[i];
      const double at = problem.mesh.points[i + 1];
      problem.mesh.points[i] = radius * std::cos(at);
      problem.mesh.points[i + 1] = radius * std::sin(at);
    }
    problem.settings.volumeFraction = 0.5;
    support(problem, [](const Position& x) { return x[1] < 1e-9; });
    load(problem, { 0.0, 125.0, 4.0 }, { -1000.0, 0.0, 0.0 });
  }
  else
  {
    problem.mesh = makeBoxMesh(cells, { 200.0, 200.0, 200.0 });
    problem.settings.volumeFraction = 0.05;
    support(problem,
      [](const Position& x)
      {
        const auto isOuter = [](double place) { return place < 40.1 || place > 159.9; };
        return x[2] < 1e-9 && isOuter(x[0]) && isOuter(x[1]);
      });
    load(problem, { 100.0, 100.0, 200.0 }, { 0.0, 0.0, -10000.0 });
  }
  return problem;
}

std::vector<MeshfreeExample> meshfreeExamples(bool onHost)
{
  std::vector<MeshfreeExample> examples = { { "I", { 29, 15, 3 } }, { "I", { 56, 29, 4 } },
    { "I", { 81, 41, 5 } } };
  if (!onHost)
  {
    examples.push_back({ "I", { 101, 51, 5 } });
    examples.push_back({ "I", { 112, 55, 6 } });
    examples.push_back({ "II", { 106, 28, 5 } });
    examples.push_back({ "III", { 31, 31, 30 } });
  }
  return examples;
}
}
