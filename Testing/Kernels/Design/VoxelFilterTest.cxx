// Tests of the filters on voxels against brute force.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"
#include "Support/VoxelImages.h"

#include "Core/Execution/InstructionSet.h"
#include "Design/Filter/FilterReference.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Design/Filter/VoxelFilterHostKernels.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
struct GridCase
{
  std::array<int, 3> cells;
  double solid;  ///< fraction of solid voxels
  double radius; ///< relative to the smallest edge of a voxel
};

// The grids have one or several bricks and are dense, porous or flat; radii are up to a brick's
// edge and beyond.
const std::vector<GridCase> GridCases = { { { 5, 4, 3 }, 0.5, 2.6 }, { { 17, 10, 9 }, 0.4, 1.5 },
  { { 20, 17, 8 }, 1.0, 3.1 }, { { 30, 9, 1 }, 0.7, 5.1 }, { { 19, 18, 17 }, 0.1, 8.9 },
  { { 18, 19, 10 }, 0.6, 7.9 }, { { 12, 12, 12 }, 0.3, 0.9 }, { { 11, 12, 13 }, 0.3, 9.5 } };

std::vector<double> centroidsOf(const VoxelGrid& grid)
{
  std::vector<double> centroids;
  const std::vector<std::int32_t> positions = grid.elementPositions();
  for (std::size_t i = 0; i < positions.size(); ++i)
  {
    centroids.push_back(grid.origin()[i % 3] + (positions[i] + 0.5) * grid.spacing()[i % 3]);
  }
  return centroids;
}

double radiusOf(const GridCase& example, const VoxelGrid& grid)
{
  return example.radius * *std::min_element(grid.spacing().begin(), grid.spacing().end());
}

template <class Space>
using VoxelFilterTest = OnSpace<Space>;
TYPED_TEST_SUITE(VoxelFilterTest, Spaces, SpaceNames);
}

TYPED_TEST(VoxelFilterTest, MatchesBruteForce)
{
  using Space = TypeParam;
  Random random(171);
  for (const GridCase& example : GridCases)
  {
    const VoxelGrid grid(porousImage(example.cells, example.solid, random));
    const double radius = radiusOf(example, grid);
    SCOPED_TRACE(::testing::Message() << example.cells[0] << " cells, radius " << example.radius);
    const auto size = static_cast<std::size_t>(grid.numberOfElements());
    const Mesh mesh = grid.mesh();
    const auto neighbours = reference::findNeighbours(mesh, radius);
    const std::vector<double> volumes = random.vector(size, 0.5, 2.0);
    const std::vector<double> density = random.vector(size, 0.0, 1.0);
    const std::vector<double> values = random.vector(size, -1.0, 0.0);
    const LayoutPointer<Space> elements = this->layout(size);
    const Vector<Space> deviceVolumes(elements, volumes);
    const Vector<Space> deviceDensity(elements, density);
    const Vector<Space> deviceValues(elements, values);
    const Vector<Space> centroids(elements->withComponents(3), centroidsOf(grid));
    NeighbourFilter<Space> filter(elements, centroids, &deviceVolumes, radius, &grid);
    const auto apply = [&](auto function)
    {
      Vector<Space> out = poisoned(elements);
      function(out);
      return out.toHost();
    };
    EXPECT_LT(relativeDifference(apply([&](Vector<Space>& out)
                                   { filter.filterSensitivity(deviceDensity, deviceValues, out); }),
                reference::filterSensitivity(neighbours, volumes, density, values)),
      1e-12);
    EXPECT_LT(relativeDifference(
                apply([&](Vector<Space>& out) { filter.filterDensity(deviceDensity, out); }),
                reference::filterDensity(neighbours, volumes, density)),
      1e-12);
    EXPECT_LT(relativeDifference(apply([&](Vector<Space>& out)
                                   { filter.filterDensityTransposed(deviceValues, out); }),
                reference::filterDensityTranspose(neighbours, volumes, values)),
      1e-12);
    NeighbourFilter<Space> unweighted(elements, centroids, nullptr, radius, &grid);
    EXPECT_LT(relativeDifference(
                apply([&](Vector<Space>& out) { unweighted.filterDensity(deviceDensity, out); }),
                reference::filterDensity(neighbours, std::vector<double>(size, 1.0), density)),
      1e-12);
    std::size_t pairs = 0;
    for (const auto& ofElement : neighbours)
    {
      pairs += ofElement.size() - 1;
    }
    EXPECT_EQ(filter.countNeighbours(), static_cast<std::int64_t>(pairs));
  }
}

TEST(VoxelNeighbours, AreNearUpToTheEndOfTheNextBrick)
{
  EXPECT_TRUE(VoxelNeighbours<HostSpace>::areNear({ 2.0, 1.0, 3.0 }, 8.9));
  EXPECT_FALSE(VoxelNeighbours<HostSpace>::areNear({ 2.0, 1.0, 3.0 }, 9.1));
}

TEST(VoxelNeighbours, EveryInstructionSetSumsTheSame)
{
  std::vector<std::pair<InstructionSet, const VoxelFilterHostKernels*>> sets = {
    { InstructionSet::Sse2, &voxelFilterHostKernels_sse2 },
    { InstructionSet::Avx2, &voxelFilterHostKernels_avx2 },
    { InstructionSet::Avx512, &voxelFilterHostKernels_avx512 }
  };
  Random random(172);
  const VoxelGrid grid(porousImage({ 20, 18, 11 }, 0.6, random));
  const auto size = static_cast<std::size_t>(grid.numberOfElements());
  const std::vector<double> values = random.vector(size, -1.0, 1.0);
  // The rows of the stencil have every reach: no element, only the middle, and up to the whole row.
  constexpr int Reach[3] = { 1, 2, 3 };
  constexpr int Size[3] = { 2 * Reach[0] + 1, 2 * Reach[1] + 1, 2 * Reach[2] + 1 };
  std::vector<double> weights = random.vector(Size[0] * Size[1] * Size[2], 0.1, 1.0);
  std::vector<std::int32_t> reachOfRows;
  for (int row = 0; row < Size[1] * Size[2]; ++row)
  {
    reachOfRows.push_back(row % 3 - 1);
  }
  const VoxelStencil stencil = { { Reach[0], Reach[1], Reach[2] }, weights.data(),
    reachOfRows.data() };
  const std::vector<std::int32_t> at = grid.elementPositions();
  std::vector<double> expected(size, 0.0);
  for (std::size_t e = 0; e < size; ++e)
  {
    for (int o = 0; o < Size[0] * Size[1] * Size[2]; ++o)
    {
      const int dx = o % Size[0] - Reach[0];
      const int row = o / Size[0];
      const std::int32_t other = grid.element(at[3 * e] + dx,
        at[3 * e + 1] + row % Size[1] - Reach[1], at[3 * e + 2] + row / Size[1] - Reach[2]);
      if (other >= 0 && std::abs(dx) <= reachOfRows[static_cast<std::size_t>(row)])
      {
        expected[e] +=
          weights[static_cast<std::size_t>(o)] * values[static_cast<std::size_t>(other)];
      }
    }
  }
  for (const auto& [set, loops] : sets)
  {
    if (set <= instructionSet())
    {
      std::vector<double> sums(size, NAN);
      loops->gather(static_cast<std::int64_t>(grid.bricks().size()), grid.bricks().data(), stencil,
        values.data(), sums.data());
      EXPECT_LT(relativeDifference(sums, expected), 1e-13) << static_cast<int>(set);
    }
  }
}
