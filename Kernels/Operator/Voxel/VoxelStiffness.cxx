#include "Operator/Voxel/VoxelStiffness.h"
#include "Core/Parallel.h"
#include "Element/Hex8.h"
#include "Mesh/Voxel/VoxelLookup.h"
#include "Operator/Voxel/VoxelCorners.h"

#include <vector>

namespace trabecula
{
namespace detail
{
inline std::vector<std::int32_t> flatPlaces(const VoxelGrid& grid)
{
  std::vector<std::int32_t> places;
  places.reserve(3 * grid.places().size());
  for (const auto& place : grid.places())
  {
    places.insert(places.end(), place.begin(), place.end());
  }
  return places;
}
}

template <class Space>
VoxelStiffness<Space>::VoxelStiffness(const VoxelGrid& grid, double poissonsRatio)
  : Spacing(grid.spacing()), Origin(grid.origin()), Places(detail::flatPlaces(grid)),
    Voxels(grid, poissonsRatio)
{
}

template <class Space>
void VoxelStiffness<Space>::geometry(double* volumes, double* centroids)
{
  const VoxelBrick* bricks = this->Voxels.bricks();
  const std::int32_t* places = this->Places.data();
  const double h[3] = { this->Spacing[0], this->Spacing[1], this->Spacing[2] };
  const double origin[3] = { this->Origin[0], this->Origin[1], this->Origin[2] };
  const double volume = h[0] * h[1] * h[2];
  forEach<Space>(
    static_cast<std::int64_t>(this->Places.size()) / 3 * voxels::Positions,
    TRABECULA_LAMBDA(std::int64_t index) {
      const std::int64_t brick = index / voxels::Positions;
      const int position = static_cast<int>(index % voxels::Positions);
      const std::int64_t e = voxels::elementAt(bricks[brick], position);
      if (e < 0)
      {
        return;
      }
      const int at[3] = { position % VoxelBrick::Edge,
        position / VoxelBrick::Edge % VoxelBrick::Edge, position / VoxelBrick::Rows };
      volumes[e] = volume;
      for (int d = 0; d < 3; ++d)
      {
        centroids[3 * e + d] =
          origin[d] + h[d] * (VoxelBrick::Edge * places[3 * brick + d] + at[d] + 0.5);
      }
    });
}

template <class Space>
void VoxelStiffness<Space>::displacementGradients(const double* u, double* gradients)
{
  const VoxelBrick* bricks = this->Voxels.bricks();
  const double scale[3] = { 0.25 / this->Spacing[0], 0.25 / this->Spacing[1],
    0.25 / this->Spacing[2] };
  forEach<Space>(
    static_cast<std::int64_t>(this->Places.size()) / 3 * voxels::Positions,
    TRABECULA_LAMBDA(std::int64_t index) {
      const std::int64_t brick = index / voxels::Positions;
      const int position = static_cast<int>(index % voxels::Positions);
      const std::int64_t e = voxels::elementAt(bricks[brick], position);
      if (e < 0)
      {
        return;
      }
      double corners[24];
      detail::cornerDisplacements(bricks, bricks[brick], position % VoxelBrick::Edge,
        position / VoxelBrick::Edge % VoxelBrick::Edge, position / VoxelBrick::Rows, u, corners);
      for (int i = 0; i < 3; ++i)
      {
        // Modes 1, 2 and 4 are 8 times the derivatives in xi, eta and zeta, two to an edge.
        double modes[8];
        hex8::toModes(corners + 8 * i, modes);
        gradients[9 * e + 3 * i] = scale[0] * modes[1];
        gradients[9 * e + 3 * i + 1] = scale[1] * modes[2];
        gradients[9 * e + 3 * i + 2] = scale[2] * modes[4];
      }
    });
}

template <class Space>
std::size_t VoxelStiffness<Space>::memory(std::size_t bricks, std::size_t elements)
{
  return VoxelOperator<Space>::memory(bricks, elements) + bricks * 3 * sizeof(std::int32_t);
}

template class VoxelStiffness<CompiledSpace>;
}
