#ifndef TRABECULA_TESTING_KERNELS_RESPONSEBOX_H
#define TRABECULA_TESTING_KERNELS_RESPONSEBOX_H

// The box of the known answers of responses, and responses on it.

#include "Design/Response/StressNormProblems.h"
#include "Support/FaceTractions.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula::testing
{
constexpr std::int32_t UpperEdge = 5; // regions of points
constexpr std::int32_t LowerEdge = 3;

inline double vectorLength(const std::vector<double>& values)
{
  double sum = 0.0;
  for (const double value : values)
  {
    sum += value * value;
  }
  return std::sqrt(sum);
}

/// Returns the box of the known answers with the edges at x = 2 as regions of points.
inline TopologyProblem answerBox(
  CellType type = CellType::Hexahedron, const std::array<int, 3>& cells = {})
{
  TopologyProblem problem = knownBox(type, cells);
  problem.structure.loadCases[0].name = "Down";
  const Mesh& mesh = problem.structure.mesh;
  problem.design.pointRegion.assign(mesh.points.size(), 0);
  for (std::size_t i = 0; i < mesh.points.size(); ++i)
  {
    const Point p = nodePosition(mesh, i / 3);
    const bool isEnd = isAt(p[0], 2.0);
    problem.design.pointRegion[i] = isEnd && isAt(p[2], 1.0) ? UpperEdge
      : isEnd && isAt(p[2], 0.0)                             ? LowerEdge
                                                             : 0;
  }
  problem.design.settings.densityChangeTolerance = 0.0;
  return problem;
}

/// Supports the lower edge in z and loads the upper face with half of the force.
inline void supportEdge(TopologyProblem& problem)
{
  hold(
    problem, [](const Point& p) { return isAt(p[0], 2.0) && isAt(p[2], 0.0); }, 2);
  problem.structure.loadCases[0].forces = consistentForces(
    problem.structure.mesh, [](const Point& p) { return isAt(p[2], 1.0); },
    Point{ 0.0, 0.0, -0.5 });
}

inline ResponseSettings displacementOf(
  std::int32_t region, int component, const std::string& load = {})
{
  ResponseSettings settings = { "OutputDisplacement", region };
  settings.parameters = { { std::string("Direction") + "XYZ"[component], 1.0 } };
  if (!load.empty())
  {
    settings.loadCases = { load };
  }
  return settings;
}

inline ResponseSettings localVolume(double radius, bool isScaled, double exponent = 16.0)
{
  ResponseSettings settings = { "LocalVolume" };
  settings.parameters = { { "Radius", radius }, { "Exponent", exponent },
    { "Scaled", isScaled ? 1.0 : 0.0 } };
  return settings;
}
}

#endif
