#ifndef TRABECULA_CORE_VECTORS_HALO_H
#define TRABECULA_CORE_VECTORS_HALO_H

#include "Core/Context.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// What a part exchanges with another, by numbers of entities in the part. Both list the same
/// entities in the same order.
struct HaloNeighbour
{
  int rank;                           ///< of the other part
  std::vector<std::int32_t> sent;     ///< owned here, ghosts there
  std::vector<std::int32_t> received; ///< ghosts here, owned there
};

/**
 * The entities of a part of a mesh, a grid or a patch, and which of them other parts own: owned
 * entities come first, then ghosts. update() is the only place where parts exchange entries of
 * vectors.
 */
template <class Space>
class Halo
{
public:
  /// @param owned, ghosts numbers of entities
  Halo(const Context<Space>& context, std::int64_t owned, std::int64_t ghosts,
    const std::vector<HaloNeighbour>& neighbours);

  const Context<Space>& context() const { return *this->Computing; }
  std::int64_t owned() const { return this->Owned; }
  std::int64_t ghosts() const { return this->Ghosts; }

  /// Copies the entries of owned entities to the ghosts of other parts. Called by all parts at the
  /// same time. Instantiated for double, float and std::uint8_t.
  /// @param values so many components of each entity, in memory of the space
  template <class T>
  void update(T* values, int components) const;

private:
  struct Neighbour
  {
    int rank;
    DeviceVector<std::int32_t, Space> sent;
    DeviceVector<std::int32_t, Space> received;
  };

  const Context<Space>* Computing;
  std::int64_t Owned;
  std::int64_t Ghosts;
  std::vector<Neighbour> Neighbours;
};
}

#endif
