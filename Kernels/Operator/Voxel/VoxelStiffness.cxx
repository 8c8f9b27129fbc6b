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

/// Computes volumes and centroids of elements.
/// @param placesOfBricks in bricks @param spacing edges of a voxel @param corner of the image
template <class Space>
void voxelGeometry(const DeviceVector<std::int32_t, Space>& placesOfBricks,
  const VoxelBrick* bricks, const std::array<double, 3>& spacing,
  const std::array<double, 3>& corner, double* volumes, double* centroids)
{
  if (placesOfBricks.size() == 0)
  {
    return;
  }
  const std::int32_t* places = placesOfBricks.data();
  const double h[3] = { spacing[0], spacing[1], spacing[2] };
  const double origin[3] = { corner[0], corner[1], corner[2] };
  const double volume = h[0] * h[1] * h[2];
  forEach(
    placesOfBricks.context(),
    static_cast<std::int64_t>(placesOfBricks.size()) / 3 * voxels::Positions,
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

/// Computes gradients of a field at the centres of elements.
template <int Components, class Space>
void voxelGradients(const Context<Space>& context, std::int64_t count, const VoxelBrick* bricks,
  const std::array<double, 3>& spacing, const double* u, double* gradients)
{
  const double scale[3] = { 0.25 / spacing[0], 0.25 / spacing[1], 0.25 / spacing[2] };
  forEach(
    context, count * voxels::Positions, TRABECULA_LAMBDA(std::int64_t index) {
      const std::int64_t brick = index / voxels::Positions;
      const int position = static_cast<int>(index % voxels::Positions);
      const std::int64_t e = voxels::elementAt(bricks[brick], position);
      if (e < 0)
      {
        return;
      }
      double corners[8 * Components];
      cornerDisplacements<Components>(bricks, bricks[brick], position % VoxelBrick::Edge,
        position / VoxelBrick::Edge % VoxelBrick::Edge, position / VoxelBrick::Rows, u, corners);
      for (int i = 0; i < Components; ++i)
      {
        // Modes 1, 2 and 4 are 8 times the derivatives with respect to xi, eta and zeta, which span
        // an edge with a length of 2.
        double modes[8];
        hex8::toModes(corners + 8 * i, modes);
        gradients[3 * Components * e + 3 * i] = scale[0] * modes[1];
        gradients[3 * Components * e + 3 * i + 1] = scale[1] * modes[2];
        gradients[3 * Components * e + 3 * i + 2] = scale[2] * modes[4];
      }
    });
}

/// f += the transpose of voxelGradients(): each node sums the contributions of the voxels around
/// it.
template <int Components, class Space>
void addVoxelGradientsTransposed(const Context<Space>& context, std::int64_t count,
  const VoxelBrick* bricks, const std::array<double, 3>& spacing, const double* s, double* f)
{
  const double scale[3] = { 0.25 / spacing[0], 0.25 / spacing[1], 0.25 / spacing[2] };
  forEach(
    context, count * voxels::Positions, TRABECULA_LAMBDA(std::int64_t index) {
      const VoxelBrick& brick = bricks[index / voxels::Positions];
      const int position = static_cast<int>(index % voxels::Positions);
      const std::int64_t node = voxels::nodeAt(brick, position);
      if (node < 0)
      {
        return;
      }
      double sum[Components] = {};
      for (int voxel = 0; voxel < 8; ++voxel)
      {
        // In each direction the node is at the upper end of a voxel below it, and at the lower end
        // of one above.
        const int below[3] = { voxel & 1, voxel >> 1 & 1, voxel >> 2 };
        int place = 0;
        const std::int32_t of = voxels::brickAt(brick, position % VoxelBrick::Edge - below[0],
          position / VoxelBrick::Edge % VoxelBrick::Edge - below[1],
          position / VoxelBrick::Rows - below[2], place);
        const std::int64_t e = of < 0 ? -1 : voxels::elementAt(bricks[of], place);
        for (int i = 0; i < Components && e >= 0; ++i)
        {
          for (int j = 0; j < 3; ++j)
          {
            sum[i] += (below[j] ? scale[j] : -scale[j]) * s[3 * Components * e + 3 * i + j];
          }
        }
      }
      for (int i = 0; i < Components; ++i)
      {
        f[Components * node + i] += sum[i];
      }
    });
}
}

template <class Space, int Components>
VoxelStiffness<Space, Components>::VoxelStiffness(
  const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, VoxelLaw<Components> law)
  : StiffnessOperator<Space>(layouts), Spacing(grid.spacing()), Origin(grid.origin()),
    Places(layouts.context(), detail::flatPlaces(grid)), Voxels(layouts, grid, law)
{
}

template <class Space, int Components>
void VoxelStiffness<Space, Components>::productOfInterleaved(
  const MultiVector<Space>& x, MultiVector<Space>& y)
{
  if constexpr (Space::Id == ExecutionSpace::Host && Components == 3)
  {
    this->Voxels.multiplyInterleaved(x.columns(), x.data(), y.data());
  }
  else
  {
    LinearOperator<Space>::productOfInterleaved(x, y);
  }
}

template <class Space, int Components>
void VoxelStiffness<Space, Components>::computeGeometry(double* volumes, double* centroids)
{
  detail::voxelGeometry(
    this->Places, this->Voxels.bricks(), this->Spacing, this->Origin, volumes, centroids);
}

template <class Space, int Components>
void VoxelStiffness<Space, Components>::computeGradients(const double* u, double* gradients)
{
  detail::voxelGradients<Components>(this->context(),
    static_cast<std::int64_t>(this->Places.size()) / 3, this->Voxels.bricks(), this->Spacing, u,
    gradients);
}

template <class Space, int Components>
void VoxelStiffness<Space, Components>::addGradientsTransposed(const double* s, double* f)
{
  detail::addVoxelGradientsTransposed<Components>(this->context(),
    static_cast<std::int64_t>(this->Places.size()) / 3, this->Voxels.bricks(), this->Spacing, s, f);
}

template <class Space, int Components>
std::size_t VoxelStiffness<Space, Components>::memory(std::size_t bricks, std::size_t elements)
{
  return Products::memory(bricks, elements) + bricks * 3 * sizeof(std::int32_t);
}

template class VoxelStiffness<CompiledSpace>;
template class VoxelStiffness<CompiledSpace, 1>;
}
