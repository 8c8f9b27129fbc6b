#include "Operator/Voxel/VoxelStacks.h"

#include "Core/Execution/Bits.h"
#include "Core/Parallel.h"
#include "Core/SortAndScan.h"
#include "Mesh/Voxel/VoxelLookup.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
/// Calls visit(column, first, length) for the stacks of a tile, column by column.
template <class Visit>
TRABECULA_FUNCTION void forEachStack(
  const VoxelBrick* bricks, std::int64_t tile, const Visit& visit)
{
  constexpr int Wide = VoxelStacks<CompiledSpace>::Wide;
  constexpr int Layers = VoxelStacks<CompiledSpace>::Layers;
  constexpr int Tiles = VoxelStacks<CompiledSpace>::Tiles;
  const VoxelBrick& brick = bricks[tile / Tiles];
  const int lowest = Layers * static_cast<int>(tile % Tiles);
  for (int y = 0; y < Wide; ++y)
  {
    std::uint16_t columns[Wide] = {}; // one bit per element along z
    for (int z = 0; z <= Layers; ++z)
    {
      int position = 0;
      const std::int32_t same = voxels::brickAt(brick, 0, y - 1, lowest + z - 1, position);
      const std::int32_t before = voxels::brickAt(brick, -1, y - 1, lowest + z - 1, position);
      const int row = position / VoxelBrick::Edge;
      const unsigned eight = same < 0 ? 0U : bricks[same].elements[row];
      const unsigned other = before < 0 ? 0U : bricks[before].elements[row];
      const unsigned mask = eight << 1U | other >> unsigned(VoxelBrick::Edge - 1);
      for (int x = 0; x < Wide; ++x)
      {
        columns[x] = static_cast<std::uint16_t>(columns[x] | (mask >> x & 1U) << z);
      }
    }
    for (int x = 0; x < Wide; ++x)
    {
      unsigned rest = columns[x];
      while (rest != 0)
      {
        const int first = lowestBit(rest);
        const int length = lowestBit(~(rest >> first));
        visit(x + Wide * y, first, length);
        rest &= rest + (1U << first); // clears the lowest run of ones
      }
    }
  }
}

/// Writes the number of groups of tile i to position i + 1, and zero to the first position.
template <class Space>
void countGroups(const Context<Space>& context, std::int64_t count, const VoxelBrick* bricks,
  std::uint32_t* numbers)
{
  constexpr int GroupSize = VoxelStacks<Space>::GroupSize;
  forEach(
    context, count + 1, TRABECULA_LAMBDA(std::int64_t i) {
      std::uint32_t stacks = 0;
      if (i > 0)
      {
        forEachStack(bricks, i - 1, [&stacks](int, int, int) { ++stacks; });
      }
      numbers[i] = (stacks + GroupSize - 1) / GroupSize;
    });
}

/// Writes the stacks of each tile, longest first, and the number of moduli of group g to position g
/// + 1.
template <class Space>
void sortStacks(const Context<Space>& context, std::int64_t count, const VoxelBrick* bricks,
  const std::uint32_t* firstGroups, std::int32_t* tileOfGroup, std::uint16_t* stacks,
  std::uint32_t* moduli)
{
  constexpr int Layers = VoxelStacks<Space>::Layers;
  constexpr int GroupSize = VoxelStacks<Space>::GroupSize;
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t tile) {
      std::int64_t ofLength[Layers + 2] = {}; // number of each length, then its next position
      forEachStack(bricks, tile, [&ofLength](int, int, int length) { ++ofLength[length]; });
      std::int64_t place = GroupSize * std::int64_t(firstGroups[tile]);
      for (int length = Layers + 1; length > 0; --length)
      {
        const std::int64_t number = ofLength[length];
        ofLength[length] = place;
        place += number;
      }
      const std::int64_t end = GroupSize * std::int64_t(firstGroups[tile + 1]);
      for (; place < end; ++place)
      {
        stacks[place] = 0;
      }
      forEachStack(bricks, tile,
        [stacks, &ofLength](int column, int first, int length)
        { stacks[ofLength[length]++] = VoxelStacks<Space>::encode(column, first, length); });
      for (std::uint32_t group = firstGroups[tile]; group < firstGroups[tile + 1]; ++group)
      {
        tileOfGroup[group] = static_cast<std::int32_t>(tile);
        // The first stack of a group is its longest one.
        const int longest = VoxelStacks<Space>::length(stacks[GroupSize * std::int64_t(group)]);
        moduli[group + 1] = static_cast<std::uint32_t>(GroupSize * longest);
      }
    });
}
}

template <class Space>
VoxelStacks<Space>::VoxelStacks(
  const Context<Space>& context, const DeviceVector<VoxelBrick, Space>& bricks)
  : FirstGroups(context, Tiles * bricks.size() + 1)
{
  const auto count = Tiles * static_cast<std::int64_t>(bricks.size());
  detail::countGroups(context, count, bricks.data(), this->FirstGroups.data());
  inclusiveScan(this->FirstGroups);
  std::uint32_t groups = 0;
  context.copyToHost(&groups, this->FirstGroups.data() + count, sizeof(groups));
  this->TileOfGroup = DeviceVector<std::int32_t, Space>(context, groups);
  this->Stacks = DeviceVector<std::uint16_t, Space>(context, std::size_t(GroupSize) * groups);
  this->FirstModuli = DeviceVector<std::uint32_t, Space>(context, std::size_t(groups) + 1);
  this->FirstModuli.zero();
  detail::sortStacks(context, count, bricks.data(), this->FirstGroups.data(),
    this->TileOfGroup.data(), this->Stacks.data(), this->FirstModuli.data());
  inclusiveScan(this->FirstModuli);
  std::uint32_t moduli = 0;
  context.copyToHost(&moduli, this->FirstModuli.data() + groups, sizeof(moduli));
  this->NumberOfModuli = moduli;
}

template <class Space>
void VoxelStacks<Space>::arrange(
  const DeviceVector<VoxelBrick, Space>& bricks, const double* moduli, float* arranged) const
{
  const VoxelBrick* brick = bricks.data();
  const std::int32_t* tileOfGroup = this->TileOfGroup.data();
  const std::uint16_t* stacks = this->Stacks.data();
  const std::uint32_t* firstModuli = this->FirstModuli.data();
  forEach(
    this->Stacks.context(), static_cast<std::int64_t>(this->Stacks.size()),
    TRABECULA_LAMBDA(std::int64_t s) {
      const std::int64_t group = s / GroupSize;
      const unsigned stack = stacks[s];
      const int place = first(stack) - 1 + Layers * (tileOfGroup[group] % Tiles);
      const VoxelBrick& own = brick[tileOfGroup[group] / Tiles];
      float* to = arranged + firstModuli[group] + s % GroupSize;
      const auto steps =
        static_cast<int>((firstModuli[group + 1] - firstModuli[group]) / GroupSize);
      for (int k = 0; k < steps; ++k)
      {
        float modulus = 0.0F;
        if (k < length(stack))
        {
          int position = 0;
          const std::int32_t b = voxels::brickAt(
            own, column(stack) % Wide - 1, column(stack) / Wide - 1, place + k, position);
          modulus = static_cast<float>(moduli[voxels::elementAt(brick[b], position)]);
        }
        to[std::int64_t(GroupSize) * k] = modulus;
      }
    });
}

template <class Space>
std::size_t VoxelStacks<Space>::memory(std::size_t bricks, std::size_t elements)
{
  constexpr std::size_t columns = std::size_t(Wide) * Wide;
  constexpr std::size_t mostOfColumn = (Layers + 2) / 2; // every second element
  const std::size_t tiles = Tiles * bricks;
  // An element belongs to at most eight tiles, and a tile contains its own elements and those
  // around it. Stacks are sorted by length, so that the longest stack of a group, except for the
  // first, is at most as long as each stack of the previous group.
  constexpr std::size_t around =
    columns * (Layers + 1) - std::size_t(VoxelBrick::Edge) * VoxelBrick::Edge * Layers;
  const std::size_t inTiles = std::min(8 * elements, elements + tiles * around);
  const std::size_t moduli = tiles * GroupSize * (Layers + 1) + inTiles;
  const std::size_t stacks = tiles * GroupSize + std::min(inTiles, tiles * columns * mostOfColumn);
  return moduli * sizeof(float) + stacks * sizeof(std::uint16_t) +
    2 * (stacks / GroupSize) * sizeof(std::int32_t) + (tiles + 2) * sizeof(std::uint32_t);
}

template class VoxelStacks<CompiledSpace>;
}
