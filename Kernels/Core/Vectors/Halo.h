#ifndef TRABECULA_CORE_VECTORS_HALO_H
#define TRABECULA_CORE_VECTORS_HALO_H

#include "Core/Communication/PackedExchange.h"
#include "Core/Context.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// Entities whose entries a part exchanges with another part, by their numbers in this part. Both
/// parts list the same entities in the same order.
struct HaloNeighbour
{
  int rank;                           ///< of the other part
  std::vector<std::int32_t> sent;     ///< owned here, ghosts there
  std::vector<std::int32_t> received; ///< ghosts here, owned there
};

/**
 * The entities of a part of a mesh, a grid or a patch, and which of them other parts own. Owned
 * entities come first, then ghosts. Entries of vectors are exchanged by update() alone.
 */
template <class Space>
class Halo
{
public:
  /// @param owned, ghosts numbers of entities
  Halo(const Context<Space>& context, std::int64_t owned, std::int64_t ghosts,
    const std::vector<HaloNeighbour>& neighbours);
  ~Halo();
  Halo(const Halo&) = delete;
  Halo& operator=(const Halo&) = delete;

  const Context<Space>& context() const { return *this->Computing; }
  std::int64_t owned() const { return this->Owned; }
  std::int64_t ghosts() const { return this->Ghosts; }

  /// Copies the entries of owned entities to the ghosts of other parts: read by one loop from the
  /// vectors of their owners where parts can do so; else packed by one loop for all of them,
  /// exchanged, and unpacked by another. Called by all parts at the same time.
  /// Instantiated for double, float and std::uint8_t.
  /// @param values entry components * entity + component, in memory of the space
  template <class T>
  void update(T* values, int components) const;

private:
  template <class T>
  void readGhosts(T* values, int components) const;

  const Context<Space>* Computing;
  std::int64_t Owned;
  std::int64_t Ghosts;
  // Of all neighbours, one after another:
  DeviceVector<std::int32_t, Space> Sent;
  DeviceVector<std::int32_t, Space> Received;
  std::unique_ptr<PackedExchange<Space>> Exchange;
  // If parts read each other's memory:
  std::vector<int> Ranks;                        ///< of the neighbours
  std::vector<std::int64_t> Ends;                ///< of their ghosts among those received
  DeviceVector<std::int32_t, Space> NumberThere; ///< of each of these, in the owner's part
  mutable bool IsNumberKnown = false;            ///< which the first update() asks for
};

/// A halo by which each part gets the entities of all, in vectors that have those of the first
/// part, then those of the next: it owns those from begins[rank] to begins[rank + 1].
/// @param begins see beginsOfParts()
template <class Space>
std::unique_ptr<Halo<Space>> makeGatheringHalo(
  const Context<Space>& context, const std::vector<std::int64_t>& begins);
}

#endif
