#include "Mesh/Voxel/Solid/SolidPaths.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace trabecula
{
VoxelMask withVoidBorder(const VoxelMask& mask)
{
  VoxelMask result;
  result.cells = { mask.cells[0] + 2, mask.cells[1] + 2, mask.cells[2] + 2 };
  result.spacing = mask.spacing;
  result.solid.assign(result.size(), 0);
  for (int k = 0; k < mask.cells[2]; ++k)
  {
    for (int j = 0; j < mask.cells[1]; ++j)
    {
      std::copy_n(
        &mask.solid[mask.at(0, j, k)], mask.cells[0], &result.solid[result.at(1, j + 1, k + 1)]);
    }
  }
  return result;
}

SolidPaths::SolidPaths(const VoxelMask& mask) : Mask(mask)
{
  const auto size = static_cast<std::int32_t>(mask.size());
  for (std::int32_t v = 0; v < size; ++v)
  {
    if (mask.solid[std::size_t(v)] != 0)
    {
      this->Solid.push_back(v);
    }
  }
  const std::int32_t row = mask.cells[0];
  const std::int32_t slice = row * mask.cells[1];
  this->FaceSteps = { -slice, -row, -1, 1, row, slice };
  for (int k = -1; k <= 1; ++k)
  {
    for (int j = -1; j <= 1; ++j)
    {
      for (int i = -1; i <= 1; ++i)
      {
        if (i != 0 || j != 0 || k != 0)
        {
          this->addStep({ i, j, k });
        }
      }
    }
  }
}

void SolidPaths::addStep(const std::array<int, 3>& direction)
{
  const std::int32_t strides[3] = { 1, this->Mask.cells[0],
    this->Mask.cells[0] * this->Mask.cells[1] };
  std::vector<std::int32_t> parts;
  Step step = { 0, 0.0, {} };
  for (std::size_t d = 0; d < 3; ++d)
  {
    step.to += direction[d] * strides[d];
    step.length += direction[d] * direction[d] * this->Mask.spacing[d] * this->Mask.spacing[d];
    if (direction[d] != 0)
    {
      parts.push_back(direction[d] * strides[d]);
    }
  }
  step.length = std::sqrt(step.length);
  // The first and the last part of a path through faces determine the path.
  for (const std::int32_t first : parts)
  {
    for (const std::int32_t last : parts)
    {
      if (first != last)
      {
        step.through.push_back({ first, step.to - last });
      }
    }
  }
  this->Steps.push_back(step);
}

bool SolidPaths::leads(const Step& step, std::int32_t from) const
{
  const std::uint8_t* solid = this->Mask.solid.data() + from;
  return solid[step.to] != 0 &&
    (step.through.empty() ||
      std::any_of(step.through.begin(), step.through.end(),
        [solid](const std::array<std::int32_t, 2>& way)
        { return solid[way[0]] != 0 && solid[way[1]] != 0; }));
}

bool SolidPaths::allReach(const std::vector<float>& values, float threshold, double length)
{
  using Entry = std::pair<double, std::int32_t>; // distance and voxel
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  this->Distances.assign(this->Mask.size(), std::numeric_limits<double>::infinity());
  std::size_t missing = this->Solid.size();
  const auto extend = [&](std::int32_t from, double distance)
  {
    for (const Step& step : this->Steps)
    {
      const double there = distance + step.length;
      const std::int32_t to = from + step.to;
      double& known = this->Distances[std::size_t(to)];
      if (there <= length && there < known && this->leads(step, from))
      {
        missing -= known == std::numeric_limits<double>::infinity() ? 1 : 0;
        known = there;
        queue.emplace(there, to);
      }
    }
  };

  for (const std::int32_t v : this->Solid)
  {
    if (values[std::size_t(v)] >= threshold)
    {
      this->Distances[std::size_t(v)] = 0.0;
      --missing;
    }
  }
  for (const std::int32_t v : this->Solid)
  {
    if (values[std::size_t(v)] >= threshold)
    {
      extend(v, 0.0);
    }
  }
  while (!queue.empty() && missing > 0)
  {
    const Entry entry = queue.top();
    queue.pop();
    if (entry.first == this->Distances[std::size_t(entry.second)])
    {
      extend(entry.second, entry.first);
    }
  }
  return missing == 0;
}
}
