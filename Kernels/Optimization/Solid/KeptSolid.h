#ifndef TRABECULA_OPTIMIZATION_SOLID_KEPTSOLID_H
#define TRABECULA_OPTIMIZATION_SOLID_KEPTSOLID_H

#include <cstddef>

namespace trabecula
{
/// The part of a design that is made solid by default at loads and supports.
struct KeptSolid
{
  std::size_t made = 0; ///< entities of the design that are solid now and were not
  /// Of the body's volume, in what is made solid or would be; an estimate where volumes of
  /// entities are not known yet.
  double share = 0.0;
  /// Whether nothing has been made solid, as it would take too much of the volume.
  bool isTooMuch = false;
};
}

#endif
