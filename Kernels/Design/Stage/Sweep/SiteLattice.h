#ifndef TRABECULA_DESIGN_STAGE_SWEEP_SITELATTICE_H
#define TRABECULA_DESIGN_STAGE_SWEEP_SITELATTICE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Sites in rows of equal distance along three perpendicular axes. The part need not fill the box
/// around it.
struct SiteLattice
{
  using Vector = std::array<double, 3>;

  /// Unit vectors along the rows.
  std::array<Vector, 3> axes = { { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } } };
  std::array<std::int64_t, 3> counts = {}; ///< of places in the box along each axis
  /// The site at each place, the first axis fastest; -1 where there is none. Empty if sites are
  /// not in rows.
  std::vector<std::int32_t> sites;
  /// One per site, 1 where it needs no support when it is printed; empty: none but the first layer.
  std::vector<std::uint8_t> attached;

  bool empty() const { return this->sites.empty(); }
  /// Whether a box of so many places can be stored for a number of sites: those that are nearly
  /// empty would take memory out of proportion.
  static bool mayHave(double places, std::size_t sites)
  {
    constexpr double most = 64.0;
    constexpr double always = 1e6;
    return places <= most * static_cast<double>(sites) + always;
  }
};

/**
 * The lattice along the coordinate axes of the sites of these positions, as those of elements of
 * an image; empty if they are not in such rows.
 *
 * @param positions x, y, z of each site, length
 * @param largest volume of a site, which must fit between its neighbours: centroids of tetrahedra
 * can be in rows, too
 */
SiteLattice latticeOf(const std::vector<double>& positions, double largest);
}

#endif
