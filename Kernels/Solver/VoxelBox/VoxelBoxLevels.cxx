#include "Solver/VoxelBox/VoxelBoxLevels.h"

#include "Element/VoxelConductionHex8.h"

#include <algorithm>
#include <limits>

namespace trabecula
{
namespace detail
{
/// The mass of an edge of length one at an end, and between its ends.
struct MassOfEdge
{
  double end = 0.5; ///< lumped on the finest level
  double between = 0.0;

  /// That of an edge of twice the length, by interpolation; it tends to the consistent mass.
  MassOfEdge coarser() const
  {
    return { 0.75 * this->end + 0.5 * this->between, 0.25 * this->end + 0.5 * this->between };
  }
};

inline std::array<double, 8> entriesOfBoxVoxel(
  const std::array<double, 3>& spacing, const VoxelBoxLaw& law, const MassOfEdge& edge)
{
  const auto conduction = voxelhex8::conductingBrick<double>(spacing.data());
  std::array<double, 8> entries = {};
  for (int differing = 0; differing < 8; ++differing)
  {
    double mass = spacing[0] * spacing[1] * spacing[2];
    for (int d = 0; d < 3; ++d)
    {
      mass *= (differing >> d & 1) != 0 ? edge.between : edge.end;
    }
    entries[differing] = law.stiffness * conduction.entries[differing] + law.mass * mass;
  }
  return entries;
}

/// Sets the bounds of a level. The eigenvectors of a matrix whose entry (a, b) depends on a ^ b are
/// Walsh functions.
inline void boundEigenvalues(VoxelBoxLevelPlan& level)
{
  level.least = std::numeric_limits<double>::max();
  level.largest = 0.0;
  for (int wave = 0; wave < 8; ++wave)
  {
    double value = 0.0;
    for (int differing = 0; differing < 8; ++differing)
    {
      const int common = wave & differing;
      const bool isOdd = ((common ^ common >> 1 ^ common >> 2) & 1) != 0;
      value += isOdd ? -level.entries[differing] : level.entries[differing];
    }
    level.least = std::min(level.least, value / level.entries[0]);
    level.largest = std::max(level.largest, value / level.entries[0]);
  }
  // Without mass the lower bound is a rounding error.
  constexpr double negligible = 1e-12;
  level.least = level.least < negligible * level.largest ? 0.0 : level.least;
}
}

double VoxelBoxLevelPlan::condition() const
{
  return this->least > 0.0 ? this->largest / this->least : std::numeric_limits<double>::infinity();
}

std::vector<VoxelBoxLevelPlan> planVoxelBoxLevels(const std::array<std::int32_t, 3>& cells,
  const std::array<double, 3>& spacing, const VoxelBoxLaw& law, double mostCondition)
{
  std::vector<VoxelBoxLevelPlan> levels;
  std::array<double, 3> edges = spacing;
  detail::MassOfEdge mass;
  VoxelBox box{ cells };
  for (;;)
  {
    VoxelBoxLevelPlan level;
    level.box = box;
    level.entries = detail::entriesOfBoxVoxel(edges, law, mass);
    detail::boundEigenvalues(level);
    const bool isLast =
      level.condition() <= mostCondition || level.box.positions() < LeastPositionsOfVoxelBox;
    for (int d = 0; d < 3 && !isLast; ++d)
    {
      // Cells of the next level have two along each axis.
      level.box.cells[d] += level.box.cells[d] % 2;
      box.cells[d] = level.box.cells[d] / 2;
      edges[d] *= 2.0;
    }
    levels.push_back(level);
    if (isLast)
    {
      return levels;
    }
    mass = mass.coarser();
  }
}

BoxOfVoxels boxOfVoxels(const VoxelGrid& grid)
{
  BoxOfVoxels box;
  const std::vector<std::int32_t> positions = grid.elementPositions();
  for (std::size_t i = 0; i < positions.size(); ++i)
  {
    const std::size_t d = i % 3;
    const bool isFirst = i < 3;
    const std::int32_t first = isFirst ? positions[i] : std::min(box.first[d], positions[i]);
    const std::int32_t last =
      isFirst ? positions[i] : std::max(box.first[d] + box.cells[d] - 1, positions[i]);
    box.first[d] = first;
    box.cells[d] = last - first + 1;
  }
  return box;
}

bool fillsVoxelBox(const std::array<std::int32_t, 3>& cells, std::size_t nodes)
{
  // Positions without a node take part of the time of others. Numbers of positions are 32-bit.
  constexpr std::size_t most = 4;
  const std::size_t size = VoxelBox{ cells }.size();
  return nodes > 0 && size <= most * nodes + std::size_t(LeastPositionsOfVoxelBox) &&
    size < static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
}
}
