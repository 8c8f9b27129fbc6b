#include "Optimization/LevelSet/LevelSetExamples.h"

#include "Analysis/Isogeometric/PatchLoads.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <algorithm>
#include <cstddef>

namespace trabecula
{
namespace
{
void fixFace(LevelSetProblem& problem, int direction, int end)
{
  for (const std::int32_t point : controlPointsOfFace(problem.patch, direction, end))
  {
    std::fill_n(&problem.conditions.supports[3 * static_cast<std::size_t>(point)],
      problem.patch.dimension, std::uint8_t(1));
  }
}

NurbsPatch patchOf(LevelSetExample example, const std::array<int, 3>& elements, int degree)
{
  const std::array<int, 3> degrees = { degree, degree, degree };
  switch (example)
  {
    case LevelSetExample::MbbBeam:
      return makeBoxPatch(2, { 6.0, 1.0, 0.0 }, degrees, elements);
    case LevelSetExample::QuarterAnnulus:
      return makeQuarterAnnulusPatch(1.0, 2.0, { degree, degree }, { elements[0], elements[1] });
    case LevelSetExample::Box:
      return makeBoxPatch(3, { 2.0, 1.0, 1.0 }, degrees, elements);
    case LevelSetExample::Cantilever:
      break;
  }
  return makeBoxPatch(2, { 2.0, 1.0, 0.0 }, degrees, elements);
}
}

LevelSetProblem makeLevelSetExample(
  LevelSetExample example, const std::array<int, 3>& elements, int degree)
{
  LevelSetProblem problem;
  problem.method.scheme = LevelSetScheme::Paper;
  problem.method.holes.radius = 0.1;
  problem.method.holes.layers = 1;
  problem.method.smoothingRadius = 0.1;
  problem.patch = patchOf(example, elements, degree);
  problem.conditions.supports.assign(problem.patch.points.size(), 0);
  problem.conditions.loadCases.resize(1);
  std::vector<double>& forces = problem.conditions.loadCases[0].forces;
  switch (example)
  {
    case LevelSetExample::Cantilever:
      fixFace(problem, 0, 0);
      forces = pointForce(problem.patch, { 1.0, 0.5, 0.0 }, { 0.0, -1.0, 0.0 });
      break;
    case LevelSetExample::MbbBeam:
    {
      const auto corner = static_cast<std::size_t>(problem.patch.counts()[0]) - 1;
      problem.conditions.supports[0] = problem.conditions.supports[1] =
        problem.conditions.supports[3 * corner + 1] = 1;
      forces = pointForce(problem.patch, { 0.5, 1.0, 0.0 }, { 0.0, -1.0, 0.0 });
      problem.method.holes.perRow = 16;
      break;
    }
    case LevelSetExample::QuarterAnnulus:
      fixFace(problem, 1, 0);
      forces = pointForce(problem.patch, { 1.0, 1.0, 0.0 }, { -1.0, 0.0, 0.0 });
      problem.method.smoothingRadius = 2.0 * meanElementSize(problem.patch);
      break;
    case LevelSetExample::Box:
      fixFace(problem, 0, 0);
      forces = faceForce(problem.patch, { 0, 1 },
        [](const std::array<double, 3>&, const std::array<double, 3>&) {
          return std::array<double, 3>{ 0.0, 0.0, -1.0 };
        });
      problem.method.holes.rows = 2;
      problem.method.holes.perRow = 4;
      problem.method.holes.layers = 2;
      problem.method.holes.staggered = false;
      problem.method.holes.radius = 0.2;
      problem.method.transitionWidth = 0.15;
      break;
  }
  return problem;
}
}
