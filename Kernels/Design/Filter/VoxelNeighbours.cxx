#include "Design/Filter/VoxelNeighbours.h"
#include "Core/Execution/InstructionSet.h"
#include "Design/Filter/VoxelFilterHostKernels.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace trabecula
{
const VoxelFilterHostKernels& voxelFilterHostKernels()
{
  return forThisProcessor(
    voxelFilterHostKernels_sse2, voxelFilterHostKernels_avx2, voxelFilterHostKernels_avx512);
}

bool VoxelNeighbours::areNear(const std::array<double, 3>& spacing, double radius)
{
  return radius < (VoxelBrick::Edge + 1) * *std::min_element(spacing.begin(), spacing.end());
}

VoxelNeighbours::VoxelNeighbours(const VoxelGrid& grid, double radius)
  : Bricks(grid.bricks()), Elements(grid.numberOfElements())
{
  const std::array<double, 3>& spacing = grid.spacing();
  for (std::size_t d = 0; d < 3; ++d)
  {
    this->Reach[d] = std::min(static_cast<int>(radius / spacing[d]), VoxelBrick::Edge);
  }
  for (int k = -this->Reach[2]; k <= this->Reach[2]; ++k)
  {
    for (int j = -this->Reach[1]; j <= this->Reach[1]; ++j)
    {
      std::int32_t reach = -1;
      for (int i = -this->Reach[0]; i <= this->Reach[0]; ++i)
      {
        const double weight = radius - std::hypot(i * spacing[0], j * spacing[1], k * spacing[2]);
        reach = weight > 0.0 ? std::max(reach, std::abs(i)) : reach;
        this->Weights.push_back(std::max(weight, 0.0));
      }
      this->ReachOfRows.push_back(reach);
    }
  }
}

void VoxelNeighbours::gather(const double* values, double* sums) const
{
  this->sum(this->Weights, values, sums);
}

void VoxelNeighbours::count(double* counts) const
{
  std::vector<double> weights;
  for (const double weight : this->Weights)
  {
    weights.push_back(weight > 0.0 ? 1.0 : 0.0);
  }
  const std::vector<double> ones(static_cast<std::size_t>(this->Elements), 1.0);
  this->sum(weights, ones.data(), counts);
}

void VoxelNeighbours::sum(
  const std::vector<double>& weights, const double* values, double* sums) const
{
  voxelFilterHostKernels().gather(static_cast<std::int64_t>(this->Bricks.size()),
    this->Bricks.data(),
    { { this->Reach[0], this->Reach[1], this->Reach[2] }, weights.data(),
      this->ReachOfRows.data() },
    values, sums);
}
}
