#ifndef TRABECULA_DESIGN_FILTERKIND_H
#define TRABECULA_DESIGN_FILTERKIND_H

namespace trabecula
{
/// How derivatives or densities are averaged over neighbours.
enum class FilterKind
{
  None,
  Sensitivity, ///< EbE paper, eq. 4 and 5: a heuristic, not the derivative of anything
  Density      ///< Bruns and Tortorelli 2001; Bourdin 2001
};
}

#endif
