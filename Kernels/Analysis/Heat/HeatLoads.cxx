#include "Analysis/Heat/HeatLoads.h"

#include "Analysis/Loads/BodyForce.h"
#include "Core/Error.h"
#include "Element/FaceQuadrature.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace trabecula
{
std::vector<double> flowsOfSources(const HeatProblem& problem)
{
  std::vector<double> sources;
  for (std::size_t e = 0; e < problem.heatSource.size(); ++e)
  {
    sources.push_back(problem.sourceOf(e));
  }
  return sources.empty() ? std::vector<double>(problem.mesh.numberOfNodes(), 0.0)
                         : shapeIntegrals(problem.mesh, sources);
}

std::vector<double> heatLoads(const HeatProblem& problem)
{
  std::vector<double> flows = flowsOfSources(problem);
  for (std::size_t i = 0; i < problem.heatFlow.size(); ++i)
  {
    flows[i] += problem.heatFlow[i];
  }
  return flows;
}

std::vector<double> flowsOfFlux(const FaceSurface& surface, double flux)
{
  std::vector<double> flows(surface.points.size() / 3, 0.0);
  for (std::size_t f = 0; f < surface.numberOfFaces(); ++f)
  {
    const int count = surface.nodesOf(f);
    const std::int32_t* nodes = surface.face(f);
    for (const FacePoint& point : productPoints(count))
    {
      std::array<Vector3, 2> tangents = {};
      for (int a = 0; a < count; ++a)
      {
        const double* x = &surface.points[3 * static_cast<std::size_t>(nodes[a])];
        for (std::size_t c = 0; c < 3; ++c)
        {
          tangents[0][c] += point.shape.derivatives[std::size_t(a)][0] * x[c];
          tangents[1][c] += point.shape.derivatives[std::size_t(a)][1] * x[c];
        }
      }
      const auto& [u, v] = tangents;
      const double area =
        std::hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
      for (int a = 0; a < count; ++a)
      {
        flows[static_cast<std::size_t>(nodes[a])] +=
          flux * point.weight * area * point.shape.values[std::size_t(a)];
      }
    }
  }
  return flows;
}

std::vector<double> flowsOfTotal(const FaceSurface& surface, double total)
{
  std::vector<double> flows = flowsOfFlux(surface, 1.0);
  double area = 0.0;
  for (const double flow : flows)
  {
    area += flow;
  }
  if (!(area > 0.0))
  {
    throw Error("The faces that heat is to flow through have no area.");
  }
  for (double& flow : flows)
  {
    flow *= total / area;
  }
  return flows;
}
}
