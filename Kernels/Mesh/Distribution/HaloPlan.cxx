#include "Mesh/Distribution/HaloPlan.h"

#include "Core/Error.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace trabecula
{
std::vector<std::int32_t> HaloPlan::all() const
{
  std::vector<std::int32_t> numbers = this->owned;
  numbers.insert(numbers.end(), this->ghosts.begin(), this->ghosts.end());
  return numbers;
}

std::vector<HaloPlan> planHalos(
  const std::vector<std::int32_t>& owner, std::vector<std::vector<std::int32_t>> ghosts)
{
  std::vector<HaloPlan> plans(ghosts.size());
  std::vector<std::int32_t> inOwner(owner.size()); // number of each entity in the part of its owner
  for (std::size_t i = 0; i < owner.size(); ++i)
  {
    if (owner[i] < 0 || static_cast<std::size_t>(owner[i]) >= plans.size())
    {
      throw Error("Entity " + std::to_string(i) + " belongs to part " + std::to_string(owner[i]) +
        ", but there are " + std::to_string(plans.size()) + " parts.");
    }
    std::vector<std::int32_t>& owned = plans[static_cast<std::size_t>(owner[i])].owned;
    inOwner[i] = static_cast<std::int32_t>(owned.size());
    owned.push_back(static_cast<std::int32_t>(i));
  }
  // Messages are sorted by receiver and sender; the sender lists entities in the order of the
  // receiver's ghosts.
  std::map<std::pair<int, int>, HaloNeighbour> messages;
  for (std::size_t part = 0; part < plans.size(); ++part)
  {
    HaloPlan& plan = plans[part];
    plan.ghosts = std::move(ghosts[part]);
    std::sort(plan.ghosts.begin(), plan.ghosts.end());
    const auto rank = static_cast<int>(part);
    for (std::size_t g = 0; g < plan.ghosts.size(); ++g)
    {
      const auto entity = static_cast<std::size_t>(plan.ghosts[g]);
      if (plan.ghosts[g] < 0 || entity >= owner.size() || owner[entity] == rank)
      {
        throw Error("Entity " + std::to_string(plan.ghosts[g]) + " cannot be a ghost of part " +
          std::to_string(rank) + ": give one of the " + std::to_string(owner.size()) +
          " entities that another part owns.");
      }
      const int from = owner[entity];
      HaloNeighbour& receives = messages[{ rank, from }];
      receives.rank = from;
      receives.received.push_back(static_cast<std::int32_t>(plan.owned.size() + g));
      HaloNeighbour& sends = messages[{ from, rank }];
      sends.rank = rank;
      sends.sent.push_back(inOwner[entity]);
    }
  }
  for (auto& [parts, neighbour] : messages)
  {
    plans[static_cast<std::size_t>(parts.first)].neighbours.push_back(std::move(neighbour));
  }
  return plans;
}
}
