// Tests of the groups of points that markers represent: sizes, number and computational effort.

#include "PointGroups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

using trabecula::filters::groupPoints;
using trabecula::filters::PointGroups;

namespace
{
using Points = std::vector<std::array<double, 3>>;

constexpr std::size_t MostGroups = 100;
/// Number of grids that are tried: two for each halving of MostDivisions, and coarser ones.
constexpr int MostGrids = 70 + static_cast<int>(MostGroups);

Points lattice(const std::array<int, 3>& counts, const std::array<double, 3>& spacing)
{
  Points points;
  for (int k = 0; k < counts[2]; ++k)
  {
    for (int j = 0; j < counts[1]; ++j)
    {
      for (int i = 0; i < counts[0]; ++i)
      {
        points.push_back({ i * spacing[0], j * spacing[1], k * spacing[2] });
      }
    }
  }
  return points;
}

/// Expects each point in one group, and few groups.
void expectPartition(const PointGroups& found, std::size_t points)
{
  std::vector<int> uses(points, 0);
  for (const std::vector<std::size_t>& group : found.groups)
  {
    EXPECT_FALSE(group.empty());
    for (const std::size_t point : group)
    {
      ASSERT_LT(point, points);
      ++uses[point];
    }
  }
  EXPECT_EQ(std::count(uses.begin(), uses.end(), 1), static_cast<std::ptrdiff_t>(points));
  EXPECT_LE(found.groups.size(), std::max(MostGroups, std::size_t(1)));
  EXPECT_LE(found.grids, MostGrids);
}
}

TEST(PointGroups, FewPointsAreAGroupEach)
{
  const Points points = lattice({ 10, 10, 1 }, { 1, 1, 1 });
  const PointGroups found = groupPoints(points, MostGroups);
  EXPECT_EQ(found.groups.size(), 100u);
  EXPECT_EQ(found.grids, 0);
}

TEST(PointGroups, RegularPointsMakeGroupsOfOneSize)
{
  const Points points = lattice({ 20, 20, 1 }, { 1, 1, 1 });
  const PointGroups found = groupPoints(points, MostGroups);
  expectPartition(found, points.size());
  EXPECT_EQ(found.groups.size(), 100u);
  for (const std::vector<std::size_t>& group : found.groups)
  {
    EXPECT_EQ(group.size(), 4u);
  }
}

TEST(PointGroups, ALineIsDividedEvenly)
{
  const Points points = lattice({ 1000, 1, 1 }, { 1, 1, 1 });
  const PointGroups found = groupPoints(points, MostGroups);
  expectPartition(found, points.size());
  EXPECT_GE(found.groups.size(), MostGroups / 2);
}

TEST(PointGroups, ClustersFarApartAreToldApartAndDivided)
{
  // Two faces of 11 x 11 points, a hundred times their size apart.
  Points points = lattice({ 11, 11, 1 }, { 1, 1, 1 });
  for (std::size_t i = 0; i < 121; ++i)
  {
    points.push_back({ points[i][0], points[i][1], 1000.0 });
  }
  const PointGroups found = groupPoints(points, MostGroups);
  expectPartition(found, points.size());
  EXPECT_GE(found.groups.size(), MostGroups / 2);
}

TEST(PointGroups, WorkDoesNotFollowAnisotropy)
{
  for (const double ratio : { 1.0, 1e3, 1e6, 1e9, 1e12 })
  {
    SCOPED_TRACE(ratio);
    const Points points = lattice({ 6, 4, 6 }, { 1.0, 450.0, ratio });
    expectPartition(groupPoints(points, MostGroups), points.size());
  }
}

TEST(PointGroups, WorkDoesNotFollowAStrayPoint)
{
  for (const double far : { 1e2, 1e4, 1e6, 1e9, 1e15 })
  {
    SCOPED_TRACE(far);
    Points points = lattice({ 12, 12, 1 }, { 1, 1, 1 });
    points.push_back({ far, 0.0, 0.0 });
    expectPartition(groupPoints(points, MostGroups), points.size());
  }
}

TEST(PointGroups, PointsInFewPlacesEnd)
{
  // No grid, however fine, makes more groups than there are different positions.
  for (const int places : { 1, 2, 7 })
  {
    SCOPED_TRACE(places);
    Points points;
    for (int i = 0; i < 500; ++i)
    {
      points.push_back({ double(i % places), 0.0, 0.0 });
    }
    const PointGroups found = groupPoints(points, MostGroups);
    expectPartition(found, points.size());
    EXPECT_EQ(found.groups.size(), static_cast<std::size_t>(places));
  }
}
