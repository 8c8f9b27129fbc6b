#ifndef TRABECULA_GEOMETRY_DECIMATION_PLANEQUADRIC_H
#define TRABECULA_GEOMETRY_DECIMATION_PLANEQUADRIC_H

#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace trabecula
{
/// The sum over planes of area times squared distance, as a polynomial of a position.
struct PlaneQuadric
{
  std::array<double, 10> c = {}; ///< xx, xy, xz, yy, yz, zz, x, y, z, 1
  double area = 0.0;

  void add(const PlaneQuadric& other)
  {
    for (std::size_t i = 0; i < this->c.size(); ++i)
    {
      this->c[i] += other.c[i];
    }
    this->area += other.area;
  }
  void addPlane(const Position& n, double d, double weight)
  {
    const std::array<double, 10> plane = { n[0] * n[0], 2 * n[0] * n[1], 2 * n[0] * n[2],
      n[1] * n[1], 2 * n[1] * n[2], n[2] * n[2], 2 * d * n[0], 2 * d * n[1], 2 * d * n[2], d * d };
    for (std::size_t i = 0; i < this->c.size(); ++i)
    {
      this->c[i] += weight * plane[i];
    }
    this->area += weight;
  }
  /// The mean of the squared distances of a position from the planes.
  double at(const Position& x) const
  {
    const double sum = this->c[0] * x[0] * x[0] + this->c[1] * x[0] * x[1] +
      this->c[2] * x[0] * x[2] + this->c[3] * x[1] * x[1] + this->c[4] * x[1] * x[2] +
      this->c[5] * x[2] * x[2] + this->c[6] * x[0] + this->c[7] * x[1] + this->c[8] * x[2] +
      this->c[9];
    return this->area > 0.0 ? std::max(sum / this->area, 0.0) : 0.0;
  }
};
}

#endif
