// Surfaces of random designs: closed, oriented, manifold, of the volume that their level has.

#include "Random.h"

#include "Mesh/HexMesh.h"
#include "Surface/LevelField.h"
#include "Surface/LevelSurface.h"
#include "Surface/LevelVolume.h"

#include <gtest/gtest.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
struct RandomDesign
{
  HexMesh mesh;
  std::vector<double> density;
  std::vector<DesignRegion> regions;
};

/// @param levels if above zero, densities are multiples of 1 / levels
RandomDesign makeDesign(std::uint64_t seed, int levels, double passive)
{
  Random random(seed);
  RandomDesign design;
  const std::array<int, 3> size = { 3 + int(random.index(4)), 3 + int(random.index(4)),
    3 + int(random.index(4)) };
  design.mesh = makeBoxMesh(size, { 1.0 * size[0], 1.1 * size[1], 0.9 * size[2] });
  for (double& x : design.mesh.points)
  {
    x += random.uniform(-0.15, 0.15);
  }
  design.density = random.vector(design.mesh.numberOfElements(), 0.0, 1.0);
  for (double& density : design.density)
  {
    density =
      levels > 0 ? static_cast<double>(random.index(std::size_t(levels) + 1)) / levels : density;
    const double kind = random.uniform(0.0, 1.0);
    design.regions.push_back(kind < passive ? DesignRegion::Solid
        : kind < 2.0 * passive              ? DesignRegion::Void
                                            : DesignRegion::Design);
  }
  return design;
}
}

TEST(Surface, IsAClosedManifoldOfTheVolumeOfItsLevel)
{
  for (std::uint64_t seed = 0; seed < 300; ++seed)
  {
    SCOPED_TRACE(seed);
    const RandomDesign design = makeDesign(seed, int(seed % 3), 0.1 * double(seed % 4));
    const LevelField field = makeLevelField(design.mesh, design.density, design.regions);
    for (const double level : { 0.2, 0.5, 0.8 })
    {
      const LevelSurface surface = extractSurface(field, level);
      const SurfaceTopology topology = findTopology(surface.mesh);
      EXPECT_EQ(topology.openEdges, 0);
      EXPECT_EQ(topology.crowdedEdges, 0);
      EXPECT_EQ(topology.misorientedEdges, 0);
      EXPECT_EQ(topology.pinchedPoints, 0);
      EXPECT_EQ(topology.eulerCharacteristic % 2, 0);
      EXPECT_NEAR(
        enclosedVolume(surface.mesh), volumeAtLevel(field, level), 1e-12 * field.domainVolume);
    }
  }
}
