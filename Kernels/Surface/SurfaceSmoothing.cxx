#include "Surface/SurfaceSmoothing.h"

#include "Surface/LevelTetrahedra.h"
#include "Surface/PointTriangles.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace
{
/// The points next to each point of a closed surface, each once.
struct Neighbours
{
  std::vector<std::int64_t> starts;
  std::vector<std::int32_t> points;
};

Neighbours findNeighbours(const TriangleMesh& mesh)
{
  // Around a point of a closed oriented surface, each neighbour is once next in a triangle.
  const PointTriangles around = findPointTriangles(mesh);
  Neighbours neighbours;
  neighbours.starts = around.starts;
  neighbours.points.resize(around.triangles.size());
  const auto count = static_cast<std::int64_t>(mesh.numberOfPoints());
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < count; ++p)
  {
    for (std::int64_t i = around.starts[p]; i < around.starts[p + 1]; ++i)
    {
      const std::int32_t* corners = &mesh.triangles[3 * std::int64_t(around.triangles[i])];
      const int k = corners[0] == p ? 0 : corners[1] == p ? 1 : 2;
      neighbours.points[i] = corners[(k + 1) % 3];
    }
  }
  return neighbours;
}

/// x + factor * (mean of neighbours - x)
void step(const Neighbours& neighbours, const std::vector<std::uint8_t>& isFixed, double factor,
  const std::vector<double>& from, std::vector<double>& to)
{
  const auto count = static_cast<std::int64_t>(isFixed.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < count; ++p)
  {
    Position mean{};
    const std::int64_t begin = neighbours.starts[p];
    const std::int64_t end = neighbours.starts[p + 1];
    if (isFixed[p] || begin == end)
    {
      std::copy_n(&from[3 * p], 3, &to[3 * p]);
      continue;
    }
    for (std::int64_t i = begin; i < end; ++i)
    {
      for (std::int64_t c = 0; c < 3; ++c)
      {
        mean[c] += from[3 * std::int64_t(neighbours.points[i]) + c];
      }
    }
    for (std::int64_t c = 0; c < 3; ++c)
    {
      const double x = from[3 * p + c];
      to[3 * p + c] = x + factor * (mean[c] / static_cast<double>(end - begin) - x);
    }
  }
}

/// A third of the sum of a point's triangles as vectors: the change of volume with the point.
std::vector<double> volumeGradient(const TriangleMesh& mesh, const PointTriangles& around)
{
  std::vector<double> gradient(mesh.points.size(), 0.0);
  const auto count = static_cast<std::int64_t>(mesh.numberOfPoints());
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < count; ++p)
  {
    for (std::int64_t i = around.starts[p]; i < around.starts[p + 1]; ++i)
    {
      const std::int32_t* t = &mesh.triangles[3 * std::int64_t(around.triangles[i])];
      const Position a = mesh.point(t[0]);
      const Position normal = crossProduct(minus(mesh.point(t[1]), a), minus(mesh.point(t[2]), a));
      for (std::int64_t c = 0; c < 3; ++c)
      {
        gradient[3 * p + c] += normal[c] / 6.0;
      }
    }
  }
  return gradient;
}
}

void smoothSurface(
  TriangleMesh& mesh, const std::vector<std::uint8_t>& isFixed, double passBand, int iterations)
{
  const Neighbours neighbours = findNeighbours(mesh);
  // 1 / lambda + 1 / mu = passBand; lambda = 0.5 keeps every eigenvalue up to 2 stable.
  const double lambda = 0.5;
  const double mu = 1.0 / (passBand - 1.0 / lambda);
  std::vector<double> other(mesh.points.size());
  for (int i = 0; i < iterations; ++i)
  {
    step(neighbours, isFixed, lambda, mesh.points, other);
    step(neighbours, isFixed, mu, other, mesh.points);
  }
}

std::vector<float> pointNormals(const TriangleMesh& mesh)
{
  const std::vector<double> gradient = volumeGradient(mesh, findPointTriangles(mesh));
  std::vector<float> normals(gradient.size(), 0.0F);
  for (std::size_t p = 0; p < mesh.numberOfPoints(); ++p)
  {
    const double* g = &gradient[3 * p];
    const double length = std::sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    for (std::size_t c = 0; c < 3 && length > 0.0; ++c)
    {
      normals[3 * p + c] = static_cast<float>(g[c] / length);
    }
  }
  return normals;
}

double offsetToVolume(TriangleMesh& mesh, const std::vector<std::uint8_t>& isFixed, double volume)
{
  const PointTriangles around = findPointTriangles(mesh);
  const auto count = static_cast<std::int64_t>(mesh.numberOfPoints());
  double offset = 0.0;
  constexpr int most = 8;
  for (int i = 0; i < most; ++i)
  {
    const double missing = volume - enclosedVolume(mesh);
    if (std::abs(missing) <= 1e-9 * std::abs(volume))
    {
      break;
    }
    const std::vector<double> gradient = volumeGradient(mesh, around);
    std::vector<double> lengths(mesh.numberOfPoints());
    double area = 0.0;
    for (std::int64_t p = 0; p < count; ++p)
    {
      const double* g = &gradient[3 * p];
      lengths[p] = isFixed[p] ? 0.0 : std::sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
      area += lengths[p];
    }
    if (area <= 0.0)
    {
      break;
    }
    const double distance = missing / area;
    offset += distance;
#pragma omp parallel for schedule(static)
    for (std::int64_t p = 0; p < count; ++p)
    {
      for (std::int64_t c = 0; c < 3 && lengths[p] > 0.0; ++c)
      {
        mesh.points[3 * p + c] += distance * gradient[3 * p + c] / lengths[p];
      }
    }
  }
  return offset;
}
}
