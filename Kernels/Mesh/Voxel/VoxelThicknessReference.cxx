#include "Mesh/Voxel/VoxelThicknessReference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <set>

namespace trabecula::reference
{
namespace
{
constexpr double Infinity = std::numeric_limits<double>::infinity();
using VoxelPosition = std::array<int, 3>;

bool isSolid(const VoxelMask& mask, const VoxelPosition& p)
{
  for (std::size_t d = 0; d < 3; ++d)
  {
    if (p[d] < 0 || p[d] >= mask.cells[d])
    {
      return false;
    }
  }
  return mask.solid[mask.at(p[0], p[1], p[2])] != 0;
}

std::vector<VoxelPosition> solidPositions(const VoxelMask& mask)
{
  std::vector<VoxelPosition> result;
  for (int k = 0; k < mask.cells[2]; ++k)
  {
    for (int j = 0; j < mask.cells[1]; ++j)
    {
      for (int i = 0; i < mask.cells[0]; ++i)
      {
        if (isSolid(mask, { i, j, k }))
        {
          result.push_back({ i, j, k });
        }
      }
    }
  }
  return result;
}

/// Length of a step between neighbours; infinite if no path through faces of solid voxels connects
/// them.
double stepLength(const VoxelMask& mask, const VoxelPosition& from, const VoxelPosition& to)
{
  double squared = 0.0;
  std::array<std::size_t, 3> axes = { 0, 1, 2 };
  for (const std::size_t d : axes)
  {
    const int steps = to[d] - from[d];
    if (std::abs(steps) > 1)
    {
      return Infinity;
    }
    squared += steps * steps * mask.spacing[d] * mask.spacing[d];
  }
  do
  {
    VoxelPosition p = from;
    bool solid = true;
    for (const std::size_t d : axes)
    {
      p[d] = to[d];
      solid = solid && isSolid(mask, p);
    }
    if (solid)
    {
      return std::sqrt(squared);
    }
  } while (std::next_permutation(axes.begin(), axes.end()));
  return Infinity;
}

/// Shortest paths between all pairs (Floyd and Warshall).
std::vector<std::vector<double>> pathLengths(
  const VoxelMask& mask, const std::vector<VoxelPosition>& voxels)
{
  const std::size_t n = voxels.size();
  std::vector<std::vector<double>> lengths(n, std::vector<double>(n));
  for (std::size_t a = 0; a < n; ++a)
  {
    for (std::size_t b = 0; b < n; ++b)
    {
      lengths[a][b] = stepLength(mask, voxels[a], voxels[b]);
    }
  }
  for (std::size_t c = 0; c < n; ++c)
  {
    for (std::size_t a = 0; a < n; ++a)
    {
      for (std::size_t b = 0; b < n; ++b)
      {
        lengths[a][b] = std::min(lengths[a][b], lengths[a][c] + lengths[c][b]);
      }
    }
  }
  return lengths;
}

bool shareFace(const VoxelPosition& a, const VoxelPosition& b)
{
  return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]) == 1;
}

/// Number of the face-connected set of each kept voxel; -1 for others.
std::vector<int> setsOf(const std::vector<VoxelPosition>& voxels, const std::vector<bool>& keep)
{
  std::vector<int> sets(voxels.size(), -1);
  for (std::size_t first = 0; first < voxels.size(); ++first)
  {
    std::vector<std::size_t> front;
    if (keep[first] && sets[first] < 0)
    {
      front.push_back(first);
      sets[first] = static_cast<int>(first);
    }
    while (!front.empty())
    {
      const std::size_t v = front.back();
      front.pop_back();
      for (std::size_t w = 0; w < voxels.size(); ++w)
      {
        if (keep[w] && sets[w] < 0 && shareFace(voxels[v], voxels[w]))
        {
          sets[w] = static_cast<int>(first);
          front.push_back(w);
        }
      }
    }
  }
  return sets;
}

/// Whether voxels of at least this radius join two sets of larger radii whose largest radius
/// exceeds it by at least the noise.
bool isNeck(const std::vector<VoxelPosition>& voxels, const std::vector<float>& radii, float radius)
{
  const std::size_t n = voxels.size();
  std::vector<bool> atLeast(n);
  std::vector<bool> above(n);
  for (std::size_t v = 0; v < n; ++v)
  {
    atLeast[v] = radii[v] >= radius;
    above[v] = radii[v] > radius;
  }
  const std::vector<int> joined = setsOf(voxels, atLeast);
  const std::vector<int> apart = setsOf(voxels, above);
  std::vector<std::set<int>> high(n); // sets of large radii in each joined set
  for (std::size_t v = 0; v < n; ++v)
  {
    if (radii[v] >= radius + static_cast<float>(MemberThickness::NoiseOfRadius))
    {
      high[std::size_t(joined[v])].insert(apart[v]);
    }
  }
  return std::any_of(
    high.begin(), high.end(), [](const std::set<int>& sets) { return sets.size() > 1; });
}
}

std::vector<double> inscribedRadii(const VoxelMask& mask)
{
  std::vector<double> radii(mask.size(), 0.0);
  for (const VoxelPosition& v : solidPositions(mask))
  {
    double largest = 0.0;
    for (int point = 0; point < 27; ++point)
    {
      const VoxelPosition p = { 2 * v[0] + point % 3, 2 * v[1] + point / 3 % 3,
        2 * v[2] + point / 9 };
      double least = Infinity;
      for (int k = -1; k <= mask.cells[2]; ++k)
      {
        for (int j = -1; j <= mask.cells[1]; ++j)
        {
          for (int i = -1; i <= mask.cells[0]; ++i)
          {
            const VoxelPosition brick = { i, j, k };
            double squared = isSolid(mask, brick) ? Infinity : 0.0;
            for (std::size_t d = 0; d < 3; ++d)
            {
              const int nearest = std::clamp(p[d], 2 * brick[d], 2 * brick[d] + 2);
              const double distance = 0.5 * (p[d] - nearest) * mask.spacing[d];
              squared += distance * distance;
            }
            least = std::min(least, squared);
          }
        }
      }
      largest = std::max(largest, least);
    }
    radii[mask.at(v[0], v[1], v[2])] = std::sqrt(largest);
  }
  return radii;
}

double smallestThickness(const VoxelMask& image)
{
  VoxelMask mask = image;
  const double edge = *std::min_element(mask.spacing.begin(), mask.spacing.end());
  for (double& spacing : mask.spacing)
  {
    spacing /= edge;
  }
  const std::vector<VoxelPosition> voxels = solidPositions(mask);
  if (voxels.empty())
  {
    return 0.0;
  }
  const std::vector<double> all = inscribedRadii(mask);
  std::vector<float> radii(voxels.size()); // rounded, so that equal radii compare equal
  for (std::size_t v = 0; v < voxels.size(); ++v)
  {
    const VoxelPosition& p = voxels[v];
    radii[v] = static_cast<float>(all[mask.at(p[0], p[1], p[2])]);
  }

  const std::vector<int> pieces = setsOf(voxels, std::vector<bool>(voxels.size(), true));
  std::vector<float> largest(voxels.size(), 0.0F);
  for (std::size_t v = 0; v < voxels.size(); ++v)
  {
    float& ofPiece = largest[std::size_t(pieces[v])];
    ofPiece = std::max(ofPiece, radii[v]);
  }
  float least = std::numeric_limits<float>::max();
  for (std::size_t v = 0; v < voxels.size(); ++v)
  {
    least = std::min(least, largest[std::size_t(pieces[v])]);
    least = isNeck(voxels, radii, radii[v]) ? std::min(least, radii[v]) : least;
  }

  const std::vector<std::vector<double>> lengths = pathLengths(mask, voxels);
  for (double r = 0.5; r <= least; r = std::max(r + 0.5, MemberThickness::RatioOfRadii * r))
  {
    float reached = std::numeric_limits<float>::max();
    for (std::size_t a = 0; a < voxels.size(); ++a)
    {
      float best = 0.0F;
      for (std::size_t b = 0; b < voxels.size(); ++b)
      {
        best = lengths[a][b] <= MemberThickness::ReachOfBalls * r ? std::max(best, radii[b]) : best;
      }
      reached = std::min(reached, best);
    }
    if (reached < static_cast<float>(r))
    {
      return 2.0 * edge * std::min(least, reached);
    }
  }
  return 2.0 * edge * least;
}
}
