#ifndef TRABECULA_SOLVER_AGGREGATION_PARTS_OWNERSUMS_H
#define TRABECULA_SOLVER_AGGREGATION_PARTS_OWNERSUMS_H

#include "Core/Vectors/Halo.h"
#include "Solver/Aggregation/Parts/LevelNodes.h"
#include "Solver/Aggregation/Parts/RowExchange.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Adds contributions of several parts to items, such as nodes or blocks of a matrix, at their
/// owners, by rank of the parts.
template <class Space>
class OwnerSums
{
public:
  /// For the blocks of rows.
  /// @param blocks number of the blocks of this part
  OwnerSums(const Context<Space>& context, std::int64_t blocks, const SummedRows& rows);
  /// For nodes. @param neighbours what parts exchange to update their ghosts
  OwnerSums(const Context<Space>& context, const LevelNodes& nodes,
    const std::vector<HaloNeighbour>& neighbours);

  /// Number of items of this part with those that it receives.
  std::int64_t items() const { return this->Exchange.owned() + this->Exchange.ghosts(); }

  /// Called by all parts at the same time. Instantiated for float and double.
  /// @param items contributions of this part, then memory for those that it receives
  /// @param sums of the items that it owns, in other memory
  template <class T>
  void add(T* items, int components, T* sums) const;

private:
  Halo<Space> Exchange;
  DeviceVector<std::int64_t, Space> Starts; ///< of each sum in Items
  DeviceVector<std::int32_t, Space> Items;  ///< that are added
};
}

#endif
