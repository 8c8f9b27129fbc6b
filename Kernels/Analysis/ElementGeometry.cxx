#include "Analysis/ElementGeometry.h"

#include "Element/Elements.h"

#include <algorithm>
#include <limits>

namespace trabecula
{
namespace
{
template <class Element>
ElementSize sizeOf(const Mesh& mesh, std::size_t element)
{
  double x[3 * Element::Nodes];
  const std::int32_t* nodes = mesh.element(element);
  ElementSize size;
  for (int c = 0; c < 3; ++c)
  {
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (int a = 0; a < Element::Nodes; ++a)
    {
      const double value = mesh.points[3 * std::size_t(nodes[a]) + std::size_t(c)];
      x[Element::Nodes * c + a] = value;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    size.extent = std::max(size.extent, high - low);
  }
  size.smallestDeterminant = Element::smallestDeterminant(x, size.volume);
  return size;
}
}

ElementSize elementSize(const Mesh& mesh, std::size_t element)
{
  return withElement(
    mesh.type(element), [&](auto traits) { return sizeOf<decltype(traits)>(mesh, element); });
}

std::vector<double> elementVolumes(const Mesh& mesh)
{
  std::vector<double> volumes(mesh.numberOfElements());
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < volumes.size(); ++e)
  {
    volumes[e] = elementSize(mesh, e).volume;
  }
  return volumes;
}

std::vector<double> solidVolumes(const Mesh& mesh, const std::vector<double>& solidFractions)
{
  std::vector<double> volumes = elementVolumes(mesh);
  for (std::size_t e = 0; e < std::min(volumes.size(), solidFractions.size()); ++e)
  {
    volumes[e] *= solidFractions[e];
  }
  return volumes;
}

std::array<double, 3> elementCentroid(const Mesh& mesh, std::size_t element)
{
  const auto count = static_cast<std::size_t>(mesh.shape(element).corners);
  const std::int32_t* nodes = mesh.element(element);
  std::array<double, 3> centroid{};
  for (std::size_t c = 0; c < 3; ++c)
  {
    for (std::size_t a = 0; a < count; ++a)
    {
      centroid[c] += mesh.points[3 * std::size_t(nodes[a]) + c];
    }
    centroid[c] /= static_cast<double>(count);
  }
  return centroid;
}
}
