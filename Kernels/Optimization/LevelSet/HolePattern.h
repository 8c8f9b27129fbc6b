#ifndef TRABECULA_OPTIMIZATION_LEVELSET_HOLEPATTERN_H
#define TRABECULA_OPTIMIZATION_LEVELSET_HOLEPATTERN_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <vector>

namespace trabecula
{
/**
 * Holes of the initial design, circles or spheres, in rows along the longer of the first two
 * directions of a patch, of length L: even rows have n holes at (i + 1/2) L / n, odd rows n - 1
 * holes at (i + 1) L / n, and rows are at (r + 1/2) H / R along the other direction, of length H.
 * Lengths are those of arcs, so that holes of an annulus have equal angles.
 */
struct InitialHoles
{
  int rows = 3;          ///< R
  int perRow = 6;        ///< n
  int layers = 1;        ///< in three dimensions, along the third direction
  bool staggered = true; ///< false: all rows have n holes
  double radius = 0.1;   ///< r_0, length
  /// Centres, 3 each, length, instead of the pattern; may be empty.
  std::vector<double> centres;
};

/// Centres of the holes, 3 each, length.
std::vector<double> centresOf(const InitialHoles& holes, const NurbsPatch& patch);
}

#endif
