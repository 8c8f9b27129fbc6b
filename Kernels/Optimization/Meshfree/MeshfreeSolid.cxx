#include "Optimization/Meshfree/MeshfreeSolid.h"

#include "Analysis/ElementGeometry.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Context.h"
#include "Mesh/Cloud/PointBins.h"
#include "Optimization/Meshfree/MeshfreeConditions.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/Solid/SolidDistance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace trabecula
{
namespace
{
/// The bounding box of an element.
struct ElementBox
{
  ElementBox(const Mesh& mesh, std::size_t element)
  {
    const std::int32_t* corners = mesh.element(element);
    for (std::size_t d = 0; d < 3; ++d)
    {
      for (std::size_t a = 0; a < mesh.nodesOf(element); ++a)
      {
        const double x = mesh.points[3 * std::size_t(corners[a]) + d];
        this->low[d] = a ? std::min(this->low[d], x) : x;
        this->high[d] = a ? std::max(this->high[d], x) : x;
      }
    }
  }

  double size(std::size_t d) const { return this->high[d] - this->low[d]; }
  bool holds(const double* x) const
  {
    constexpr double rounding = 1e-9;
    bool isInside = true;
    for (std::size_t d = 0; d < 3; ++d)
    {
      const double margin = rounding * this->size(d);
      isInside = isInside && x[d] >= this->low[d] - margin && x[d] <= this->high[d] + margin;
    }
    return isInside;
  }

  std::array<double, 3> low{};
  std::array<double, 3> high{};
};

/// Returns the volume that each node represents. If nodes are the points of the mesh, this is a
/// share of the cells around it; otherwise all nodes have the same volume.
std::vector<double> volumesOfNodes(const MeshfreeProblem& problem)
{
  if (!problem.method.nodes.empty())
  {
    return std::vector<double>(problem.numberOfNodes(), 1.0);
  }
  const Mesh& mesh = problem.structure.mesh;
  const std::vector<double> ofCells = elementVolumes(mesh);
  std::vector<double> volumes(problem.numberOfNodes(), 0.0);
  for (std::size_t e = 0; e < ofCells.size(); ++e)
  {
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      volumes[static_cast<std::size_t>(mesh.element(e)[a])] +=
        ofCells[e] / static_cast<double>(mesh.nodesOf(e));
    }
  }
  return volumes;
}

/// Returns one flag per point: 1 in bounding boxes of marked elements.
std::vector<std::uint8_t> pointsWithin(
  const Mesh& mesh, const std::vector<std::uint8_t>& isMarked, const std::vector<double>& points)
{
  std::vector<std::uint8_t> isWithin(points.size() / 3, 0);
  double edge = 0.0;
  for (std::size_t e = 0; e < isMarked.size(); ++e)
  {
    const ElementBox box(mesh, e);
    edge = isMarked[e] ? std::max({ edge, box.size(0), box.size(1), box.size(2) }) : edge;
  }
  if (edge <= 0.0)
  {
    return isWithin;
  }
  const Context<HostSpace> context;
  const PointBins<HostSpace> bins(
    context, static_cast<std::int64_t>(isWithin.size()), points.data(), edge);
  const PointBinsView view = bins.view();
  for (std::size_t e = 0; e < isMarked.size(); ++e)
  {
    if (isMarked[e])
    {
      const ElementBox box(mesh, e);
      view.visit(box.low.data(), 1,
        [&](std::int64_t position)
        {
          if (box.holds(view.coordinates + 3 * position))
          {
            isWithin[std::size_t(view.order[position])] = 1;
          }
        });
    }
  }
  return isWithin;
}
}

std::size_t keepConditionsSolid(MeshfreeProblem& problem, int layers, double most)
{
  if (layers <= 0)
  {
    return 0;
  }
  const Mesh& mesh = problem.structure.mesh;
  const std::vector<double>& nodes = problem.nodes();
  checkMesh(mesh);
  if (!std::all_of(nodes.begin(), nodes.end(), [](double x) { return std::isfinite(x); }))
  {
    return 0; // the validation reports the error
  }
  const std::vector<std::uint8_t> marked =
    layersOfElements(mesh, loadedAndHeldPoints(problem), layers);
  return makeSolid(problem.design.designRegion, pointsWithin(mesh, marked, nodes), most);
}

KeptSolid keepNeighbourhoodSolid(MeshfreeProblem& problem, double most)
{
  const Mesh& mesh = problem.structure.mesh;
  const std::vector<double>& nodes = problem.nodes();
  checkMesh(mesh);
  if (!std::all_of(nodes.begin(), nodes.end(), [](double x) { return std::isfinite(x); }))
  {
    return {}; // the validation reports the error
  }
  const Neighbourhood around(mesh, loadedAndHeldPoints(problem));
  if (around.share() > most)
  {
    return { 0, around.share(), true };
  }
  std::vector<std::uint8_t> marked = around.places(nodes);
  // If cells are larger than the distance, the nodes of one cell are made solid.
  const std::vector<std::uint8_t> least = pointsWithin(mesh, around.leastElements(), nodes);
  std::transform(marked.begin(), marked.end(), least.begin(), marked.begin(),
    [](std::uint8_t a, std::uint8_t b) { return a | b; });
  return makeSolidWithin(problem.design.designRegion, marked, volumesOfNodes(problem), most,
    problem.design.settings.volumeFraction);
}
}
