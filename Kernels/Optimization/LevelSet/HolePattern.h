#ifndef TRABECULA_OPTIMIZATION_LEVELSET_HOLEPATTERN_H
#define TRABECULA_OPTIMIZATION_LEVELSET_HOLEPATTERN_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <cstddef>
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
  int rows = 3;   ///< R
  int perRow = 6; ///< n
  /// In three dimensions, along the third direction; 0 means automatic: at the distance of the
  /// other holes.
  int layers = 0;
  bool staggered = true; ///< false: all rows have n holes
  /// r_0, length; 0 means automatic, in parts of the least distance of holes in a direction: 0.3 in
  /// two dimensions, 0.4 in three, and up to 0.49 where elements are too large for such holes.
  double radius = 0.0;
  /// Centres, 3 each, length, instead of the pattern; may be empty.
  std::vector<double> centres;
};

/// The holes of a pattern with automatic numbers and lengths resolved.
InitialHoles resolved(const InitialHoles& holes, const NurbsPatch& patch);

/// Centres of the holes, 3 each, length.
std::vector<double> centresOf(const InitialHoles& holes, const NurbsPatch& patch);

/// Lengths of the lines through the middle of a patch in each direction; 0 beyond its dimension.
std::array<double, 3> middleLengths(const NurbsPatch& patch);

/// Numbers of the holes that a level set has.
struct HoleCensus
{
  std::size_t holes = 0;
  std::size_t vanished = 0; ///< without void within half an element of their centres
};

/// @param levelSet coefficients, one per control point
HoleCensus countHoles(
  const InitialHoles& holes, const NurbsPatch& patch, const std::vector<double>& levelSet);
}

#endif
