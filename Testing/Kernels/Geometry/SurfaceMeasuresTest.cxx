// Tests of overhanging surface and of wall thickness.

#include "Geometry/Measures/SurfaceMeasures.h"

#include "Core/Observer.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

namespace trabecula::testing
{
namespace
{
/// A closed box, each side of n x n squares of two triangles, with outward normals.
TriangleMesh boxOf(const std::array<double, 3>& lengths, int n, bool isInverted = false)
{
  TriangleMesh mesh;
  for (std::size_t normal = 0; normal < 3; ++normal)
  {
    const std::size_t u = (normal + 1) % 3;
    const std::size_t v = (normal + 2) % 3;
    for (const bool isHigh : { false, true })
    {
      const auto first = static_cast<std::int32_t>(mesh.numberOfPoints());
      for (int j = 0; j <= n; ++j)
      {
        for (int i = 0; i <= n; ++i)
        {
          std::array<double, 3> x = {};
          x[normal] = isHigh ? lengths[normal] : 0.0;
          x[u] = lengths[u] * i / n;
          x[v] = lengths[v] * j / n;
          mesh.points.insert(mesh.points.end(), x.begin(), x.end());
        }
      }
      for (int j = 0; j < n; ++j)
      {
        for (int i = 0; i < n; ++i)
        {
          const std::int32_t a = first + j * (n + 1) + i;
          const std::int32_t b = a + 1;
          const std::int32_t c = a + n + 2;
          const std::int32_t d = a + n + 1;
          if (isHigh != isInverted)
          {
            mesh.triangles.insert(mesh.triangles.end(), { a, b, c, a, c, d });
          }
          else
          {
            mesh.triangles.insert(mesh.triangles.end(), { a, c, b, a, d, c });
          }
        }
      }
    }
  }
  return mesh;
}

/// Adds the second surface, moved.
void append(TriangleMesh& mesh, TriangleMesh other, const std::array<double, 3>& shift)
{
  const auto first = static_cast<std::int32_t>(mesh.numberOfPoints());
  for (std::size_t i = 0; i < other.points.size(); ++i)
  {
    mesh.points.push_back(other.points[i] + shift[i % 3]);
  }
  for (const std::int32_t point : other.triangles)
  {
    mesh.triangles.push_back(first + point);
  }
}
}

TEST(SurfaceMeasures, OverhangOfABox)
{
  const TriangleMesh box = boxOf({ 4.0, 2.0, 1.0 }, 3);
  ASSERT_NEAR(enclosedVolume(box), 8.0, 1e-12);
  // It stands on its lower side; tilted, it stands on an edge.
  EXPECT_EQ(overhangingShare(box, { 0.0, 0.0, 1.0 }, 45.0), 0.0);
  const std::array<double, 3> tilted = { 0.5, 0.0, std::sqrt(0.75) };
  EXPECT_NEAR(overhangingShare(box, tilted, 45.0), 8.0 / 28.0, 1e-12);
  EXPECT_NEAR(overhangingShare(box, tilted, 61.0), 10.0 / 28.0, 1e-12);
  EXPECT_EQ(overhangingShare(box, tilted, 29.0), 0.0);
  // The ceiling of a cavity overhangs.
  TriangleMesh hollow = box;
  append(hollow, boxOf({ 2.0, 1.0, 0.5 }, 2, true), { 1.0, 0.5, 0.25 });
  EXPECT_NEAR(overhangingShare(hollow, { 0.0, 0.0, -1.0 }, 45.0), 2.0 / 35.0, 1e-12);
}

TEST(SurfaceMeasures, WallsOfABox)
{
  Observer silent;
  for (const int n : { 1, 7 })
  {
    const TriangleMesh box = boxOf({ 4.0, 2.0, 1.0 }, n);
    EXPECT_NEAR(*wallThickness(box, 0.01, silent), 1.0, 1e-12);
    EXPECT_NEAR(*wallThickness(box, 0.6, silent), 2.0, 1e-12);
    EXPECT_NEAR(*wallThickness(box, 0.9, silent), 4.0, 1e-12);
    // The cavity leaves walls of 0.25 below and above, 0.5 and 1 at the sides.
    TriangleMesh hollow = box;
    append(hollow, boxOf({ 2.0, 1.0, 0.5 }, 2, true), { 1.0, 0.5, 0.25 });
    EXPECT_NEAR(*wallThickness(hollow, 0.01, silent), 0.25, 1e-12);
  }
}
}
