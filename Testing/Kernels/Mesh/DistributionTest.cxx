// Tests of the distribution of meshes, filters and grids among parts, and of refused input.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/VoxelImages.h"

#include "Core/Error.h"
#include "Mesh/Distribution/HaloPlan.h"
#include "Mesh/Distribution/MeshDistribution.h"
#include "Mesh/Distribution/VoxelDistribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
void expectRefused(const std::function<void()>& action, const std::vector<std::string>& words)
{
  try
  {
    action();
    ADD_FAILURE() << "accepted";
  }
  catch (const Error& error)
  {
    expectMessage(error.what(), words);
  }
}

Mesh fourElements()
{
  Random random(1);
  return distortedBox({ 4, 1, 1 }, 0.0, random);
}

/// Centroids of these elements.
const std::vector<double> FourCentroids = { 0.5, 0.5, 0.5, 1.5, 0.5, 0.5, 2.5, 0.5, 0.5, 3.5, 0.5,
  0.5 };
}

TEST(Distribution, OfMeshesRefusesUnknownParts)
{
  const Mesh mesh = fourElements();
  EXPECT_EQ(distributeMesh(mesh, { 0, 1, 1, 0 }, 2).size(), 2U);
  expectRefused(
    [&] {
      distributeMesh(mesh, { 0, 1, 2, 0 }, 2);
    },
    { "Element 2", "part 2", "there are 2 parts" });
  expectRefused(
    [&] {
      distributeMesh(mesh, { 0, 1, 1, -1 }, 2);
    },
    { "Element 3", "part -1", "there are 2 parts" });
  expectRefused([&] { distributeMesh(mesh, { 0, 1, 1 }, 2); }, { "3 elements", "has 4" });
  expectRefused([&] { distributeMesh(mesh, { 0, 0, 0, 0 }, 0); }, { "0 parts" });
}

TEST(Distribution, OfFiltersRefusesUnknownParts)
{
  EXPECT_EQ(planFilterHalos(FourCentroids, { 0, 1, 1, 0 }, 2, 1.1).size(), 2U);
  expectRefused(
    [&] {
      planFilterHalos(FourCentroids, { 0, 5, 1, 0 }, 2, 1.1);
    },
    { "Element 1", "part 5", "there are 2 parts" });
  expectRefused(
    [&] {
      planFilterHalos(FourCentroids, { -1, 1, 1, 0 }, 2, 1.1);
    },
    { "Element 0", "part -1", "there are 2 parts" });
  expectRefused(
    [&] {
      planFilterHalos(FourCentroids, { 0, 1, 1 }, 2, 1.1);
    },
    { "3 elements", "12 coordinates" });
  expectRefused([&] { planFilterHalos({}, {}, 0, 1.1); }, { "0 parts" });
}

TEST(Distribution, OfEntitiesRefusesUnknownOwnersAndGhosts)
{
  EXPECT_EQ(planHalos({ 0, 1, 1 }, { { 2 }, { 0 } }).size(), 2U);
  expectRefused(
    [] {
      planHalos({ 0, 2, 1 }, { {}, {} });
    },
    { "Entity 1", "part 2", "there are 2 parts" });
  expectRefused(
    [] {
      planHalos({ 0, -1, 1 }, { {}, {} });
    },
    { "Entity 1", "part -1", "there are 2 parts" });
  expectRefused(
    [] {
      planHalos({ 0, 1, 1 }, { { 3 }, {} });
    },
    { "Entity 3", "part 0", "3 entities" });
  expectRefused([] { planHalos({ 0, 1, 1 }, { {}, { -1 } }); }, { "Entity -1", "part 1" });
  expectRefused([] { planHalos({ 0, 1, 1 }, { {}, { 2 } }); }, { "Entity 2", "part 1", "another" });
}

TEST(Distribution, OfVoxelsRefusesUnknownParts)
{
  const VoxelImage image = solidImage({ 17, 9, 3 }, { 1.0, 1.0, 1.0 });
  const auto distribute = [&](std::int32_t x, std::int32_t y, int part)
  {
    return distributeVoxels(
      image, VoxelParts::All,
      [=](const std::array<std::int32_t, 3>& place)
      { return place[0] == x && place[1] == y ? part : 0; },
      2);
  };
  EXPECT_EQ(distribute(1, 1, 1).size(), 2U);
  expectRefused(
    [&] { distribute(1, 1, 2); }, { "brick at (1, 1, 0)", "part 2", "there are 2 parts" });
  expectRefused(
    [&] { distribute(2, 0, -1); }, { "brick at (2, 0, 0)", "part -1", "there are 2 parts" });
}

TEST(Distribution, BisectionBalancesParts)
{
  const Mesh mesh = fourElements();
  for (const int parts : { 1, 2, 3, 4, 7 })
  {
    SCOPED_TRACE(parts);
    std::vector<int> counts(static_cast<std::size_t>(parts), 0);
    for (const std::int32_t part : bisectElements(mesh, parts))
    {
      ASSERT_GE(part, 0);
      ASSERT_LT(part, parts);
      ++counts[static_cast<std::size_t>(part)];
    }
    const auto [fewest, most] = std::minmax_element(counts.begin(), counts.end());
    EXPECT_LE(*most - *fewest, 1);
  }
  expectRefused([&] { bisectElements(mesh, 0); }, { "0 parts" });
  expectRefused([&] { bisectElements(mesh, -3); }, { "-3 parts" });
}
