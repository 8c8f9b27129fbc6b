#include "Support/FaceTractions.h"

#include <algorithm>
#include <cmath>

namespace trabecula::testing
{
namespace
{
using Vector3 = std::array<double, 3>;

/// A shape function of a face and its derivatives.
struct Shape
{
  double value;
  double dr;
  double ds;
};

/// Returns the shape functions of triangles with 3 or 6 nodes; r and s are from 0 to 1.
std::vector<Shape> triangleShapes(std::size_t nodes, double r, double s)
{
  const std::array<Shape, 3> l = { { { 1 - r - s, -1, -1 }, { r, 1, 0 }, { s, 0, 1 } } };
  std::vector<Shape> shapes(l.begin(), l.end());
  if (nodes == 6)
  {
    for (Shape& n : shapes)
    {
      const double slope = 4.0 * n.value - 1.0;
      n = { n.value * (2.0 * n.value - 1.0), slope * n.dr, slope * n.ds };
    }
    for (std::size_t e = 0; e < 3; ++e)
    {
      const Shape& a = l[e];
      const Shape& b = l[(e + 1) % 3];
      shapes.push_back({ 4.0 * a.value * b.value, 4.0 * (a.dr * b.value + a.value * b.dr),
        4.0 * (a.ds * b.value + a.value * b.ds) });
    }
  }
  return shapes;
}

/// Returns the shape functions of quadrilaterals with 4 or 8 nodes; r and s are from -1 to 1.
std::vector<Shape> quadShapes(std::size_t nodes, double r, double s)
{
  constexpr double corners[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
  std::vector<Shape> shapes;
  for (const auto& [a, b] : corners)
  {
    const double f = 1.0 + a * r;
    const double g = 1.0 + b * s;
    const double h = a * r + b * s - 1.0;
    shapes.push_back(nodes == 4
        ? Shape{ f * g / 4.0, a * g / 4.0, b * f / 4.0 }
        : Shape{ f * g * h / 4.0, a * g * (h + f) / 4.0, b * f * (h + g) / 4.0 });
  }
  if (nodes == 8)
  {
    const double p = 1.0 - r * r;
    const double q = 1.0 - s * s;
    shapes.push_back({ p * (1.0 - s) / 2.0, -r * (1.0 - s), -p / 2.0 });
    shapes.push_back({ q * (1.0 + r) / 2.0, q / 2.0, -s * (1.0 + r) });
    shapes.push_back({ p * (1.0 + s) / 2.0, -r * (1.0 + s), p / 2.0 });
    shapes.push_back({ q * (1.0 - r) / 2.0, -q / 2.0, -s * (1.0 - r) });
  }
  return shapes;
}

struct FacePoint
{
  std::vector<Shape> shapes;
  double weight;
};

/// Returns 5 x 5 Gauss points; those of the square are mapped to the triangle.
std::vector<FacePoint> facePoints(std::size_t nodes)
{
  constexpr std::array<double, 5> x = { -0.90617984593866399280, -0.53846931010568309104, 0.0,
    0.53846931010568309104, 0.90617984593866399280 };
  constexpr std::array<double, 5> w = { 0.23692688505618908751, 0.47862867049936646804,
    0.56888888888888888889, 0.47862867049936646804, 0.23692688505618908751 };
  const bool isTriangle = nodes == 3 || nodes == 6;
  std::vector<FacePoint> points;
  for (std::size_t i = 0; i < 5; ++i)
  {
    for (std::size_t j = 0; j < 5; ++j)
    {
      const double r = 0.5 * (1.0 + x[i]);
      const double s = 0.5 * (1.0 + x[j]) * (1.0 - r);
      points.push_back(isTriangle
          ? FacePoint{ triangleShapes(nodes, r, s), w[i] * w[j] / 4.0 * (1.0 - r) }
          : FacePoint{ quadShapes(nodes, x[i], x[j]), w[i] * w[j] });
    }
  }
  return points;
}

void addFace(const Mesh& mesh, const std::vector<std::size_t>& nodes, const Traction& traction,
  std::vector<double>& forces)
{
  for (const FacePoint& point : facePoints(nodes.size()))
  {
    Vector3 place = {};
    Vector3 r = {};
    Vector3 s = {};
    for (std::size_t a = 0; a < nodes.size(); ++a)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        const double x = mesh.points[3 * nodes[a] + c];
        place[c] += point.shapes[a].value * x;
        r[c] += point.shapes[a].dr * x;
        s[c] += point.shapes[a].ds * x;
      }
    }
    Vector3 normal = { r[1] * s[2] - r[2] * s[1], r[2] * s[0] - r[0] * s[2],
      r[0] * s[1] - r[1] * s[0] };
    const double area =
      std::sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (double& component : normal)
    {
      component /= area;
    }
    const Vector3 t = traction(place, normal);
    for (std::size_t i = 0; i < 3 * nodes.size(); ++i)
    {
      forces[3 * nodes[i / 3] + i % 3] +=
        point.weight * area * point.shapes[i / 3].value * t[i % 3];
    }
  }
}
}

std::vector<double> consistentForces(const Mesh& mesh,
  const std::function<bool(const std::array<double, 3>&)>& condition, const Traction& traction)
{
  std::vector<double> forces(mesh.points.size(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const CellShape& shape = mesh.shape(e);
    for (std::size_t face = 0; face < std::size_t(shape.faces); ++face)
    {
      std::vector<std::size_t> nodes;
      for (int a = 0; a < shape.nodesOfFace[face]; ++a)
      {
        nodes.push_back(
          static_cast<std::size_t>(mesh.element(e)[shape.faceNodes[face][std::size_t(a)]]));
      }
      const auto isOn = [&](std::size_t node)
      {
        const double* x = &mesh.points[3 * node];
        return condition({ x[0], x[1], x[2] });
      };
      if (std::all_of(nodes.begin(), nodes.end(), isOn))
      {
        addFace(mesh, nodes, traction, forces);
      }
    }
  }
  return forces;
}

std::vector<double> consistentForces(const Mesh& mesh,
  const std::function<bool(const std::array<double, 3>&)>& condition,
  const std::array<double, 3>& traction)
{
  return consistentForces(
    mesh, condition, [&](const Vector3&, const Vector3&) { return traction; });
}
}
