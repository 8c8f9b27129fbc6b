#ifndef TRABECULA_MESH_ELEMENTORDER_H
#define TRABECULA_MESH_ELEMENTORDER_H

#include "Mesh/Mesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// The order of elements of one type along a Morton curve through their centroids, in which
/// consecutive elements are close in space: order[position] = element.
std::vector<std::int32_t> mortonOrder(const Mesh& mesh);

/// The connectivity of elements of one type in such an order.
std::vector<std::int32_t> connectivityInOrder(
  const Mesh& mesh, const std::vector<std::int32_t>& order);

/**
 * Blocks of consecutive elements, coloured so that no two blocks of one colour share a node: blocks
 * of one colour can add to nodes concurrently without a race, and sums do not depend on the number
 * of threads.
 */
struct ColouredBlocks
{
  static constexpr std::int32_t BlockSize = 256; ///< elements in each block but the last

  std::vector<std::int32_t> blocks;       ///< block numbers, colour after colour
  std::vector<std::int32_t> colourStarts; ///< into blocks; one more than there are colours
};

/// Greedy colouring; connectivity is 8 nodes per element, in the order of the blocks.
ColouredBlocks colourBlocks(
  const std::vector<std::int32_t>& connectivity, std::size_t numberOfNodes);

/// Elements coloured individually so that no two of one colour share a node.
struct ColouredElements
{
  std::vector<std::int32_t> elements;     ///< element numbers, colour after colour
  std::vector<std::int32_t> colourStarts; ///< into elements; one more than there are colours
};

/// Greedy colouring in the order of the elements.
ColouredElements colourElements(const Mesh& mesh);
}

#endif
