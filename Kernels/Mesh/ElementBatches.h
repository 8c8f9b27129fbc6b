#ifndef TRABECULA_MESH_ELEMENTBATCHES_H
#define TRABECULA_MESH_ELEMENTBATCHES_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Consecutive elements divided into batches, for kernels in which a block of threads stores the
 * nodes of a batch in shared memory: each node of a batch has a slot there, is read once, and its
 * sum over the elements of the batch is written once.
 *
 * Slots are assigned to minimize bank conflicts of sixteen neighbouring threads, which a GPU
 * processes together: slots s and s + 16 share a bank of eight bytes.
 */
struct ElementBatches
{
  static constexpr int LargestSize = 256;
  static constexpr int EntriesPerSlot = 8;
  static constexpr std::uint16_t NoEntry = 0xffff;
  /// Number of bits of a corner's slot; higher bits are free for other use.
  static constexpr int SlotBits = 10;

  int size = 0; ///< elements in each batch but the last
  int nodesPerElement = 8;
  /// First slot of each batch; one more than there are batches.
  std::vector<std::int32_t> starts;
  /// Node of each slot; its bitwise complement if no other slot has that node. A node with more
  /// than EntriesPerSlot elements in a batch has several slots.
  std::vector<std::int32_t> nodes;
  /// nodesPerElement per element: the slot of each node, counted from the batch's first.
  std::vector<std::uint16_t> corners;
  /// EntriesPerSlot per slot: the element nodes of the batch whose values are summed in the slot,
  /// as size * node + element with the node's number in its element; unused entries, at any
  /// position, are NoEntry.
  std::vector<std::uint16_t> entries;
  /// Nodes with no slot or with several, in ascending order, and where their slots start in
  /// sharedSlots; one start more than nodes.
  std::vector<std::int32_t> sharedNodes;
  std::vector<std::int32_t> sharedStarts;
  std::vector<std::int32_t> sharedSlots;
  int mostSlots = 0; ///< maximum over batches
};

/**
 * Divides elements into batches. The result does not depend on the number of threads.
 *
 * @param connectivity nodesPerElement nodes per element, in the order of the batches.
 * @param size elements in each batch, a multiple of 16 up to LargestSize.
 * @param nodesPerElement up to 20
 */
ElementBatches makeElementBatches(const std::vector<std::int32_t>& connectivity,
  std::size_t numberOfNodes, int size, int nodesPerElement = 8);
}

#endif
