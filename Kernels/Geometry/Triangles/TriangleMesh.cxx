#include "Geometry/Triangles/TriangleMesh.h"

#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
namespace
{
/// The sum over triangles of value(a, b, c), in an order that does not depend on the number of
/// threads.
template <class Value>
double sumOverTriangles(const TriangleMesh& mesh, const Value& value)
{
  constexpr std::int64_t chunk = 4096;
  const auto count = static_cast<std::int64_t>(mesh.numberOfTriangles());
  std::vector<double> partial(static_cast<std::size_t>((count + chunk - 1) / chunk), 0.0);
#pragma omp parallel for schedule(static)
  for (std::int64_t c = 0; c < static_cast<std::int64_t>(partial.size()); ++c)
  {
    double sum = 0.0;
    for (std::int64_t t = c * chunk; t < std::min(count, (c + 1) * chunk); ++t)
    {
      const std::int32_t* corners = &mesh.triangles[3 * t];
      sum += value(mesh.point(corners[0]), mesh.point(corners[1]), mesh.point(corners[2]));
    }
    partial[c] = sum;
  }
  double sum = 0.0;
  for (const double part : partial)
  {
    sum += part;
  }
  return sum;
}
}

double enclosedVolume(const TriangleMesh& mesh)
{
  if (mesh.points.empty())
  {
    return 0.0;
  }
  // Coordinates relative to a point avoid cancellation far from the origin.
  const Position centre = mesh.point(0);
  return sumOverTriangles(mesh,
           [&](const Position& a, const Position& b, const Position& c) {
             return dotProduct(minus(a, centre), crossProduct(minus(b, centre), minus(c, centre)));
           }) /
    6.0;
}

double surfaceArea(const TriangleMesh& mesh)
{
  return 0.5 *
    sumOverTriangles(mesh,
      [](const Position& a, const Position& b, const Position& c)
      { return lengthOf(crossProduct(minus(b, a), minus(c, a))); });
}

SurfaceTopology findTopology(const TriangleMesh& mesh)
{
  const PointTriangles around = findPointTriangles(mesh);
  const auto points = static_cast<std::int64_t>(mesh.numberOfPoints());
  std::int64_t used = 0;
  std::int64_t edges = 0;
  std::int64_t open = 0;
  std::int64_t crowded = 0;
  std::int64_t misoriented = 0;
  std::int64_t pinched = 0;
#pragma omp parallel reduction(+ : used, edges, open, crowded, misoriented, pinched)
  {
    // For each triangle at a point, its next and its previous corner.
    std::vector<std::pair<std::int32_t, std::int32_t>> links;
    std::vector<std::int32_t> ends;
#pragma omp for schedule(static)
    for (std::int64_t p = 0; p < points; ++p)
    {
      links.clear();
      ends.clear();
      for (std::int64_t i = around.starts[p]; i < around.starts[p + 1]; ++i)
      {
        const std::int32_t* corners = &mesh.triangles[3 * std::int64_t(around.triangles[i])];
        const int k = corners[0] == p ? 0 : corners[1] == p ? 1 : 2;
        links.emplace_back(corners[(k + 1) % 3], corners[(k + 2) % 3]);
        ends.push_back(corners[(k + 1) % 3]);
        ends.push_back(corners[(k + 2) % 3]);
      }
      used += links.empty() ? 0 : 1;
      std::sort(ends.begin(), ends.end());
      bool isRegular = true;
      for (std::size_t i = 0; i < ends.size();)
      {
        const auto next = std::upper_bound(ends.begin() + i, ends.end(), ends[i]) - ends.begin();
        const std::int64_t count = next - static_cast<std::int64_t>(i);
        isRegular = isRegular && count == 2;
        if (ends[i] > p)
        {
          const std::int32_t end = ends[i];
          const auto leaving = std::count_if(
            links.begin(), links.end(), [&](const auto& link) { return link.first == end; });
          ++edges;
          open += count == 1 ? 1 : 0;
          crowded += count > 2 ? 1 : 0;
          misoriented += count == 2 && leaving != 1 ? 1 : 0;
        }
        i = static_cast<std::size_t>(next);
      }
      if (isRegular && !links.empty())
      {
        // All edges have two triangles, which are one fan if the cycle contains all of them.
        std::size_t reached = 1;
        std::size_t at = 0;
        std::int32_t end = links[0].second;
        while (end != links[0].first && reached <= links.size())
        {
          for (std::size_t i = 0; i < links.size(); ++i)
          {
            if (i != at && (links[i].first == end || links[i].second == end))
            {
              end = links[i].first == end ? links[i].second : links[i].first;
              at = i;
              break;
            }
          }
          ++reached;
        }
        pinched += reached != links.size() ? 1 : 0;
      }
    }
  }
  SurfaceTopology topology;
  topology.boundaryEdges = open;
  topology.nonManifoldEdges = crowded;
  topology.misorientedEdges = misoriented;
  topology.nonManifoldPoints = pinched;
  topology.eulerCharacteristic = used - edges + static_cast<std::int64_t>(mesh.numberOfTriangles());
  return topology;
}
}
