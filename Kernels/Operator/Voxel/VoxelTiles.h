#ifndef TRABECULA_OPERATOR_VOXEL_VOXELTILES_H
#define TRABECULA_OPERATOR_VOXEL_VOXELTILES_H

#include "Mesh/Voxel/VoxelGrid.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// A row along x of a brick: its first number, and a mask of its occupied positions.
struct alignas(8) VoxelRow
{
  /// mask of a full row that begins at a multiple of four.
  static constexpr std::uint32_t FullAndAligned = 0x1ff;
  std::uint32_t start;
  std::uint32_t mask; ///< bit 8 for a start that is a multiple of four
};

/// The rows of a brick, y fastest.
struct VoxelBrickRows
{
  VoxelRow nodes[VoxelBrick::Rows];
  VoxelRow elements[VoxelBrick::Rows];
};

/// Adjacent bricks along y, of which some may be missing, and their neighbours in the same layer:
/// the bricks of 8 planes for a block of threads. -1 for no brick.
struct VoxelTile
{
  static constexpr int Wide = 3;              ///< bricks along x
  static constexpr int MostDeep = 4;          ///< bricks of a tile along y
  std::int32_t bricks[Wide * (MostDeep + 2)]; ///< x fastest, from one before in x and in y
};

/// A stack of tiles along z that one block of threads processes.
struct VoxelColumn
{
  std::int32_t first; ///< number of the lowest tile
  std::int16_t count;
  std::int8_t continuesBelow; ///< whether tile first - 1 is the one below the column
  std::int8_t continuesAbove; ///< whether tile first + count is the one above
};

struct VoxelTiles
{
  std::vector<VoxelTile> tiles;     ///< ascending in z at each position in x and y
  std::vector<VoxelColumn> columns; ///< by layers, then y, then x
};

/**
 * Arranges the bricks of a grid for products that sweep along z. Of a part, columns have those
 * tiles of which it owns a brick, and the others only serve them.
 *
 * @param deep bricks of a tile along y, at most VoxelTile::MostDeep
 * @param longest largest number of tiles in a column: a column's first plane is computed twice, and
 * columns run in parallel
 */
VoxelTiles makeVoxelTiles(const VoxelGrid& grid, int deep, int longest);
}

#endif
