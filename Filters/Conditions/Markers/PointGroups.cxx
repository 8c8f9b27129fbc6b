#include "PointGroups.h"

#include "vtkBoundingBox.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace trabecula::filters
{
namespace
{
using Points = std::vector<std::array<double, 3>>;
using Cubes = std::map<std::array<int, 3>, std::vector<std::size_t>>;

/// Sorts points into the cubes of a regular grid with a given number of cubes along its longest
/// side.
Cubes inCubes(const Points& points, const vtkBoundingBox& bounds, int divisions)
{
  const double edge = bounds.GetMaxLength() / divisions;
  // The grid is centred, so that it is as symmetric as the region; points between two cubes are
  // assigned independent of rounding.
  constexpr double Rounding = 1e-6;
  std::array<double, 3> begin = {};
  std::array<int, 3> counts{};
  for (std::size_t c = 0; c < 3; ++c)
  {
    const int axis = static_cast<int>(c);
    counts[c] = std::max(1, static_cast<int>(std::ceil(bounds.GetLength(axis) / edge - Rounding)));
    const double middle = 0.5 * (bounds.GetBound(2 * axis) + bounds.GetBound(2 * axis + 1));
    begin[c] = middle - 0.5 * counts[c] * edge;
  }
  Cubes cubes;
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    std::array<int, 3> cube{};
    for (std::size_t c = 0; c < 3; ++c)
    {
      const int number = static_cast<int>(std::floor((points[i][c] - begin[c]) / edge + Rounding));
      cube[c] = std::clamp(number, 0, counts[c] - 1);
    }
    cubes[cube].push_back(i);
  }
  return cubes;
}

/// Returns the ratio of the largest group to the smallest.
double unevenness(const Cubes& cubes)
{
  const auto [least, most] = std::minmax_element(cubes.begin(), cubes.end(),
    [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  return static_cast<double>(most->second.size()) / static_cast<double>(least->second.size());
}

/// Returns the number of divisions of the finest grid with few enough groups; more divisions make
/// more groups.
/// @param groupsOf returns the number of groups for a number of divisions
template <class GroupsOf>
int finestDivisions(std::size_t mostGroups, const GroupsOf& groupsOf)
{
  int finest = 1;
  int step = std::max(1, static_cast<int>(mostGroups) / 2);
  const auto isFewEnough = [&](int divisions)
  { return divisions <= PointGroups::MostDivisions && groupsOf(divisions) <= mostGroups; };
  while (isFewEnough(finest + step))
  {
    finest += step;
    step *= 2; // points in distant clusters require a large number of divisions
  }
  for (step /= 2; step > 0; step /= 2)
  {
    for (int half = 0; half < 2 && isFewEnough(finest + step); ++half)
    {
      finest += step;
    }
  }
  return finest;
}
}

PointGroups groupPoints(const std::vector<std::array<double, 3>>& points, std::size_t mostGroups)
{
  PointGroups result;
  vtkBoundingBox bounds;
  for (const std::array<double, 3>& point : points)
  {
    bounds.AddPoint(point[0], point[1], point[2]);
  }
  if (points.size() <= mostGroups)
  {
    for (std::size_t i = 0; i < points.size(); ++i)
    {
      result.groups.push_back({ i });
    }
    return result;
  }
  if (!(bounds.GetMaxLength() > 0.0))
  {
    result.groups.emplace_back();
    for (std::size_t i = 0; i < points.size(); ++i)
    {
      result.groups.back().push_back(i);
    }
    return result;
  }
  const auto sorted = [&](int divisions)
  {
    ++result.grids;
    return inCubes(points, bounds, divisions);
  };
  const int finest =
    finestDivisions(mostGroups, [&](int divisions) { return sorted(divisions).size(); });
  // Of this grid and somewhat coarser ones, the one with the most equal group sizes is used, so
  // that a uniform load on a regular mesh appears uniform. If there are many grids, only some are
  // tried.
  Cubes cubes = sorted(finest);
  const int stride = 1 + finest / (2 * static_cast<int>(mostGroups) + 2);
  for (int divisions = finest - stride; divisions > 0 && 2 * divisions >= finest;
       divisions -= stride)
  {
    Cubes coarser = sorted(divisions);
    if (unevenness(coarser) < unevenness(cubes))
    {
      cubes = std::move(coarser);
    }
  }
  for (auto& cube : cubes)
  {
    result.groups.push_back(std::move(cube.second));
  }
  return result;
}
}
