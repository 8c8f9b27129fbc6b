#include "Analysis/Loads/SurfaceLoadsReference.h"

#include <cmath>
#include <utility>

namespace trabecula::reference
{
namespace
{
/// Positions and weights on [-1, 1].
std::vector<std::pair<double, double>> gaussRule(int points)
{
  const double third = 1.0 / 3.0;
  switch (points)
  {
    case 1:
      return { { 0.0, 2.0 } };
    case 2:
      return { { -std::sqrt(third), 1.0 }, { std::sqrt(third), 1.0 } };
    case 3:
      return { { -std::sqrt(0.6), 5.0 / 9.0 }, { 0.0, 8.0 / 9.0 }, { std::sqrt(0.6), 5.0 / 9.0 } };
    case 4:
    {
      const double near = std::sqrt(3.0 / 7.0 - 2.0 / 7.0 * std::sqrt(1.2));
      const double far = std::sqrt(3.0 / 7.0 + 2.0 / 7.0 * std::sqrt(1.2));
      const double heavy = (18.0 + std::sqrt(30.0)) / 36.0;
      const double light = (18.0 - std::sqrt(30.0)) / 36.0;
      return { { -far, light }, { -near, heavy }, { near, heavy }, { far, light } };
    }
    default:
    {
      const double near = third * std::sqrt(5.0 - 2.0 * std::sqrt(10.0 / 7.0));
      const double far = third * std::sqrt(5.0 + 2.0 * std::sqrt(10.0 / 7.0));
      const double heavy = (322.0 + 13.0 * std::sqrt(70.0)) / 900.0;
      const double light = (322.0 - 13.0 * std::sqrt(70.0)) / 900.0;
      return { { -far, light }, { -near, heavy }, { 0.0, 128.0 / 225.0 }, { near, heavy },
        { far, light } };
    }
  }
}

Vector3 cross(const Vector3& a, const Vector3& b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

/// visit(face, shape functions, position, unit normal, area of the point)
void forGaussPoints(const QuadSurface& surface, int gaussPoints,
  const std::function<void(
    std::size_t, const std::array<double, 4>&, const Vector3&, const Vector3&, double)>& visit)
{
  constexpr std::array<double, 4> Xi = { -1.0, 1.0, 1.0, -1.0 };
  constexpr std::array<double, 4> Eta = { -1.0, -1.0, 1.0, 1.0 };
  const auto rule = gaussRule(gaussPoints);
  for (std::size_t f = 0; f < surface.numberOfFaces(); ++f)
  {
    for (const auto& u : rule)
    {
      for (const auto& v : rule)
      {
        std::array<double, 4> shape{};
        Vector3 x = {};
        Vector3 dxi = {};
        Vector3 deta = {};
        for (std::size_t a = 0; a < 4; ++a)
        {
          shape[a] = 0.25 * (1.0 + Xi[a] * u.first) * (1.0 + Eta[a] * v.first);
          const double* corner = &surface.points[3 * std::size_t(surface.quads[4 * f + a])];
          for (std::size_t c = 0; c < 3; ++c)
          {
            x[c] += shape[a] * corner[c];
            dxi[c] += 0.25 * Xi[a] * (1.0 + Eta[a] * v.first) * corner[c];
            deta[c] += 0.25 * Eta[a] * (1.0 + Xi[a] * u.first) * corner[c];
          }
        }
        Vector3 normal = cross(dxi, deta);
        const double length = std::hypot(normal[0], normal[1], normal[2]);
        normal = { normal[0] / length, normal[1] / length, normal[2] / length };
        visit(f, shape, x, normal, length * u.second * v.second);
      }
    }
  }
}
}

std::vector<double> consistentForces(const QuadSurface& surface,
  const std::function<Vector3(const Vector3& position, const Vector3& normal)>& traction,
  int gaussPoints)
{
  std::vector<double> forces(surface.points.size(), 0.0);
  forGaussPoints(surface, gaussPoints,
    [&](std::size_t face, const std::array<double, 4>& shape, const Vector3& x,
      const Vector3& normal, double area)
    {
      const Vector3 t = traction(x, normal);
      for (std::size_t a = 0; a < 4; ++a)
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          forces[3 * std::size_t(surface.quads[4 * face + a]) + c] += shape[a] * t[c] * area;
        }
      }
    });
  return forces;
}

SurfaceInertia inertiaOf(const QuadSurface& surface, int gaussPoints)
{
  SurfaceInertia result;
  forGaussPoints(surface, gaussPoints,
    [&](std::size_t, const std::array<double, 4>&, const Vector3& x, const Vector3&, double area)
    {
      result.area += area;
      for (std::size_t c = 0; c < 3; ++c)
      {
        result.centroid[c] += area * x[c];
      }
    });
  for (double& coordinate : result.centroid)
  {
    coordinate /= result.area;
  }
  forGaussPoints(surface, gaussPoints,
    [&](std::size_t, const std::array<double, 4>&, const Vector3& x, const Vector3&, double area)
    {
      const Vector3 r = { x[0] - result.centroid[0], x[1] - result.centroid[1],
        x[2] - result.centroid[2] };
      const double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
      for (std::size_t i = 0; i < 3; ++i)
      {
        for (std::size_t j = 0; j < 3; ++j)
        {
          result.tensor[i][j] += area * ((i == j ? square : 0.0) - r[i] * r[j]);
        }
      }
    });
  return result;
}
}
