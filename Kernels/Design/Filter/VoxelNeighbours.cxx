#include "Design/Filter/VoxelNeighbours.h"

#include "Core/Teams.h"
#include "Design/Filter/VoxelFilterHostKernels.h"
#include "Mesh/Voxel/VoxelLookup.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

namespace trabecula
{
template <class Space>
bool VoxelNeighbours<Space>::areNear(const std::array<double, 3>& spacing, double radius)
{
  constexpr int most = Space::Id == ExecutionSpace::Host ? VoxelBrick::Edge : VoxelBrick::Edge - 1;
  return radius < (most + 1) * *std::min_element(spacing.begin(), spacing.end());
}

template <class Space>
VoxelNeighbours<Space>::VoxelNeighbours(
  LayoutPointer<Space> elements, const VoxelGrid& grid, double radius, bool isEqual)
  : Elements(std::move(elements)), Bricks(this->Elements->context(), grid.bricks())
{
  const Context<Space>& context = this->Elements->context();
  if (this->Elements->count() != grid.numberOfElements())
  {
    throw Error("A filter of " + std::to_string(this->Elements->count()) +
      " elements is given a grid of " + std::to_string(grid.numberOfElements()) + ".");
  }
  const std::array<double, 3>& spacing = grid.spacing();
  for (std::size_t d = 0; d < 3; ++d)
  {
    this->Reach[d] = std::min(static_cast<int>(radius / spacing[d]), VoxelBrick::Edge);
  }
  std::vector<double> weights;
  std::vector<std::int32_t> reachOfRows;
  for (int k = -this->Reach[2]; k <= this->Reach[2]; ++k)
  {
    for (int j = -this->Reach[1]; j <= this->Reach[1]; ++j)
    {
      std::int32_t reach = -1;
      for (int i = -this->Reach[0]; i <= this->Reach[0]; ++i)
      {
        const double weight = radius - std::hypot(i * spacing[0], j * spacing[1], k * spacing[2]);
        reach = weight > 0.0 ? std::max(reach, std::abs(i)) : reach;
        weights.push_back(isEqual && weight > 0.0 ? 1.0 : std::max(weight, 0.0));
      }
      reachOfRows.push_back(reach);
    }
  }
  this->Weights = DeviceVector<double, Space>(context, weights);
  this->ReachOfRows = DeviceVector<std::int32_t, Space>(context, reachOfRows);
}

template <class Space>
void VoxelNeighbours<Space>::gather(const Vector<Space>& values, Vector<Space>& sums) const
{
  detail::requireOwned(values, *this->Elements, "A vector that is summed over neighbours");
  detail::requireOwned(sums, *this->Elements, "A vector of sums over neighbours");
  this->sum(this->Weights, values.data(), sums.data());
}

namespace detail
{
/// Returns the sum of values[e] - 1.
template <class Space>
std::int64_t sumLessOnes(const Context<Space>& context, std::int64_t n, const double* values)
{
  return static_cast<std::int64_t>(context
                                     .reduce(
                                       n, Sums<1>{},
                                       TRABECULA_LAMBDA(std::int64_t e) {
                                         Sums<1> sum;
                                         sum.v[0] = values[e] - 1.0;
                                         return sum;
                                       },
                                       AddSums())
                                     .v[0]);
}
}

template <class Space>
std::int64_t VoxelNeighbours<Space>::countPairs() const
{
  std::vector<double> weights = this->Weights.toHost();
  for (double& weight : weights)
  {
    weight = weight > 0.0 ? 1.0 : 0.0;
  }
  const Context<Space>& context = this->Elements->context();
  const Vector<Space> ones(
    this->Elements, std::vector<double>(static_cast<std::size_t>(this->Elements->count()), 1.0));
  Vector<Space> counts(this->Elements);
  this->sum(DeviceVector<double, Space>(context, weights), ones.data(), counts.data());
  // Each element is also counted as a neighbour of itself.
  return detail::sumLessOnes(context, counts.ownedSize(), counts.data());
}

#ifdef __CUDACC__
namespace detail
{
/// The bricks, and the stencil of their sums; plain data for kernels.
struct BricksAndStencil
{
  const VoxelBrick* bricks;
  VoxelStencil stencil;
  int size[3]; ///< voxels along each axis of a brick and its surroundings within the reach

  TRABECULA_FUNCTION int places() const { return this->size[0] * this->size[1] * this->size[2]; }

  /// Returns the value of the element at a place in the surroundings of a brick, 0 if there is
  /// none.
  TRABECULA_FUNCTION double valueAt(const VoxelBrick& brick, int place, const double* values) const
  {
    const int i = place % this->size[0] - this->stencil.reach[0];
    const int j = place / this->size[0] % this->size[1] - this->stencil.reach[1];
    const int k = place / (this->size[0] * this->size[1]) - this->stencil.reach[2];
    int position = 0;
    const std::int32_t other = voxels::brickAt(brick, i, j, k, position);
    const std::int32_t element = other < 0 ? -1 : voxels::elementAt(this->bricks[other], position);
    return element < 0 ? 0.0 : values[element];
  }

  /// Returns the sum at a position of a brick. @param around values of its surroundings
  TRABECULA_FUNCTION double sumAt(int position, const double* around) const
  {
    constexpr int Edge = VoxelBrick::Edge;
    const std::int32_t* reach = this->stencil.reachOfRows;
    const double* middle = this->stencil.weights + this->stencil.reach[0];
    double sum = 0.0;
    for (int dz = 0; dz <= 2 * this->stencil.reach[2]; ++dz)
    {
      for (int dy = 0; dy <= 2 * this->stencil.reach[1]; ++dy)
      {
        const double* from = around + position % Edge + this->stencil.reach[0] +
          this->size[0] *
            (position / Edge % Edge + dy + this->size[1] * (position / VoxelBrick::Rows + dz));
        for (int dx = -*reach; dx <= *reach; ++dx)
        {
          sum += middle[dx] * from[dx];
        }
        ++reach;
        middle += 2 * this->stencil.reach[0] + 1;
      }
    }
    return sum;
  }
};

/// Computes the sums of one brick by a team.
struct SumsOfBrick
{
  BricksAndStencil what;
  const double* values;
  double* sums;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t b, const Team& team, char* scratch) const
  {
    const VoxelBrick& brick = this->what.bricks[b];
    constexpr int Last = VoxelBrick::Rows - 1;
    if (brick.elementRows[Last] == 0 && brick.elements[Last] == 0) // the brick has nodes only
    {
      return;
    }
    auto* around = reinterpret_cast<double*>(scratch);
    team.each(this->what.places(),
      [&](int place) { around[place] = this->what.valueAt(brick, place, this->values); });
    team.each(voxels::Positions,
      [&](int position)
      {
        const std::int32_t element = voxels::elementAt(brick, position);
        if (element >= 0)
        {
          this->sums[element] = this->what.sumAt(position, around);
        }
      });
  }
};
}
#endif

template <class Space>
void VoxelNeighbours<Space>::sum(
  const DeviceVector<double, Space>& weights, const double* values, double* sums) const
{
  const VoxelStencil stencil = { { this->Reach[0], this->Reach[1], this->Reach[2] }, weights.data(),
    this->ReachOfRows.data() };
  const auto bricks = static_cast<std::int64_t>(this->Bricks.size());
#ifdef __CUDACC__
  constexpr int edge = VoxelBrick::Edge;
  const detail::BricksAndStencil what = { this->Bricks.data(), stencil,
    { edge + 2 * this->Reach[0], edge + 2 * this->Reach[1], edge + 2 * this->Reach[2] } };
  forEachTeam<256>(this->Elements->context(), bricks,
    static_cast<std::size_t>(what.places()) * sizeof(double),
    detail::SumsOfBrick{ what, values, sums });
#else
  voxelFilterHostKernels().gather(bricks, this->Bricks.data(), stencil, values, sums);
#endif
}

template class VoxelNeighbours<CompiledSpace>;
}
