#include "Mesh/Faults/OuterFaces.h"

#include "Core/Execution/HostLoops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace trabecula
{
namespace
{
using Vector3 = std::array<double, 3>;

double dot(const Vector3& a, const Vector3& b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Shape functions of a face and their derivatives, at a point of the reference face: the triangle
/// with the corners (0, 0), (1, 0), (0, 1), or the square from -1 to 1.
struct FaceShape
{
  std::array<double, CellShape::MostFaceNodes> values{};
  std::array<std::array<double, 2>, CellShape::MostFaceNodes> gradients{};

  void set(std::size_t i, double value, double byXi, double byEta)
  {
    this->values[i] = value;
    this->gradients[i] = { byXi, byEta };
  }
};

FaceShape shapeOfTriangle(bool isQuadratic, double xi, double eta)
{
  FaceShape shape;
  const std::array<double, 3> l = { 1.0 - xi - eta, xi, eta };
  constexpr std::array<std::array<double, 2>, 3> g = { { { -1.0, -1.0 }, { 1.0, 0.0 },
    { 0.0, 1.0 } } };
  for (std::size_t i = 0; i < 3; ++i)
  {
    const double factor = isQuadratic ? 4.0 * l[i] - 1.0 : 1.0;
    shape.set(
      i, isQuadratic ? l[i] * (2.0 * l[i] - 1.0) : l[i], factor * g[i][0], factor * g[i][1]);
    const std::size_t j = (i + 1) % 3;
    if (isQuadratic)
    {
      shape.set(3 + i, 4.0 * l[i] * l[j], 4.0 * (g[i][0] * l[j] + l[i] * g[j][0]),
        4.0 * (g[i][1] * l[j] + l[i] * g[j][1]));
    }
  }
  return shape;
}

FaceShape shapeOfSquare(bool isQuadratic, double xi, double eta)
{
  constexpr std::array<double, 4> a = { -1.0, 1.0, 1.0, -1.0 };
  constexpr std::array<double, 4> b = { -1.0, -1.0, 1.0, 1.0 };
  FaceShape shape;
  for (std::size_t i = 0; i < 4; ++i)
  {
    const double p = 1.0 + a[i] * xi;
    const double q = 1.0 + b[i] * eta;
    // The shape functions of the corners of faces with eight nodes are p q (a xi + b eta - 1) / 4.
    const double r = isQuadratic ? a[i] * xi + b[i] * eta - 1.0 : 1.0;
    const double one = isQuadratic ? 1.0 : 0.0;
    shape.set(
      i, 0.25 * p * q * r, 0.25 * a[i] * q * (r + one * p), 0.25 * b[i] * p * (r + one * q));
  }
  if (isQuadratic)
  {
    shape.set(4, 0.5 * (1.0 - xi * xi) * (1.0 - eta), -xi * (1.0 - eta), -0.5 * (1.0 - xi * xi));
    shape.set(5, 0.5 * (1.0 + xi) * (1.0 - eta * eta), 0.5 * (1.0 - eta * eta), -(1.0 + xi) * eta);
    shape.set(6, 0.5 * (1.0 - xi * xi) * (1.0 + eta), -xi * (1.0 + eta), 0.5 * (1.0 - xi * xi));
    shape.set(7, 0.5 * (1.0 - xi) * (1.0 - eta * eta), -0.5 * (1.0 - eta * eta), -(1.0 - xi) * eta);
  }
  return shape;
}
}

std::vector<OuterFace> findOuterFaces(const SortedFaces& faces)
{
  const std::uint64_t* key = faces.keys.data();
  const auto count = static_cast<std::int64_t>(faces.keys.size());
  const std::int64_t slices = hostThreads();
  std::vector<std::vector<OuterFace>> found(static_cast<std::size_t>(slices));
  forEachSlice(slices, count,
    [&](std::int64_t slice, std::int64_t first, std::int64_t end)
    {
      for (std::int64_t i = first; i < end; ++i)
      {
        if ((i == 0 || key[i] != key[i - 1]) && (i + 1 == count || key[i] != key[i + 1]))
        {
          found[static_cast<std::size_t>(slice)].push_back(
            { faces.elements.data()[i], faces.faces.data()[i] });
        }
      }
    });
  std::vector<OuterFace> outer;
  for (const std::vector<OuterFace>& ofSlice : found)
  {
    outer.insert(outer.end(), ofSlice.begin(), ofSlice.end());
  }
  std::sort(outer.begin(), outer.end(),
    [](const OuterFace& a, const OuterFace& b)
    { return std::tie(a.element, a.face) < std::tie(b.element, b.face); });
  return outer;
}

FacePatch::FacePatch(const Mesh& mesh, const OuterFace& face)
{
  const auto element = static_cast<std::size_t>(face.element);
  const CellShape& shape = mesh.shape(element);
  this->Count = shape.nodesOfFace[face.face];
  this->Corners = shape.cornersOfFace(face.face);
  for (std::size_t i = 0; i < static_cast<std::size_t>(this->Count); ++i)
  {
    this->Nodes[i] = mesh.element(element)[static_cast<std::size_t>(shape.faceNodes[face.face][i])];
    for (std::size_t c = 0; c < 3; ++c)
    {
      this->Places[i][c] = mesh.points[3 * static_cast<std::size_t>(this->Nodes[i]) + c];
    }
  }
}

bool FacePatch::has(std::int32_t node) const
{
  const auto end = this->Nodes.begin() + this->Count;
  return std::find(this->Nodes.begin(), end, node) != end;
}

double FacePatch::shortestSide() const
{
  double shortest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < this->Corners; ++i)
  {
    const Vector3& a = this->place(i);
    const Vector3& b = this->place((i + 1) % this->Corners);
    shortest = std::min(shortest, std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
  }
  return shortest;
}

bool FacePatch::isNear(const Vector3& x, double distance) const
{
  const bool isTriangle = this->Corners == 3;
  const bool isQuadratic = this->Count > this->Corners;
  // The nearest point is found by the Gauss-Newton method, which starts in the middle of the face.
  // One step is exact on a plane triangle.
  constexpr int mostSteps = 20;
  constexpr double smallStep = 1e-9;
  std::array<double, 2> at = { isTriangle ? 1.0 / 3.0 : 0.0, isTriangle ? 1.0 / 3.0 : 0.0 };
  double step = 1.0;
  Vector3 rest{};
  for (int i = 0; i < mostSteps && step > smallStep; ++i)
  {
    const FaceShape shape = isTriangle ? shapeOfTriangle(isQuadratic, at[0], at[1])
                                       : shapeOfSquare(isQuadratic, at[0], at[1]);
    rest = x;
    std::array<Vector3, 2> tangents{};
    for (std::size_t a = 0; a < static_cast<std::size_t>(this->Count); ++a)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        rest[c] -= shape.values[a] * this->Places[a][c];
        tangents[0][c] += shape.gradients[a][0] * this->Places[a][c];
        tangents[1][c] += shape.gradients[a][1] * this->Places[a][c];
      }
    }
    const double uu = dot(tangents[0], tangents[0]);
    const double uv = dot(tangents[0], tangents[1]);
    const double vv = dot(tangents[1], tangents[1]);
    const double determinant = uu * vv - uv * uv;
    if (!(determinant > 0.0))
    {
      return false;
    }
    const double ru = dot(rest, tangents[0]);
    const double rv = dot(rest, tangents[1]);
    const double du = (vv * ru - uv * rv) / determinant;
    const double dv = (uu * rv - uv * ru) / determinant;
    at[0] += du;
    at[1] += dv;
    step = std::max(std::abs(du), std::abs(dv));
    // The point is far outside of the face.
    if (!(std::abs(at[0]) < 4.0 && std::abs(at[1]) < 4.0))
    {
      return false;
    }
  }
  constexpr double margin = 1e-4;
  const bool isInside = isTriangle
    ? at[0] >= -margin && at[1] >= -margin && at[0] + at[1] <= 1.0 + margin
    : std::abs(at[0]) <= 1.0 + margin && std::abs(at[1]) <= 1.0 + margin;
  return isInside && dot(rest, rest) <= distance * distance;
}
}
