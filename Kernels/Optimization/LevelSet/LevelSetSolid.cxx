#include "Optimization/LevelSet/LevelSetSolid.h"

#include "Design/LevelSet/CoefficientLinks.h"
#include "Design/LevelSet/LinkedValues.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Mesh/Nurbs/NurbsValidation.h"
#include "Optimization/LevelSet/LevelSetValidation.h"
#include "Optimization/LevelSet/SolidElements.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/Solid/SolidDistance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
/// Marks all control points within the given number of control points, along a direction, of one
/// that is marked.
void widen(std::vector<std::uint8_t>& marked, const std::array<int, 3>& counts,
  std::size_t direction, int reach)
{
  const std::vector<std::uint8_t> before = marked;
  const int stride = direction == 0 ? 1 : direction == 1 ? counts[0] : counts[0] * counts[1];
  for (std::size_t p = 0; p < before.size(); ++p)
  {
    const int at = (static_cast<int>(p) / stride) % counts[direction];
    const int from = std::max(-at, -reach);
    const int to = std::min(counts[direction] - 1 - at, reach);
    for (int step = from; before[p] && step <= to; ++step)
    {
      const std::ptrdiff_t place =
        static_cast<std::ptrdiff_t>(p) + std::ptrdiff_t(step) * std::ptrdiff_t(stride);
      marked[static_cast<std::size_t>(place)] = 1;
    }
  }
}
/// Returns the net of Greville points as hexahedra. A plane patch gets a small thickness; the nodes
/// of its upper side are numbered after all others.
Mesh grevilleNet(const NurbsPatch& patch)
{
  std::array<std::vector<double>, 3> places;
  for (std::size_t d = 0; d < 3; ++d)
  {
    places[d] = d < static_cast<std::size_t>(patch.dimension)
      ? grevillePoints(patch.degrees[d], patch.knots[d])
      : std::vector<double>{ 0.0 };
  }
  Mesh mesh;
  double extent = 0.0;
  for (const double z : places[2])
  {
    for (const double y : places[1])
    {
      for (const double x : places[0])
      {
        const NurbsPoint point = evaluateAt(patch, { x, y, z });
        mesh.points.insert(mesh.points.end(), point.position.begin(), point.position.end());
        extent = std::max({ extent, std::abs(point.position[0] - mesh.points[0]),
          std::abs(point.position[1] - mesh.points[1]) });
      }
    }
  }
  const auto nodes = static_cast<std::int32_t>(mesh.numberOfNodes());
  const std::array<int, 3> n = patch.counts();
  const bool isPlane = patch.dimension == 2;
  if (isPlane)
  {
    constexpr double thickness = 1e-3;
    for (std::size_t i = 0; i < 3 * static_cast<std::size_t>(nodes); ++i)
    {
      mesh.points.push_back(mesh.points[i] + (i % 3 == 2 ? thickness * extent : 0.0));
    }
  }
  const int above = isPlane ? nodes : n[0] * n[1];
  for (int k = 0; k < std::max(1, n[2] - 1); ++k)
  {
    for (int j = 0; j + 1 < n[1]; ++j)
    {
      for (int i = 0; i + 1 < n[0]; ++i)
      {
        const int first = i + n[0] * (j + n[1] * k);
        for (const int corner : { first, first + 1, first + 1 + n[0], first + n[0], first + above,
               first + 1 + above, first + 1 + n[0] + above, first + n[0] + above })
        {
          mesh.connectivity.push_back(corner);
        }
      }
    }
  }
  return mesh;
}
}

std::size_t keepConditionsSolid(LevelSetProblem& problem, int layers, double most)
{
  if (layers <= 0)
  {
    return 0;
  }
  const NurbsPatch& patch = problem.patch;
  validate(patch);
  LevelSetProblem inPlane = problem;
  if (patch.dimension == 2)
  {
    restrictToPlane(inPlane);
  }
  std::vector<std::uint8_t> marked = loadedAndHeldPoints(inPlane.conditions, inPlane.design,
    std::vector<std::uint8_t>(patch.numberOfControlPoints(), 1));
  for (std::size_t d = 0; d < static_cast<std::size_t>(patch.dimension); ++d)
  {
    // If max(2, p) rows of control points have the largest value, the level set is nowhere negative
    // in the first row of elements.
    widen(marked, patch.counts(), d, std::max(1, patch.degrees[d] - 1) + layers - 1);
  }
  if (solidPartOf(patch, marked) > most)
  {
    return 0;
  }
  return makeSolid(problem.design.designRegion, marked);
}

KeptSolid keepNeighbourhoodSolid(LevelSetProblem& problem, double most)
{
  const NurbsPatch& patch = problem.patch;
  validate(patch);
  LevelSetProblem inPlane = problem;
  if (patch.dimension == 2)
  {
    restrictToPlane(inPlane);
  }
  const std::size_t count = patch.numberOfControlPoints();
  const std::vector<std::uint8_t> marked =
    loadedAndHeldPoints(inPlane.conditions, inPlane.design, std::vector<std::uint8_t>(count, 1));
  const Mesh net = grevilleNet(patch);
  std::vector<std::uint8_t> ofNet = marked;
  // The nodes of the upper side of a plane patch are not marked.
  ofNet.resize(net.numberOfNodes(), 0);
  const Neighbourhood around(net, ofNet);
  if (around.share() > most)
  {
    return { 0, around.share(), true };
  }
  std::vector<std::uint8_t> solid = around.places(net.points);
  solid.resize(count);
  // If elements are larger than the distance, their first row is made solid.
  const bool isCoarse = meanElementSize(patch) > around.distance();
  std::vector<std::uint8_t> least = isCoarse ? marked : std::vector<std::uint8_t>(count, 0);
  for (std::size_t e = 0; e < around.leastElements().size(); ++e)
  {
    for (std::size_t a = 0; around.leastElements()[e] && a < net.nodesOf(e); ++a)
    {
      const auto node = static_cast<std::size_t>(net.element(e)[a]);
      if (node < count && marked[node])
      {
        least[node] = 1;
      }
    }
  }
  for (std::size_t d = 0; d < static_cast<std::size_t>(patch.dimension); ++d)
  {
    widen(least, patch.counts(), d, std::max(1, patch.degrees[d] - 1));
  }
  std::transform(solid.begin(), solid.end(), least.begin(), solid.begin(),
    [](std::uint8_t a, std::uint8_t b) { return a | b; });
  // Rows of control points may extend far beyond the distance, so that their volume is checked.
  KeptSolid kept;
  std::vector<DesignRegion> region = problem.design.designRegion;
  kept.made = makeSolid(region, solid);
  const CoefficientLinks links = linksOf(patch, problem.stages);
  linkRegions(links, region);
  kept.share = kept.made == 0 ? 0.0
    : links.empty()           ? solidPartOf(patch, solid)
                              : solidPartOf(patch, region);
  kept.isTooMuch = kept.made > 0 && (kept.share > most || !fitsVolume(problem, region));
  if (kept.isTooMuch)
  {
    kept.made = 0;
    return kept;
  }
  problem.design.designRegion = std::move(region);
  return kept;
}
}
