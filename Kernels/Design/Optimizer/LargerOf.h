#ifndef TRABECULA_DESIGN_OPTIMIZER_LARGEROF_H
#define TRABECULA_DESIGN_OPTIMIZER_LARGEROF_H

// This header is for the library's own sources.

#include "Core/Space.h"

namespace trabecula::detail
{
///@{
/// fmax(a, b) and fmin(a, b) of a number a and a b that may be no number, which compilers for
/// processors do not replace by an instruction.
TRABECULA_FUNCTION double largerOf(double a, double b)
{
  return b > a ? b : a;
}
TRABECULA_FUNCTION double smallerOf(double a, double b)
{
  return b < a ? b : a;
}
///@}
}

#endif
