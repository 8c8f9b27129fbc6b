// Tests that hollow cylinders are closed, have no inverted cells and, with quadratic cells, the
// correct volume.

#include "Benchmark/Paper/Assembly/HollowCylinder.h"
#include "Analysis/ElementGeometry.h"
#include "Mesh/MeshParts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace trabecula;

namespace
{
double volumeOf(const Mesh& mesh)
{
  const std::vector<double> volumes = elementVolumes(mesh);
  return std::accumulate(volumes.begin(), volumes.end(), 0.0);
}
}

TEST(HollowCylinder, IsClosedAndOfTheRightVolume)
{
  constexpr double Volume = 6.0 * 3.14159265358979323846; // radii 1 and 2, height 2
  for (const CellShape& shape : CellShapes)
  {
    SCOPED_TRACE(shape.name);
    const Mesh mesh = makeHollowCylinder(shape.type, { 2, 24, 3 });
    EXPECT_EQ(mesh.numberOfElements(), std::size_t(shape.corners == 4 ? 6 * 144 : 144));
    if (shape.nodes == 8 || shape.nodes == 4)
    {
      EXPECT_EQ(mesh.numberOfNodes(), std::size_t(3 * 24 * 4));
    }
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      ASSERT_GT(elementSize(mesh, e).smallestDeterminant, 0.0) << e;
    }
    // Chords reduce the volume by (2 pi / 24)^2 / 6 = 1.1 %, parabolas by about 1e-5.
    EXPECT_NEAR(volumeOf(mesh) / Volume, 1.0, shape.isQuadratic() ? 2e-4 : 0.012);
  }
}
