#include "Analysis/Geometry/FaceMeasures.h"

#include "Element/FaceQuadrature.h"

#include <cmath>

namespace trabecula
{
std::vector<FaceMeasures> measureFaces(const std::vector<double>& points,
  const std::vector<std::int32_t>& faces, int nodes, const std::vector<std::int32_t>& groups,
  std::size_t count)
{
  std::vector<FaceMeasures> measures(count);
  const auto perFace = static_cast<std::size_t>(nodes);
  for (std::size_t f = 0; f < groups.size(); ++f)
  {
    FaceMeasures& group = measures[static_cast<std::size_t>(groups[f])];
    for (const FacePoint& point : facePoints(nodes))
    {
      std::array<double, 3> x = {};
      std::array<double, 3> a = {};
      std::array<double, 3> b = {};
      for (std::size_t i = 0; i < perFace; ++i)
      {
        const double* const place = &points[3 * static_cast<std::size_t>(faces[perFace * f + i])];
        for (std::size_t k = 0; k < 3; ++k)
        {
          x[k] += point.shape.values[i] * place[k];
          a[k] += point.shape.derivatives[i][0] * place[k];
          b[k] += point.shape.derivatives[i][1] * place[k];
        }
      }
      const double area = point.weight *
        std::hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
      group.area += area;
      for (std::size_t k = 0; k < 3; ++k)
      {
        group.centre[k] += area * x[k];
      }
    }
  }
  for (FaceMeasures& group : measures)
  {
    for (double& x : group.centre)
    {
      x = group.area > 0.0 ? x / group.area : 0.0;
    }
  }
  return measures;
}
}
