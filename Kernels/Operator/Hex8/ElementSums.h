#ifndef TRABECULA_OPERATOR_HEX8_ELEMENTSUMS_H
#define TRABECULA_OPERATOR_HEX8_ELEMENTSUMS_H

#include "Core/Context.h"
#include "Mesh/ElementBatches.h"
#include "Mesh/ElementOrder.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Data for gathering nodal values to elements and for summing element results at nodes.
 *
 * Built from the connectivity in the order of positions, that is, of processing.
 */
template <class Space>
struct ElementSums;

/// Host: blocks of one colour at a time, in a fixed order.
template <>
struct ElementSums<HostSpace>
{
  /// Finds the node of a corner.
  struct Nodes
  {
    const std::int32_t* connectivity;
    std::int64_t operator()(std::int64_t position, int corner) const
    {
      return this->connectivity[8 * position + corner];
    }
  };

  ElementSums(const Context<HostSpace>& context, const std::vector<std::int32_t>& order,
    std::size_t numberOfNodes, const std::vector<std::uint8_t>& /*tags*/, bool /*reproducible*/)
    : blocks(colourBlocks(order, numberOfNodes)), connectivity(context, order)
  {
  }

  Nodes nodesOfElements() const { return { this->connectivity.data() }; }

  ColouredBlocks blocks;
  DeviceVector<std::int32_t, HostSpace> connectivity; ///< 8 per position
};

/// CUDA: batches with sums in shared memory. Sums at nodes of several batches are added atomically,
/// or, if reproducible, stored and added in a fixed order.
template <>
struct ElementSums<CudaSpace>
{
  /// Finds the node of a corner, through the slots of its batch.
  struct Nodes
  {
    std::int64_t batchSize;
    const std::int32_t* starts;
    const std::int32_t* nodes;
    const std::uint16_t* corners;
    TRABECULA_FUNCTION std::int64_t operator()(std::int64_t position, int corner) const
    {
      const int slot = this->corners[8 * position + corner] % (1 << ElementBatches::SlotBits);
      const std::int32_t node = this->nodes[this->starts[position / this->batchSize] + slot];
      return node < 0 ? ~node : node;
    }
  };

  /// @param tags one small number per position, stored above the slot of its first corner; or empty
  ElementSums(const Context<CudaSpace>& context, const std::vector<std::int32_t>& connectivity,
    std::size_t numberOfNodes, const std::vector<std::uint8_t>& tags, bool reproducible);

  Nodes nodesOfElements() const
  {
    return { this->batchSize, this->starts.data(), this->nodes.data(), this->corners.data() };
  }

  int batchSize = 0;
  int mostSlots = 0; ///< even
  bool reproducible = false;
  DeviceVector<std::int32_t, CudaSpace> starts;
  DeviceVector<std::int32_t, CudaSpace> nodes;
  DeviceVector<std::uint16_t, CudaSpace> corners;
  DeviceVector<std::uint16_t, CudaSpace> entries;
  DeviceVector<std::int32_t, CudaSpace> sharedNodes;
  DeviceVector<std::int32_t, CudaSpace> sharedStarts;
  DeviceVector<std::int32_t, CudaSpace> sharedSlots;
  DeviceVector<double, CudaSpace> partials; ///< 3 per slot
};
}

#endif
