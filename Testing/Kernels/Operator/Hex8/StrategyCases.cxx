#include "Operator/Hex8/StrategyCases.h"

#include "Support/Problems.h"

#include "Optimization/TopologyExamples.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trabecula::testing
{
namespace
{
Mesh renumbered(const Mesh& mesh, Random& random)
{
  return renumber(emptyProblem(mesh), random).problem.structure.mesh;
}

/// Returns two layers of alternating wedge-like elements, so that there are two shapes in which
/// opposite faces are not parallel.
Mesh zigzag()
{
  Mesh mesh = makeBoxMesh({ 6, 4, 3 }, { 6.0, 4.0, 3.0 });
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    const auto i = static_cast<int>(mesh.points[3 * n]);
    const auto j = static_cast<int>(mesh.points[3 * n + 1]);
    mesh.points[3 * n] += j % 2 == 0 ? 0.125 : -0.125;
    mesh.points[3 * n + 1] += i % 2 == 0 ? 0.25 : -0.125;
    mesh.points[3 * n + 2] *= 0.75;
  }
  return mesh;
}

/// Returns a mesh in which each element has its own nodes, which has more nodes per element than
/// any other mesh.
Mesh loose(const Mesh& mesh)
{
  Mesh result;
  for (const std::int32_t node : mesh.connectivity)
  {
    const auto first = mesh.points.begin() + 3 * std::ptrdiff_t(node);
    result.points.insert(result.points.end(), first, first + 3);
    result.connectivity.push_back(static_cast<std::int32_t>(result.connectivity.size()));
  }
  return result;
}
}

std::vector<StrategyChoice> strategyChoices(ExecutionSpace space)
{
  std::vector<StrategyChoice> result;
  for (const StrategyInfo& info : strategies())
  {
    if (space == ExecutionSpace::Cuda || info.onHost)
    {
      result.push_back({ info.strategy, false });
      if (space == ExecutionSpace::Cuda && info.reproducible)
      {
        result.push_back({ info.strategy, true });
      }
    }
  }
  return result;
}

Mesh fanMesh(int wedges, int layers)
{
  Mesh mesh;
  const int ring = 2 * wedges;
  for (int k = 0; k <= layers; ++k)
  {
    mesh.points.insert(mesh.points.end(), { 0.0, 0.0, 0.4 * k });
    for (int i = 0; i < ring; ++i)
    {
      const double angle = 2.0 * std::acos(-1.0) * i / ring;
      const double radius = i % 2 == 0 ? 1.0 : 1.3;
      mesh.points.insert(
        mesh.points.end(), { radius * std::cos(angle), radius * std::sin(angle), 0.4 * k });
    }
  }
  for (int k = 0; k < layers; ++k)
  {
    for (int i = 0; i < ring; i += 2)
    {
      for (int top = 0; top < 2; ++top)
      {
        const int first = (k + top) * (ring + 1);
        mesh.connectivity.insert(mesh.connectivity.end(),
          { first, first + 1 + i, first + 2 + i, first + 1 + (i + 2) % ring });
      }
    }
  }
  return mesh;
}

Mesh sheared(Mesh mesh)
{
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    mesh.points[3 * n] += 0.25 * mesh.points[3 * n + 1] - 0.125 * mesh.points[3 * n + 2];
  }
  return mesh;
}

std::vector<NamedMesh> manyShapes(Random& random)
{
  std::vector<NamedMesh> meshes;
  for (const auto& box :
    std::vector<std::array<int, 3>>{ { 1, 1, 1 }, { 1, 2, 3 }, { 7, 6, 7 }, { 13, 11, 9 } })
  {
    Mesh mesh = renumbered(distortedBox(box, 0.18, random), random);
    moveRigidly(mesh, std::pow(10.0, random.uniform(-2, 2)), random);
    meshes.push_back({ "box of " + std::to_string(mesh.numberOfElements()), std::move(mesh) });
  }
  meshes.push_back({ "fan", renumbered(fanMesh(13, 3), random) });
  meshes.push_back({ "loose", renumbered(loose(distortedBox({ 7, 6, 5 }, 0.18, random)), random) });
  for (const TopologyExample example :
    { TopologyExample::MichellCantilever, TopologyExample::ConnectingRod })
  {
    Mesh mesh = makeExample(example, { leastResolution(example) + 4, 2 }).structure.mesh;
    distort(mesh, 0.05, 1.0, random);
    meshes.push_back({ "example", renumbered(mesh, random) });
  }
  return meshes;
}

std::vector<NamedMesh> fewShapes(Random& random)
{
  std::vector<NamedMesh> meshes;
  const Mesh bricks = makeBoxMesh({ 11, 5, 7 }, { 1.1, 1.0, 0.9 }, { -3.0, 20.0, 0.3 });
  meshes.push_back({ "bricks", bricks });
  Mesh graded = makeBoxMesh({ 8, 6, 6 }, { 8.0, 6.0, 6.0 });
  for (std::size_t i = 0; i < graded.points.size(); i += 3)
  {
    graded.points[i] = std::min(graded.points[i], 0.5 * graded.points[i] + 2.0);
  }
  meshes.push_back({ "bricks of two sizes", graded });
  meshes.push_back({ "bricks turned over", renumbered(bricks, random) });
  meshes.push_back({ "parallelepipeds", sheared(makeBoxMesh({ 9, 7, 5 }, { 9.0, 7.0, 5.0 })) });
  meshes.push_back({ "zigzag", zigzag() });
  meshes.push_back({ "fan", fanMesh(13, 4) });
  meshes.push_back({ "one distorted", distortedBox({ 1, 1, 1 }, 0.18, random) });
  meshes.push_back({ "sixty distorted", distortedBox({ 5, 4, 3 }, 0.18, random) });
  return meshes;
}
}
