// This file contains the definitions common to all spaces.

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Element/VoxelHex8.h"
#include "Mesh/Voxel/VoxelLookup.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Operator/Voxel/VoxelOperator.h"

#include <string>

namespace trabecula
{
namespace detail
{
/// Longer columns reduce redundant computation, and shorter ones increase parallelism on small
/// grids.
constexpr int TilesOfColumn = 4;

/// The number of rows along x per thread of a CUDA kernel is limited by registers.
constexpr int RowsOfThread = 1;

/// If at least this fraction of the positions of bricks have a node, sweeps of whole planes are
/// faster than stacks in smoothing steps, which are most products of a solution.
constexpr double LeastFilled = 0.85;

/// Writes the rows of all bricks, followed by those of an empty brick.
template <class Space>
void writeRows(
  const Context<Space>& context, std::int64_t count, const VoxelBrick* bricks, VoxelBrickRows* rows)
{
  forEach(
    context, (count + 1) * VoxelBrick::Rows, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t b = i / VoxelBrick::Rows;
      const std::int64_t r = i % VoxelBrick::Rows;
      VoxelRow nodes = {};
      VoxelRow elements = {};
      if (b < count)
      {
        const VoxelBrick& brick = bricks[b];
        nodes.start = static_cast<std::uint32_t>(brick.firstNode) + brick.nodeRows[r];
        nodes.mask = brick.nodes[r] | (nodes.start % 4U == 0U ? 0x100U : 0U);
        elements = { static_cast<std::uint32_t>(brick.firstElement) + brick.elementRows[r],
          brick.elements[r] };
      }
      rows[b].nodes[r] = nodes;
      rows[b].elements[r] = elements;
    });
}
}

template <class Space>
bool VoxelOperator<Space>::takesStacks(std::size_t bricks, std::int64_t nodes)
{
  const auto places = static_cast<double>(bricks) * voxels::Positions;
  return Space::Id == ExecutionSpace::Cuda && bricks <= VoxelStacks<Space>::MostBricks &&
    static_cast<double>(nodes) < detail::LeastFilled * places;
}

template <class Space>
VoxelOperator<Space>::VoxelOperator(
  const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, VoxelLaw<3> law)
  : LinearOperator<Space>(layouts.unknowns), Spacing(grid.spacing()),
    PoissonsRatio(law.poissonsRatio), Bricks(layouts.context(), grid.bricks()),
    OwnedBricks(grid.numberOfOwnedBricks()), Moduli(layouts.materialPoints, grid.moduli())
{
  const Context<Space>& context = this->context();
  if (this->layout().size() != 3 * grid.numberOfNodes())
  {
    throw Error("A grid of " + std::to_string(grid.numberOfNodes()) +
      " nodes is given a layout of " + this->layout().text() + ".");
  }
  if constexpr (Space::Id == ExecutionSpace::Host)
  {
    this->faces(1);
  }
  if (Space::Id == ExecutionSpace::Cuda)
  {
    const VoxelTiles tiles = makeVoxelTiles(grid, 2 * detail::RowsOfThread, detail::TilesOfColumn);
    this->Tiles = DeviceVector<VoxelTile, Space>(context, tiles.tiles);
    this->Columns = DeviceVector<VoxelColumn, Space>(context, tiles.columns);
    this->Rows = DeviceVector<VoxelBrickRows, Space>(context, this->Bricks.size() + 1);
    detail::writeRows(context, static_cast<std::int64_t>(this->Bricks.size()), this->Bricks.data(),
      this->Rows.data());
    if (takesStacks(this->Bricks.size(), this->numberOfNodes()))
    {
      this->Stacks = VoxelStacks<Space>(context, this->Bricks);
    }
  }
  this->ModuliInFloat = DeviceVector<float, Space>(
    context, this->Stacks.empty() ? grid.moduli().size() : this->Stacks.numberOfModuli());
  this->useModuli(this->Moduli.data());
}

template <class Space>
void VoxelOperator<Space>::setModuli(const Vector<Space>& moduli, double least)
{
  moduli.require(this->Moduli.layout(), "A vector of moduli");
  moduli.updateGhosts();
  this->useModuli(moduli.data(), least);
}

template <class Space>
void VoxelOperator<Space>::useModuli(const double* moduli, double least)
{
  double* wide = this->Moduli.data();
  float* narrow = this->ModuliInFloat.data();
  const bool areInOrder = this->Stacks.empty();
  forEach(
    this->context(), this->numberOfElements(), TRABECULA_LAMBDA(std::int64_t e) {
      const double modulus = moduli[e] < least ? least : moduli[e];
      wide[e] = modulus;
      if (areInOrder)
      {
        narrow[e] = static_cast<float>(modulus);
      }
    });
  if (!areInOrder)
  {
    this->Stacks.arrange(this->Bricks, wide, narrow);
  }
}

template <class Space>
void VoxelOperator<Space>::productOfInterleaved(const MultiVector<Space>& x, MultiVector<Space>& y)
{
  if constexpr (Space::Id == ExecutionSpace::Host)
  {
    this->multiplyInterleaved(x.columns(), x.data(), y.data());
  }
  else
  {
    LinearOperator<Space>::productOfInterleaved(x, y);
  }
}

template <class Space>
void VoxelOperator<Space>::computeDiagonal(double* d)
{
  const voxelhex8::Brick<double> unit =
    voxelhex8::unitBrick<double>(this->Spacing.data(), this->PoissonsRatio);
  double element[3];
  for (int c = 0; c < 3; ++c)
  {
    // The entry is the same at every corner of a brick-shaped voxel.
    double u[24] = {};
    double f[24];
    u[8 * c] = 1.0;
    voxelhex8::product(u, 1.0, unit, f);
    element[c] = f[8 * c];
  }
  const double dx = element[0];
  const double dy = element[1];
  const double dz = element[2];
  const VoxelBrick* bricks = this->Bricks.data();
  const double* moduli = this->Moduli.data();
  forEach(
    this->context(), static_cast<std::int64_t>(this->Bricks.size()) * VoxelBrick::Rows,
    TRABECULA_LAMBDA(std::int64_t index) {
      const VoxelBrick& brick = bricks[index / VoxelBrick::Rows];
      const int row = static_cast<int>(index % VoxelBrick::Rows);
      const unsigned nodes = brick.nodes[row];
      if (nodes == 0)
      {
        return;
      }
      unsigned masks[4];
      const double* next[4]; // modulus of the next voxel in each row
      double before = 0.0;   // sum of the moduli before a node
      for (int m = 0; m < 4; ++m)
      {
        const voxels::RowAround around(brick, row, m);
        masks[m] = around.mask(bricks);
        const VoxelBrick& same = bricks[around.same < 0 ? 0 : around.same];
        next[m] = moduli + same.firstElement + same.elementRows[around.row];
        if (masks[m] & 1U)
        {
          const VoxelBrick& other = bricks[around.before];
          before +=
            moduli[voxels::elementAt(other, VoxelBrick::Edge * around.row + VoxelBrick::Edge - 1)];
        }
      }
      std::int64_t node = std::int64_t(brick.firstNode) + brick.nodeRows[row];
      for (int i = 0; i < VoxelBrick::Edge; ++i)
      {
        double after = 0.0;
        for (int m = 0; m < 4; ++m)
        {
          after += masks[m] >> (i + 1) & 1U ? *next[m]++ : 0.0;
        }
        if (nodes >> i & 1U)
        {
          d[3 * node] = dx * (before + after);
          d[3 * node + 1] = dy * (before + after);
          d[3 * node + 2] = dz * (before + after);
          ++node;
        }
        before = after;
      }
    });
}

template <class Space>
std::size_t VoxelOperator<Space>::memory(std::size_t bricks, std::size_t elements)
{
  const bool tiled = Space::Id == ExecutionSpace::Cuda;
  // There are at least as many nodes as elements, so that the number of elements is a lower bound.
  const std::size_t narrow = takesStacks(bricks, static_cast<std::int64_t>(elements))
    ? VoxelStacks<Space>::memory(bricks, elements)
    : elements * sizeof(float);
  return bricks * sizeof(VoxelBrick) +
    (tiled ? 2 * bricks * (sizeof(VoxelTile) + sizeof(VoxelColumn)) +
          (bricks + 1) * sizeof(VoxelBrickRows)
           : bricks * VoxelHostFaceValues * sizeof(double)) +
    elements * sizeof(double) + narrow;
}
}
