#include "Geometry/Triangles/WindingNumberReference.h"

#include <Eigen/Dense>

#include <cmath>

namespace trabecula::reference
{
double windingNumber(const TriangleMesh& surface, const std::array<double, 3>& point)
{
  constexpr double pi = 3.14159265358979323846;
  const Eigen::Map<const Eigen::Vector3d> origin(point.data());
  double angle = 0.0;
  for (std::size_t t = 0; t < surface.numberOfTriangles(); ++t)
  {
    std::array<Eigen::Vector3d, 3> r;
    for (std::size_t i = 0; i < 3; ++i)
    {
      const std::array<double, 3> corner = surface.point(surface.triangles[3 * t + i]);
      r[i] = Eigen::Map<const Eigen::Vector3d>(corner.data()) - origin;
    }
    const double product = r[0].dot(r[1].cross(r[2]));
    const double denominator = r[0].norm() * r[1].norm() * r[2].norm() +
      r[0].dot(r[1]) * r[2].norm() + r[0].dot(r[2]) * r[1].norm() + r[1].dot(r[2]) * r[0].norm();
    angle += 2.0 * std::atan2(product, denominator);
  }
  return angle / (4.0 * pi);
}
}
