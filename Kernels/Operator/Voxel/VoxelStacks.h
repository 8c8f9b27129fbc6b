#ifndef TRABECULA_OPERATOR_VOXEL_VOXELSTACKS_H
#define TRABECULA_OPERATOR_VOXEL_VOXELSTACKS_H

#include "Core/Context.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * Stacks: elements above each other along z without gaps, of the elements that touch the nodes of a
 * tile, which is a brick's lower or upper half: the tile's own and those before it in x, y and z.
 * For products on CUDA in which a thread computes a stack: in porous samples its neighbours in a
 * warp have elements then, too, which columns of voxels have not.
 *
 * The stacks of a tile are sorted, longest first, and divided into groups of a warp.
 */
template <class Space>
class VoxelStacks
{
public:
  static constexpr int GroupSize = 32;
  static constexpr int Layers = 4;                        ///< of nodes of a tile along z
  static constexpr int Tiles = VoxelBrick::Edge / Layers; ///< of a brick
  /// Columns of elements along x and y, counted from one before a tile.
  static constexpr int Wide = VoxelBrick::Edge + 1;

  /// None.
  VoxelStacks() = default;
  /// @param bricks of a grid, in memory of the space; MostBricks at most
  VoxelStacks(const Context<Space>& context, const DeviceVector<VoxelBrick, Space>& bricks);

  bool empty() const { return this->Stacks.size() == 0; }
  /// The first group of each tile, and their number at the end.
  const std::uint32_t* firstGroups() const { return this->FirstGroups.data(); }
  /// GroupSize of each group, see encode(); zero for none.
  const std::uint16_t* stacks() const { return this->Stacks.data(); }
  /// @param column x fastest @param first place of the first element along z, from one before the
  /// tile @param length number of elements
  TRABECULA_FUNCTION static std::uint16_t encode(int column, int first, int length)
  {
    return static_cast<std::uint16_t>(column | first << ColumnBits | length << LengthShift);
  }
  TRABECULA_FUNCTION static int column(unsigned stack)
  {
    return static_cast<int>(stack & ((1U << ColumnBits) - 1U));
  }
  TRABECULA_FUNCTION static int first(unsigned stack)
  {
    return static_cast<int>(stack >> ColumnBits & ((1U << PlaceBits) - 1U));
  }
  TRABECULA_FUNCTION static int length(unsigned stack)
  {
    return static_cast<int>(stack >> LengthShift);
  }
  /// Where moduli of each group begin in the vector that arrange() writes, and its size. Element k
  /// of stack s of a group has its modulus at GroupSize * k + s from there.
  const std::uint32_t* firstModuli() const { return this->FirstModuli.data(); }
  std::size_t numberOfModuli() const { return this->NumberOfModuli; }

  /// Copies moduli of elements to their stacks. @param arranged numberOfModuli() numbers
  void arrange(
    const DeviceVector<VoxelBrick, Space>& bricks, const double* moduli, float* arranged) const;

  /// Largest number of bricks whose moduli have 32-bit numbers: see memory().
  static constexpr std::size_t MostBricks =
    UINT32_MAX / (Tiles * (GroupSize + Wide * Wide) * (Layers + 1));
  /// Upper bound of the bytes of stacks and of their moduli in single precision.
  static std::size_t memory(std::size_t bricks, std::size_t elements);

private:
  static constexpr unsigned ColumnBits = 7;
  static constexpr unsigned PlaceBits = 4;
  static constexpr unsigned LengthShift = ColumnBits + PlaceBits;

  DeviceVector<std::uint32_t, Space> FirstGroups;
  DeviceVector<std::int32_t, Space> TileOfGroup;
  DeviceVector<std::uint16_t, Space> Stacks;
  DeviceVector<std::uint32_t, Space> FirstModuli;
  std::size_t NumberOfModuli = 0;
};
}

#endif
