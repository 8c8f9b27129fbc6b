#include "RegionPart.h"

#include "vtkDataSet.h"

#include <cstddef>
#include <cstdint>

namespace trabecula::filters
{
RegionPart facesOf(const BodySurface& surface, const RegionEntities& region)
{
  RegionPart part;
  std::vector<std::int32_t> numberOf(surface.points.size(), -1);
  for (const vtkIdType face : region.faces)
  {
    const auto f = static_cast<std::size_t>(face);
    const std::int32_t* nodes = surface.faces.face(f);
    std::vector<std::int32_t> numbers;
    for (int a = 0; a < surface.faces.nodesOf(f); ++a)
    {
      const auto node = static_cast<std::size_t>(nodes[a]);
      if (numberOf[node] < 0)
      {
        numberOf[node] = static_cast<std::int32_t>(part.points.size());
        part.points.push_back(surface.points[node]);
        const double* x = &surface.faces.points[3 * node];
        part.surface.points.insert(part.surface.points.end(), x, x + 3);
      }
      numbers.push_back(numberOf[node]);
    }
    part.surface.append(numbers.data(), static_cast<int>(numbers.size()));
  }
  return part;
}

RegionPart pointsOf(vtkDataSet* data, const RegionEntities& region)
{
  RegionPart part;
  part.points = region.points;
  for (const vtkIdType point : region.points)
  {
    double x[3];
    data->GetPoint(point, x);
    part.surface.points.insert(part.surface.points.end(), x, x + 3);
  }
  return part;
}

RegionPart partOf(vtkDataSet* data, const BodySurface& surface, const RegionEntities& region)
{
  return region.faces.empty() ? pointsOf(data, region) : facesOf(surface, region);
}
}
