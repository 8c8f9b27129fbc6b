#include "Design/Filter/FilterReference.h"

#include "Element/Hex8Reference.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trabecula::reference
{
namespace
{
/// Returns sum_i H_ei v_i.
double weightSum(const std::vector<Neighbour>& neighbours, const std::vector<double>& volumes)
{
  double sum = 0.0;
  for (const Neighbour& neighbour : neighbours)
  {
    sum += neighbour.weight * volumes[neighbour.element];
  }
  return sum;
}
}

std::vector<std::vector<Neighbour>> findNeighbours(const Mesh& mesh, double radius)
{
  const std::size_t size = mesh.numberOfElements();
  std::vector<std::array<double, 3>> centroids(size);
  for (std::size_t e = 0; e < size; ++e)
  {
    centroids[e] = hex8Centroid(hex8Corners(mesh, e));
  }
  std::vector<std::vector<Neighbour>> neighbours(size);
  for (std::size_t e = 0; e < size; ++e)
  {
    for (std::size_t i = 0; i < size; ++i)
    {
      const double distance = std::hypot(centroids[e][0] - centroids[i][0],
        centroids[e][1] - centroids[i][1], centroids[e][2] - centroids[i][2]);
      if (distance <= radius)
      {
        neighbours[e].push_back({ i, radius - distance });
      }
    }
  }
  return neighbours;
}

std::vector<double> elementVolumes(const Mesh& mesh)
{
  std::vector<double> volumes(mesh.numberOfElements());
  for (std::size_t e = 0; e < volumes.size(); ++e)
  {
    volumes[e] = hex8Volume(hex8Corners(mesh, e));
  }
  return volumes;
}

std::vector<double> filterSensitivity(const std::vector<std::vector<Neighbour>>& neighbours,
  const std::vector<double>& volumes, const std::vector<double>& density,
  const std::vector<double>& sensitivity)
{
  std::vector<double> filtered(neighbours.size(), 0.0);
  for (std::size_t e = 0; e < neighbours.size(); ++e)
  {
    for (const auto& [i, weight] : neighbours[e])
    {
      filtered[e] += weight * density[i] * sensitivity[i];
    }
    filtered[e] *= volumes[e] / (std::max(density[e], 1e-3) * weightSum(neighbours[e], volumes));
  }
  return filtered;
}

std::vector<double> filterDensity(const std::vector<std::vector<Neighbour>>& neighbours,
  const std::vector<double>& volumes, const std::vector<double>& density)
{
  std::vector<double> filtered(neighbours.size(), 0.0);
  for (std::size_t e = 0; e < neighbours.size(); ++e)
  {
    for (const auto& [i, weight] : neighbours[e])
    {
      filtered[e] += weight * volumes[i] * density[i];
    }
    filtered[e] /= weightSum(neighbours[e], volumes);
  }
  return filtered;
}

std::vector<double> filterDensityTranspose(const std::vector<std::vector<Neighbour>>& neighbours,
  const std::vector<double>& volumes, const std::vector<double>& gradient)
{
  std::vector<double> filtered(neighbours.size(), 0.0);
  for (std::size_t e = 0; e < neighbours.size(); ++e)
  {
    const double sum = weightSum(neighbours[e], volumes);
    for (const auto& [i, weight] : neighbours[e])
    {
      filtered[i] += weight * volumes[i] * gradient[e] / sum;
    }
  }
  return filtered;
}
}
