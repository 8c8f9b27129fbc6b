#include "CommonLattice.h"

#include "Mesh/Voxel/VoxelLattice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace trabecula::filters
{
namespace
{
/// Largest deviation of voxel corners from their lattice, relative to the size of a voxel.
constexpr double SamePlace = 1e-3;

using Positions = std::vector<std::array<std::int32_t, 3>>; ///< voxels of elements

/// Returns the voxel of each element in a lattice, counted from its origin, if these are distinct.
std::optional<Positions> placeOn(const VoxelLattice& lattice, const Mesh& mesh)
{
  if (!isHexahedral(mesh))
  {
    return std::nullopt;
  }
  Positions positions(mesh.numberOfElements());
  for (std::size_t e = 0; e < positions.size(); ++e)
  {
    unsigned corners = 0;
    for (std::size_t d = 0; d < 3; ++d)
    {
      std::array<double, 8> steps;
      for (std::size_t c = 0; c < 8; ++c)
      {
        const auto node = static_cast<std::size_t>(mesh.connectivity[8 * e + c]);
        steps[c] = (mesh.points[3 * node + d] - lattice.origin[d]) / lattice.spacing[d];
      }
      const double low = std::round(*std::min_element(steps.begin(), steps.end()));
      if (!(std::abs(low) < std::numeric_limits<std::int32_t>::max() / 2.0))
      {
        return std::nullopt;
      }
      positions[e][d] = static_cast<std::int32_t>(low);
      for (std::size_t c = 0; c < 8; ++c)
      {
        const double side = std::round(steps[c] - low);
        if (side > 1.0 || std::abs(steps[c] - low - side) > SamePlace)
        {
          return std::nullopt;
        }
        corners += side > 0.0 ? 1U << (3 * c + d) : 0U;
      }
    }
    std::array<bool, 8> met = {};
    for (std::size_t c = 0; c < 8; ++c)
    {
      met[corners >> 3 * c & 7U] = true;
    }
    if (std::find(met.begin(), met.end(), false) != met.end())
    {
      return std::nullopt;
    }
  }
  return positions;
}

/// Fits the image to all elements and assigns their densities to its voxels.
/// @return whether it has a voxel for each element and not too many others
bool fill(const VoxelLattice& lattice, const std::vector<Positions>& positions,
  const std::vector<ComparedDesign>& designs, CommonMesh& common)
{
  std::array<std::int32_t, 3> low = positions.front().front();
  std::array<std::int32_t, 3> high = low;
  for (const Positions& ofDesign : positions)
  {
    for (const std::array<std::int32_t, 3>& p : ofDesign)
    {
      for (std::size_t d = 0; d < 3; ++d)
      {
        low[d] = std::min(low[d], p[d]);
        high[d] = std::max(high[d], p[d]);
      }
    }
  }
  for (std::size_t d = 0; d < 3; ++d)
  {
    common.cells[d] = high[d] - low[d] + 1;
    common.spacing[d] = lattice.spacing[d];
    common.origin[d] = lattice.origin[d] + low[d] * lattice.spacing[d];
  }
  if (!common.canBeNumbered() || common.voxelsOfImage() > maxVoxels(designs))
  {
    return false;
  }
  common.allocate(designs.size());
  for (std::size_t i = 0; i < designs.size(); ++i)
  {
    std::vector<bool> taken(common.numberOfVoxels());
    for (std::size_t e = 0; e < positions[i].size(); ++e)
    {
      const std::array<std::int32_t, 3>& p = positions[i][e];
      const std::size_t voxel = std::size_t(p[0] - low[0]) +
        std::size_t(common.cells[0]) *
          (std::size_t(p[1] - low[1]) + std::size_t(common.cells[1]) * std::size_t(p[2] - low[2]));
      if (taken[voxel])
      {
        return false;
      }
      taken[voxel] = true;
      common.set(i, voxel, designs[i], e);
    }
  }
  return true;
}
}

bool makeCommonLattice(const std::vector<ComparedDesign>& designs, CommonMesh& common)
{
  std::optional<VoxelLattice> lattice;
  for (std::size_t i = 0; !lattice && i < (common.isOneMesh ? 1 : designs.size()); ++i)
  {
    lattice = findVoxelLattice(designs[i].mesh);
  }
  std::vector<Positions> positions;
  for (std::size_t i = 0; lattice && i < designs.size(); ++i)
  {
    std::optional<Positions> placed =
      common.isOneMesh && i > 0 ? positions.front() : placeOn(*lattice, designs[i].mesh);
    if (!placed)
    {
      return false;
    }
    positions.push_back(*std::move(placed));
  }
  return lattice && fill(*lattice, positions, designs, common);
}
}
