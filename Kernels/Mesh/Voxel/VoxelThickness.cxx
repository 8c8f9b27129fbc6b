#include "Mesh/Voxel/VoxelThickness.h"

#include "Core/Error.h"
#include "Mesh/Voxel/Solid/SolidPaths.h"
#include "Mesh/Voxel/VoxelDistance.h"

#include <algorithm>
#include <limits>
#include <string>

namespace trabecula
{
namespace
{
/// Sets of solid voxels, which are joined in descending order of radii, and the smallest radius of
/// necks between them.
class Necks
{
public:
  Necks(const SolidPaths& paths, const std::vector<float>& radii)
    : Radii(radii), Parents(radii.size(), -1)
  {
    std::vector<std::int32_t> order = paths.solidVoxels();
    std::stable_sort(order.begin(), order.end(),
      [&radii](std::int32_t a, std::int32_t b)
      { return radii[std::size_t(a)] > radii[std::size_t(b)]; });
    for (const std::int32_t v : order)
    {
      this->Parents[std::size_t(v)] = v;
      for (const std::int32_t step : paths.faceSteps())
      {
        const std::int32_t neighbour = v + step;
        if (this->Parents[std::size_t(neighbour)] >= 0)
        {
          this->join(v, neighbour, radii[std::size_t(v)]);
        }
      }
    }
    for (const std::int32_t v : order)
    {
      if (this->Parents[std::size_t(v)] == v)
      {
        this->Least = std::min(this->Least, radii[std::size_t(v)]);
      }
    }
  }

  /// The smallest radius of necks and of whole pieces.
  float least() const { return this->Least; }

private:
  std::int32_t root(std::int32_t v)
  {
    while (this->Parents[std::size_t(v)] != v)
    {
      std::int32_t& parent = this->Parents[std::size_t(v)];
      parent = this->Parents[std::size_t(parent)];
      v = parent;
    }
    return v;
  }

  /// Joins the sets of two voxels. The root of a set is the voxel that was added first, which has
  /// the largest radius of the set.
  void join(std::int32_t a, std::int32_t b, float radius)
  {
    a = this->root(a);
    b = this->root(b);
    if (a == b)
    {
      return;
    }
    if (this->Radii[std::size_t(a)] < this->Radii[std::size_t(b)])
    {
      std::swap(a, b);
    }
    if (this->Radii[std::size_t(b)] >= radius + static_cast<float>(MemberThickness::NoiseOfRadius))
    {
      this->Least = std::min(this->Least, radius);
    }
    this->Parents[std::size_t(b)] = a;
  }

  const std::vector<float>& Radii;
  std::vector<std::int32_t> Parents; ///< -1 for voxels that are not added yet
  float Least = std::numeric_limits<float>::max();
};

/// The largest of the radii that each voxel reaches by a path of at most the given length. The
/// smallest radius satisfies this.
float largestReached(SolidPaths& paths, const std::vector<float>& radii, double length)
{
  std::vector<float> values;
  for (const std::int32_t v : paths.solidVoxels())
  {
    values.push_back(radii[std::size_t(v)]);
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::size_t low = 0;
  std::size_t high = values.size();
  while (high - low > 1)
  {
    const std::size_t middle = (low + high) / 2;
    (paths.allReach(radii, values[middle], length) ? low : high) = middle;
  }
  return values[low];
}
}

std::optional<MemberThickness> measureThickness(const VoxelMask& image, Observer& observer)
{
  constexpr auto most = std::size_t(std::numeric_limits<std::int32_t>::max());
  if ((std::size_t(image.cells[0]) + 2) * (std::size_t(image.cells[1]) + 2) *
      (std::size_t(image.cells[2]) + 2) >
    most)
  {
    throw Error("The image has " + std::to_string(image.size()) +
      " voxels; with one more around it, there can be " + std::to_string(most) +
      " at most to measure thickness. Make it coarser.");
  }
  // Lengths are in units of the shortest edge, so that they are integers where possible.
  VoxelMask mask = withVoidBorder(image);
  const double edge = *std::min_element(mask.spacing.begin(), mask.spacing.end());
  for (double& spacing : mask.spacing)
  {
    spacing /= edge;
  }
  const std::optional<std::vector<float>> radii = inscribedRadii(mask, observer);
  if (!radii)
  {
    return std::nullopt;
  }
  MemberThickness result;
  result.largest = 2.0 * edge * *std::max_element(radii->begin(), radii->end());
  if (result.largest == 0.0)
  {
    return result;
  }
  SolidPaths paths(mask);
  float least = Necks(paths, *radii).least();
  for (double r = 0.5; r <= least; r = std::max(r + 0.5, MemberThickness::RatioOfRadii * r))
  {
    observer.progress(0.5 + 0.5 * r / least, "");
    if (observer.stopRequested())
    {
      return std::nullopt;
    }
    const double reach = MemberThickness::ReachOfBalls * r;
    if (!paths.allReach(*radii, static_cast<float>(r), reach))
    {
      least = std::min(least, largestReached(paths, *radii, reach));
      break;
    }
  }
  result.smallest = 2.0 * edge * least;
  return result;
}
}
