#ifndef TRABECULA_DESIGN_GATHEREDSITES_H
#define TRABECULA_DESIGN_GATHEREDSITES_H

#include "Core/Vectors/Vector.h"
#include "Mesh/Distribution/HaloPlan.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * The sites of all parts of a design on each part, for what must see the whole: vectors of a part
 * become vectors of all sites in the numbering of the whole, and entries of these those of the
 * part.
 *
 * Vectors of the whole have a context of their own: it has the device and the stream of the part's
 * context, but no other parts, so that whatever is computed in it is computed by each part alone.
 */
template <class Space>
class GatheredSites
{
public:
  /// Called by all parts at the same time.
  /// @param context of the part, which must remain valid
  /// @param plan of the sites of this part, by their numbers in the whole
  GatheredSites(const Context<Space>& context, const HaloPlan& plan);
  ~GatheredSites();
  GatheredSites(const GatheredSites&) = delete;
  GatheredSites& operator=(const GatheredSites&) = delete;

  /// The context of vectors of the whole.
  const Context<Space>& whole() const { return this->Alone; }
  /// Number of the sites of all parts.
  std::int64_t count() const { return this->Begins.back(); }

  /// Writes the owned entries of all parts to a vector of all sites. Called by all parts at the
  /// same time. @param ofPart entries of ghosts are not read
  void gather(const Vector<Space>& ofPart, Vector<Space>& whole) const;
  /// Writes the entries of the sites of this part, ghosts included.
  void take(const Vector<Space>& whole, Vector<Space>& ofPart) const;
  /// The same on the host, one value of each site. An empty vector remains empty.
  template <class T>
  std::vector<T> take(const std::vector<T>& whole) const
  {
    std::vector<T> result;
    result.reserve(whole.empty() ? 0 : this->Numbers.size());
    for (std::size_t i = 0; i < this->Numbers.size() && !whole.empty(); ++i)
    {
      result.push_back(whole[static_cast<std::size_t>(this->Numbers[i])]);
    }
    return result;
  }

  /// Upper bound of the bytes of an instance, its workspace included.
  /// @param ofPart number of sites of the part, ghosts included
  static std::size_t memory(std::size_t sites, std::size_t ofPart);

private:
  const Context<Space>* Computing;
  Context<Space> Alone;
  std::vector<std::int32_t> Numbers;        ///< of the sites of this part in the whole
  std::vector<std::int64_t> Begins;         ///< of parts, whose sites are gathered in turns
  DeviceVector<std::int32_t, Space> OfPart; ///< Numbers
  std::unique_ptr<Halo<Space>> Exchange;
  DeviceVector<std::int32_t, Space> OfAll; ///< numbers of the sites of all parts in turns
};
}

#endif
