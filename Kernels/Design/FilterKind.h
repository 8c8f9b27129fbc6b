#ifndef TRABECULA_DESIGN_FILTERKIND_H
#define TRABECULA_DESIGN_FILTERKIND_H

namespace trabecula
{
/// Filter of derivatives or densities.
enum class FilterKind
{
  None,
  Sensitivity, ///< EbE paper, eq. 4 and 5: heuristic, not an exact derivative
  Density,     ///< Bruns and Tortorelli 2001; Bourdin 2001
  Helmholtz    ///< of densities; Lazarov and Sigmund 2011
};

/// Whether a filter averages over elements within its radius, see NeighbourFilter.
constexpr bool hasNeighbours(FilterKind filter)
{
  return filter == FilterKind::Sensitivity || filter == FilterKind::Density;
}
}

#endif
