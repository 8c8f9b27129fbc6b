#include "Analysis/Loads/SurfaceLoadsReference.h"

#include <cmath>
#include <utility>

namespace trabecula::reference
{
namespace
{
/// Points and weights of the Gauss rule on [-1, 1].
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

/// Values and derivatives in both natural coordinates of the shape functions of faces.
struct Shape
{
  std::vector<double> n;
  std::vector<double> dxi;
  std::vector<double> deta;
};

/// Shape functions of a triangle from barycentric coordinates and their products.
Shape triangleShape(int nodes, double xi, double eta)
{
  const double L[] = { 1.0 - xi - eta, xi, eta };
  const double dxi[] = { -1.0, 1.0, 0.0 };
  const double deta[] = { -1.0, 0.0, 1.0 };
  Shape shape;
  for (std::size_t a = 0; a < 3; ++a)
  {
    const double c = nodes == 6 ? 4.0 * L[a] - 1.0 : 1.0;
    shape.n.push_back(nodes == 6 ? L[a] * (2.0 * L[a] - 1.0) : L[a]);
    shape.dxi.push_back(c * dxi[a]);
    shape.deta.push_back(c * deta[a]);
  }
  for (std::size_t a = 0; nodes == 6 && a < 3; ++a)
  {
    const std::size_t b = (a + 1) % 3;
    shape.n.push_back(4.0 * L[a] * L[b]);
    shape.dxi.push_back(4.0 * (dxi[a] * L[b] + L[a] * dxi[b]));
    shape.deta.push_back(4.0 * (deta[a] * L[b] + L[a] * deta[b]));
  }
  return shape;
}

/// Bilinear shape functions; with mid-edge nodes, minus half of those of the two adjacent mid-edge
/// nodes (Bathe, section 5.3).
Shape quadShape(int nodes, double xi, double eta)
{
  constexpr double Xi[] = { -1.0, 1.0, 1.0, -1.0 };
  constexpr double Eta[] = { -1.0, -1.0, 1.0, 1.0 };
  Shape shape;
  for (std::size_t a = 0; a < 4; ++a)
  {
    shape.n.push_back(0.25 * (1.0 + Xi[a] * xi) * (1.0 + Eta[a] * eta));
    shape.dxi.push_back(0.25 * Xi[a] * (1.0 + Eta[a] * eta));
    shape.deta.push_back(0.25 * Eta[a] * (1.0 + Xi[a] * xi));
  }
  if (nodes == 4)
  {
    return shape;
  }
  shape.n.insert(shape.n.end(),
    { 0.5 * (1.0 - xi * xi) * (1.0 - eta), 0.5 * (1.0 + xi) * (1.0 - eta * eta),
      0.5 * (1.0 - xi * xi) * (1.0 + eta), 0.5 * (1.0 - xi) * (1.0 - eta * eta) });
  shape.dxi.insert(shape.dxi.end(),
    { -xi * (1.0 - eta), 0.5 * (1.0 - eta * eta), -xi * (1.0 + eta), -0.5 * (1.0 - eta * eta) });
  shape.deta.insert(shape.deta.end(),
    { -0.5 * (1.0 - xi * xi), -(1.0 + xi) * eta, 0.5 * (1.0 - xi * xi), -(1.0 - xi) * eta });
  for (std::size_t a = 0; a < 4; ++a)
  {
    for (std::vector<double>* f : { &shape.n, &shape.dxi, &shape.deta })
    {
      (*f)[a] -= 0.5 * ((*f)[4 + a] + (*f)[4 + (a + 3) % 4]);
    }
  }
  return shape;
}

/// Calls visit(face, shape functions, position, unit normal, weight) for each quadrature point; on
/// triangles these are the Gauss points of a square with a side collapsed into a corner.
void forGaussPoints(const FaceSurface& surface, int gaussPoints,
  const std::function<void(
    std::size_t, const std::vector<double>&, const Vector3&, const Vector3&, double)>& visit)
{
  const auto rule = gaussRule(gaussPoints);
  for (std::size_t f = 0; f < surface.numberOfFaces(); ++f)
  {
    const int nodes = surface.nodesOf(f);
    const bool isTriangle = nodes % 3 == 0;
    for (const auto& u : rule)
    {
      for (const auto& v : rule)
      {
        const double s = 0.5 * (1.0 + u.first);
        const double t = 0.5 * (1.0 + v.first) * (1.0 - s);
        const Shape shape =
          isTriangle ? triangleShape(nodes, s, t) : quadShape(nodes, u.first, v.first);
        const double weight = u.second * v.second * (isTriangle ? 0.25 * (1.0 - s) : 1.0);
        Vector3 x = {};
        Vector3 dxi = {};
        Vector3 deta = {};
        for (std::size_t a = 0; a < shape.n.size(); ++a)
        {
          const double* node = &surface.points[3 * std::size_t(surface.face(f)[a])];
          for (std::size_t c = 0; c < 3; ++c)
          {
            x[c] += shape.n[a] * node[c];
            dxi[c] += shape.dxi[a] * node[c];
            deta[c] += shape.deta[a] * node[c];
          }
        }
        Vector3 normal = cross(dxi, deta);
        const double length = std::hypot(normal[0], normal[1], normal[2]);
        normal = { normal[0] / length, normal[1] / length, normal[2] / length };
        visit(f, shape.n, x, normal, length * weight);
      }
    }
  }
}
}

std::vector<double> consistentForces(const FaceSurface& surface,
  const std::function<Vector3(const Vector3& position, const Vector3& normal)>& traction,
  int gaussPoints)
{
  std::vector<double> forces(surface.points.size(), 0.0);
  forGaussPoints(surface, gaussPoints,
    [&](std::size_t face, const std::vector<double>& shape, const Vector3& x, const Vector3& normal,
      double area)
    {
      const Vector3 t = traction(x, normal);
      for (std::size_t a = 0; a < shape.size(); ++a)
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          forces[3 * std::size_t(surface.face(face)[a]) + c] += shape[a] * t[c] * area;
        }
      }
    });
  return forces;
}

SurfaceInertia inertiaOf(const FaceSurface& surface, int gaussPoints)
{
  SurfaceInertia result;
  forGaussPoints(surface, gaussPoints,
    [&](std::size_t, const std::vector<double>&, const Vector3& x, const Vector3&, double area)
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
    [&](std::size_t, const std::vector<double>&, const Vector3& x, const Vector3&, double area)
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
