#include "Geometry/Level/Walls/PartField.h"

#include "Geometry/Level/LevelTetrahedra.h"
#include "Mesh/NodeElements.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
constexpr int ContinuedLayers = 2;
/// Vertices at most this far from the part's surface, in diagonals of an element, are on it.
constexpr double OnSurface = 1e-7;

double diagonalOf(const LevelField& field, std::int64_t element)
{
  Position low;
  Position high;
  low.fill(std::numeric_limits<double>::infinity());
  high.fill(-std::numeric_limits<double>::infinity());
  const auto e = static_cast<std::size_t>(element);
  for (std::size_t a = 0; a < field.mesh.nodesOf(e); ++a)
  {
    const Position x = field.position(field.mesh.element(e)[a]);
    for (std::size_t c = 0; c < 3; ++c)
    {
      low[c] = std::min(low[c], x[c]);
      high[c] = std::max(high[c], x[c]);
    }
  }
  return lengthOf(minus(high, low));
}
}

std::vector<double> continuedDensity(const Mesh& mesh, const std::vector<double>& density,
  const std::vector<DesignRegion>& regions, const PartShares& shares)
{
  const std::size_t elements = density.size();
  const NodeElements around = findNodeElements(mesh);
  std::vector<double> result(elements, 0.0);
  std::vector<std::uint8_t> isKnown(elements, 0);
  const auto isVoid = [&](std::size_t e)
  { return !regions.empty() && regions[e] == DesignRegion::Void; };
  for (std::size_t e = 0; e < elements; ++e)
  {
    const bool isLeftOut = !shares.isLeftOut.empty() && shares.isLeftOut[e];
    if (shares.fractions[e] > 0.0 && !isLeftOut && !isVoid(e))
    {
      result[e] = density[e] / shares.fractions[e];
      isKnown[e] = 1;
    }
  }
  for (int layer = 0; layer < ContinuedLayers; ++layer)
  {
    const std::vector<std::uint8_t> wasKnown = isKnown;
    for (std::size_t e = 0; e < elements; ++e)
    {
      if (wasKnown[e] || isVoid(e))
      {
        continue;
      }
      double sum = 0.0;
      double count = 0.0;
      double least = std::numeric_limits<double>::infinity();
      double largest = -least;
      for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
      {
        const std::int32_t node = mesh.element(e)[a];
        for (std::int64_t i = around.starts[node]; i < around.starts[node + 1]; ++i)
        {
          const auto other = static_cast<std::size_t>(around.elements[i]);
          if (wasKnown[other])
          {
            sum += result[other];
            count += 1.0;
            least = std::min(least, result[other]);
            largest = std::max(largest, result[other]);
          }
        }
      }
      if (count > 0.0)
      {
        result[e] = std::clamp(sum / count, least, largest);
        isKnown[e] = 1;
      }
    }
  }
  return result;
}

std::vector<double> distancesFromPart(
  const LevelField& field, const PartShape& part, const PartShares& shares)
{
  const auto elements = static_cast<std::int64_t>(field.mesh.numberOfElements());
  const std::size_t vertices = field.numberOfVertices();
  std::vector<double> least(vertices, std::numeric_limits<double>::infinity());
  std::vector<double> largest(vertices, -std::numeric_limits<double>::infinity());
  std::vector<double> diagonals(vertices, 0.0);
  for (std::int64_t e = 0; e < elements; ++e)
  {
    const double fraction = shares.fractions[static_cast<std::size_t>(e)];
    const double diagonal = diagonalOf(field, e);
    for (const std::int32_t vertex : verticesOf(field, e))
    {
      const auto v = static_cast<std::size_t>(vertex);
      least[v] = std::min(least[v], fraction);
      largest[v] = std::max(largest[v], fraction);
      diagonals[v] = std::max(diagonals[v], diagonal);
    }
  }
  std::vector<double> distances(vertices);
#pragma omp parallel
  {
    std::int32_t nearest = 0; // consecutive vertices are close to each other
#pragma omp for schedule(static)
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(vertices); ++i)
    {
      const auto v = static_cast<std::size_t>(i);
      const double diagonal = diagonals[v];
      if (least[v] >= 1.0 || largest[v] <= 0.0)
      {
        distances[v] = least[v] >= 1.0 ? diagonal : -diagonal;
        continue;
      }
      const double distance =
        part.signedDistance(field.position(static_cast<std::int32_t>(v)), nearest);
      distances[v] = std::abs(distance) <= OnSurface * diagonal ? 0.0 : distance;
    }
  }
  return distances;
}
}
