#ifndef TRABECULA_MESH_DISTRIBUTION_HALOPLAN_H
#define TRABECULA_MESH_DISTRIBUTION_HALOPLAN_H

#include "Core/Vectors/Halo.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// The entities of one part, such as nodes, by their global numbers, and those that it exchanges
/// with other parts.
struct HaloPlan
{
  std::vector<std::int32_t> owned;  ///< ascending
  std::vector<std::int32_t> ghosts; ///< ascending
  std::vector<HaloNeighbour> neighbours;

  std::int64_t count() const
  {
    return static_cast<std::int64_t>(this->owned.size() + this->ghosts.size());
  }
  /// Global numbers of all entities of the part in its order: owned ones, then ghosts.
  std::vector<std::int32_t> all() const;
};

/**
 * Computes the plan of each part.
 *
 * @param owner part that owns each entity
 * @param ghosts of each part: global numbers of entities of other parts, in any order
 * @throws Error if an owner is not one of the parts, or a ghost is not an entity of another part
 */
std::vector<HaloPlan> planHalos(
  const std::vector<std::int32_t>& owner, std::vector<std::vector<std::int32_t>> ghosts);

template <class Space>
std::shared_ptr<const Halo<Space>> makeHalo(const Context<Space>& context, const HaloPlan& plan)
{
  return std::make_shared<const Halo<Space>>(context, static_cast<std::int64_t>(plan.owned.size()),
    static_cast<std::int64_t>(plan.ghosts.size()), plan.neighbours);
}
}

#endif
