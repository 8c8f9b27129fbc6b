#include "Mesh/Distribution/MeshDistribution.h"

#include "Core/Error.h"
#include "Mesh/Cloud/PointTree.h"
#include "Mesh/Distribution/Bisection.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
std::array<double, 3> centroidOf(const Mesh& mesh, std::size_t element)
{
  std::array<double, 3> centre = {};
  const std::size_t nodes = mesh.nodesOf(element);
  for (std::size_t a = 0; a < nodes; ++a)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      centre[c] += mesh.points[3 * static_cast<std::size_t>(mesh.element(element)[a]) + c] /
        static_cast<double>(nodes);
    }
  }
  return centre;
}

void requireParts(int parts)
{
  if (parts < 1)
  {
    throw Error("Elements are to be divided among " + std::to_string(parts) +
      " parts. Give one part at least.");
  }
}

void requireParts(const std::vector<std::int32_t>& partOfElement, int parts)
{
  requireParts(parts);
  for (std::size_t e = 0; e < partOfElement.size(); ++e)
  {
    if (partOfElement[e] < 0 || partOfElement[e] >= parts)
    {
      throw Error("Element " + std::to_string(e) + " belongs to part " +
        std::to_string(partOfElement[e]) + ", but there are " + std::to_string(parts) + " parts.");
    }
  }
}

/// The mesh of the nodes and elements of two plans.
Mesh meshOf(const Mesh& whole, const HaloPlan& nodes, const HaloPlan& elements,
  std::vector<std::int32_t>& local)
{
  Mesh mesh;
  mesh.cellType = whole.cellType;
  const std::vector<std::int32_t> points = nodes.all();
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    const auto global = static_cast<std::size_t>(points[i]);
    local[global] = static_cast<std::int32_t>(i);
    for (std::size_t c = 0; c < 3; ++c)
    {
      mesh.points.push_back(whole.points[3 * global + c]);
    }
  }
  for (const std::int32_t number : elements.all())
  {
    const auto e = static_cast<std::size_t>(number);
    std::vector<std::int32_t> corners(whole.element(e), whole.element(e) + whole.nodesOf(e));
    for (std::int32_t& corner : corners)
    {
      corner = local[static_cast<std::size_t>(corner)];
    }
    mesh.append(whole.type(e), corners.data());
  }
  return mesh;
}
}

std::vector<MeshOfPart> distributeMesh(
  const Mesh& mesh, const std::vector<std::int32_t>& partOfElement, int parts)
{
  const std::size_t elements = mesh.numberOfElements();
  if (partOfElement.size() != elements)
  {
    throw Error("The parts of " + std::to_string(partOfElement.size()) +
      " elements are given, but the mesh has " + std::to_string(elements) + ".");
  }
  requireParts(partOfElement, parts);
  // Nodes without elements belong to the first part.
  std::vector<std::int32_t> owner(mesh.numberOfNodes(), parts);
  for (std::size_t e = 0; e < elements; ++e)
  {
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      std::int32_t& of = owner[static_cast<std::size_t>(mesh.element(e)[a])];
      of = std::min(of, partOfElement[e]);
    }
  }
  std::replace(owner.begin(), owner.end(), static_cast<std::int32_t>(parts), 0);
  const auto count = static_cast<std::size_t>(parts);
  std::vector<std::vector<std::int32_t>> ghostElements(count);
  for (std::size_t e = 0; e < elements; ++e)
  {
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      const std::int32_t part = owner[static_cast<std::size_t>(mesh.element(e)[a])];
      std::vector<std::int32_t>& ghosts = ghostElements[static_cast<std::size_t>(part)];
      const auto number = static_cast<std::int32_t>(e);
      if (part != partOfElement[e] && (ghosts.empty() || ghosts.back() != number))
      {
        ghosts.push_back(number);
      }
    }
  }
  const std::vector<HaloPlan> elementPlans = planHalos(partOfElement, std::move(ghostElements));
  std::vector<std::vector<std::int32_t>> ghostNodes(count);
  for (std::size_t part = 0; part < count; ++part)
  {
    std::vector<std::int32_t>& ghosts = ghostNodes[part];
    for (const std::int32_t e : elementPlans[part].all())
    {
      const auto element = static_cast<std::size_t>(e);
      std::copy_if(mesh.element(element), mesh.element(element) + mesh.nodesOf(element),
        std::back_inserter(ghosts),
        [&](std::int32_t node)
        { return owner[static_cast<std::size_t>(node)] != static_cast<std::int32_t>(part); });
    }
    std::sort(ghosts.begin(), ghosts.end());
    ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  }
  const std::vector<HaloPlan> nodePlans = planHalos(owner, std::move(ghostNodes));
  std::vector<std::int32_t> local(mesh.numberOfNodes(), -1);
  std::vector<MeshOfPart> result;
  for (std::size_t part = 0; part < count; ++part)
  {
    result.push_back({ meshOf(mesh, nodePlans[part], elementPlans[part], local), nodePlans[part],
      elementPlans[part] });
  }
  return result;
}

std::vector<std::int32_t> bisectElements(const Mesh& mesh, int parts)
{
  requireParts(parts);
  std::vector<std::array<double, 3>> centroids;
  std::vector<double> costs;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    centroids.push_back(centroidOf(mesh, e));
    if (mesh.isMixed())
    {
      costs.push_back(static_cast<double>(mesh.nodesOf(e)));
    }
  }
  return bisectPoints(centroids, costs, parts);
}

std::vector<HaloPlan> planFilterHalos(const std::vector<double>& centroids,
  const std::vector<std::int32_t>& partOfElement, int parts, double radius)
{
  requireParts(partOfElement, parts);
  if (centroids.size() != 3 * partOfElement.size())
  {
    throw Error("The parts of " + std::to_string(partOfElement.size()) +
      " elements are given, but " + std::to_string(centroids.size()) +
      " coordinates of centroids. Give three for each element.");
  }
  std::vector<std::vector<std::int32_t>> ghosts(static_cast<std::size_t>(parts));
  std::vector<PointTree::Point> points;
  for (std::size_t e = 0; e < partOfElement.size(); ++e)
  {
    points.push_back({ { centroids[3 * e], centroids[3 * e + 1], centroids[3 * e + 2] },
      static_cast<std::int32_t>(e) });
  }
  const PointTree tree(points);
  for (std::size_t e = 0; e < partOfElement.size(); ++e)
  {
    // The element is a ghost of each other part that has a centroid near it. The search box
    // contains the ball of the given radius, so that a few additional ghosts may be found.
    const std::array<double, 3>& x = points[e].x;
    std::vector<std::int32_t> near;
    tree.visit({ x[0] - radius, x[1] - radius, x[2] - radius },
      { x[0] + radius, x[1] + radius, x[2] + radius },
      [&](const PointTree::Point& point)
      { near.push_back(partOfElement[static_cast<std::size_t>(point.number)]); });
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    for (const std::int32_t part : near)
    {
      if (part != partOfElement[e])
      {
        ghosts[static_cast<std::size_t>(part)].push_back(static_cast<std::int32_t>(e));
      }
    }
  }
  return planHalos(partOfElement, std::move(ghosts));
}
}
