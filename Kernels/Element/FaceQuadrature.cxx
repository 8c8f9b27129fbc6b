#include "Element/FaceQuadrature.h"

#include "Core/Error.h"

#include <cmath>
#include <cstddef>
#include <string>

namespace trabecula
{
namespace
{
using Corner = std::array<double, 2>;

FaceShape triangle(double xi, double eta)
{
  FaceShape shape;
  shape.values = { 1.0 - xi - eta, xi, eta };
  shape.derivatives = { { { -1.0, -1.0 }, { 1.0, 0.0 }, { 0.0, 1.0 } } };
  return shape;
}

FaceShape quadraticTriangle(double xi, double eta)
{
  const FaceShape linear = triangle(xi, eta);
  FaceShape shape;
  for (std::size_t a = 0; a < 3; ++a)
  {
    const std::size_t b = (a + 1) % 3;
    const double l = linear.values[a];
    const double m = linear.values[b];
    shape.values[a] = l * (2.0 * l - 1.0);
    shape.values[3 + a] = 4.0 * l * m;
    for (std::size_t k = 0; k < 2; ++k)
    {
      shape.derivatives[a][k] = (4.0 * l - 1.0) * linear.derivatives[a][k];
      shape.derivatives[3 + a][k] =
        4.0 * (l * linear.derivatives[b][k] + m * linear.derivatives[a][k]);
    }
  }
  return shape;
}

constexpr std::array<Corner, 4> QuadCorners = { { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } } };

FaceShape quadrilateral(double xi, double eta)
{
  FaceShape shape;
  for (std::size_t a = 0; a < 4; ++a)
  {
    const double f = 1.0 + QuadCorners[a][0] * xi;
    const double g = 1.0 + QuadCorners[a][1] * eta;
    shape.values[a] = 0.25 * f * g;
    shape.derivatives[a] = { 0.25 * QuadCorners[a][0] * g, 0.25 * QuadCorners[a][1] * f };
  }
  return shape;
}

FaceShape quadraticQuadrilateral(double xi, double eta)
{
  FaceShape shape;
  for (std::size_t a = 0; a < 4; ++a)
  {
    const auto [s, t] = QuadCorners[a];
    const double f = 1.0 + s * xi;
    const double g = 1.0 + t * eta;
    const double h = s * xi + t * eta - 1.0;
    shape.values[a] = 0.25 * f * g * h;
    shape.derivatives[a] = { 0.25 * s * g * (h + f), 0.25 * t * f * (h + g) };
    // The mid-edge node after this corner is at y = t for even a, and at x = s for odd a.
    const bool alongX = a % 2 == 0;
    const double along = alongX ? xi : eta;
    const double sign = alongX ? t : s;
    const double across = 1.0 + sign * (alongX ? eta : xi);
    const double bubble = 0.5 * (1.0 - along * along);
    shape.values[4 + a] = bubble * across;
    shape.derivatives[4 + a][alongX ? 0 : 1] = -along * across;
    shape.derivatives[4 + a][alongX ? 1 : 0] = bubble * sign;
  }
  return shape;
}

std::vector<FacePoint> onTriangle(int nodes)
{
  std::vector<FacePoint> points;
  // The rules of Strang and Fix are exact to degree 2 with 3 points, to degree 4 with 6.
  const auto add = [&](double a, double weight)
  {
    for (const Corner& p : { Corner{ a, a }, { 1.0 - 2.0 * a, a }, { a, 1.0 - 2.0 * a } })
    {
      points.push_back({ faceShape(nodes, p[0], p[1]), weight });
    }
  };
  if (nodes == 3)
  {
    add(1.0 / 6.0, 1.0 / 6.0);
  }
  else
  {
    add(0.44594849091596488632, 0.5 * 0.22338158967801146570);
    add(0.09157621350977074346, 0.5 * 0.10995174365532186764);
  }
  return points;
}

std::vector<FacePoint> onQuadrilateral(int nodes)
{
  const double far = nodes == 4 ? std::sqrt(1.0 / 3.0) : std::sqrt(0.6);
  const std::vector<Corner> rule = nodes == 4
    ? std::vector<Corner>{ { -far, 1.0 }, { far, 1.0 } }
    : std::vector<Corner>{ { -far, 5.0 / 9.0 }, { 0.0, 8.0 / 9.0 }, { far, 5.0 / 9.0 } };
  std::vector<FacePoint> points;
  for (const Corner& u : rule)
  {
    for (const Corner& v : rule)
    {
      points.push_back({ faceShape(nodes, u[0], v[0]), u[1] * v[1] });
    }
  }
  return points;
}

/// Points and weights on [-1, 1] (Abramowitz and Stegun, table 25.4).
std::array<Corner, 5> fiveGaussPoints()
{
  const double near = std::sqrt(5.0 - 2.0 * std::sqrt(10.0 / 7.0)) / 3.0;
  const double far = std::sqrt(5.0 + 2.0 * std::sqrt(10.0 / 7.0)) / 3.0;
  const double ofNear = (322.0 + 13.0 * std::sqrt(70.0)) / 900.0;
  const double ofFar = (322.0 - 13.0 * std::sqrt(70.0)) / 900.0;
  return { { { -far, ofFar }, { -near, ofNear }, { 0.0, 128.0 / 225.0 }, { near, ofNear },
    { far, ofFar } } };
}

std::vector<FacePoint> fiveByFive(int nodes)
{
  const bool isTriangle = nodes == 3 || nodes == 6;
  std::vector<FacePoint> points;
  for (const Corner& u : fiveGaussPoints())
  {
    for (const Corner& v : fiveGaussPoints())
    {
      if (isTriangle)
      {
        const double xi = 0.5 * (u[0] + 1.0);
        const double eta = 0.5 * (v[0] + 1.0) * (1.0 - xi);
        points.push_back({ faceShape(nodes, xi, eta), 0.25 * u[1] * v[1] * (1.0 - xi) });
      }
      else
      {
        points.push_back({ faceShape(nodes, u[0], v[0]), u[1] * v[1] });
      }
    }
  }
  return points;
}

/// A rule for each number of nodes that a face may have.
struct FaceRules
{
  std::vector<FacePoint> linearTriangle;
  std::vector<FacePoint> quadraticTriangle;
  std::vector<FacePoint> linearQuad;
  std::vector<FacePoint> quadraticQuad;

  const std::vector<FacePoint>& of(int nodes) const
  {
    switch (nodes)
    {
      case 3:
        return this->linearTriangle;
      case 4:
        return this->linearQuad;
      case 6:
        return this->quadraticTriangle;
      case 8:
        return this->quadraticQuad;
      default:
        throw Error("A face has " + std::to_string(nodes) + " nodes, but must have 3, 4, 6 or 8.");
    }
  }
};
}

FaceShape faceShape(int nodes, double xi, double eta)
{
  switch (nodes)
  {
    case 3:
      return triangle(xi, eta);
    case 4:
      return quadrilateral(xi, eta);
    case 6:
      return quadraticTriangle(xi, eta);
    case 8:
      return quadraticQuadrilateral(xi, eta);
    default:
      throw Error("A face has " + std::to_string(nodes) + " nodes, but must have 3, 4, 6 or 8.");
  }
}

const std::vector<FacePoint>& facePoints(int nodes)
{
  static const FaceRules rules = { onTriangle(3), onTriangle(6), onQuadrilateral(4),
    onQuadrilateral(8) };
  return rules.of(nodes);
}

const std::vector<FacePoint>& productPoints(int nodes)
{
  static const FaceRules rules = { fiveByFive(3), fiveByFive(6), fiveByFive(4), fiveByFive(8) };
  return rules.of(nodes);
}
}
