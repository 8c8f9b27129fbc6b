#ifndef TRABECULA_SOLVER_AGGREGATION_PARTS_LEVELNODES_H
#define TRABECULA_SOLVER_AGGREGATION_PARTS_LEVELNODES_H

#include "Core/Communication/Communicator.h"
#include "Core/Vectors/Halo.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace trabecula
{
/// A node of a level that is divided among parts.
struct OwnedNode
{
  std::int32_t part;   ///< its owner
  std::int32_t number; ///< among the nodes that this part owns
};

/// The nodes of a level that a part knows, with numbers of this part: those that it owns come
/// first, then ghosts in the order in which they were added.
class LevelNodes
{
public:
  LevelNodes() = default;
  LevelNodes(int part, std::int64_t owned) : Part(part), Owned(owned) {}

  int part() const { return this->Part; }
  std::int64_t owned() const { return this->Owned; }
  std::int64_t count() const
  {
    return this->Owned + static_cast<std::int64_t>(this->Ghosts.size());
  }
  OwnedNode operator[](std::int32_t node) const
  {
    return node < this->Owned ? OwnedNode{ this->Part, node }
                              : this->Ghosts[static_cast<std::size_t>(node - this->Owned)];
  }

  /// The number of a node in this part; an unknown one is added.
  std::int32_t numberOf(const OwnedNode& node);

  /// What parts exchange to update entries of ghosts; called by all parts at the same time.
  std::vector<HaloNeighbour> neighbours(const Communicator& parts) const;

private:
  int Part = 0;
  std::int64_t Owned = 0;
  std::vector<OwnedNode> Ghosts;
  std::unordered_map<std::uint64_t, std::int32_t> Numbers; ///< of ghosts
};

/// The entities of a list of neighbours in the other direction: owners receive what ghosts send.
/// @param first number of the first entity that is received
std::vector<HaloNeighbour> towardsOwners(
  const std::vector<HaloNeighbour>& neighbours, std::int64_t first);

/// Number of entities that a part receives.
std::int64_t numberReceived(const std::vector<HaloNeighbour>& neighbours);
}

#endif
