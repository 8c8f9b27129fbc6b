#ifndef TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETEXAMPLES_H
#define TRABECULA_OPTIMIZATION_LEVELSET_LEVELSETEXAMPLES_H

#include "Optimization/LevelSet/LevelSetProblem.h"

#include <array>

namespace trabecula
{
/// The examples of Xia, Wang, Wang and Mei 2017, and one in three dimensions; E = 1, nu = 0.3.
enum class LevelSetExample
{
  /// 2 x 1, the side x = 0 fixed, a force of 1 in -y in the middle of the opposite side.
  Cantilever = 0,
  /// 6 x 1, pinned at the lower left corner, on a roller at the lower right one, a force of 1 in -y
  /// in the middle of the upper side.
  MbbBeam = 1,
  /// A quarter of an annulus with radii 1 and 2, the edge y = 0 fixed, a force of 1 in -x at (0,
  /// 2).
  QuarterAnnulus = 2,
  /// 2 x 1 x 1, the face x = 0 fixed, a traction with a total of 1 in -z on the opposite face.
  Box = 3
};

/**
 * An example with the settings of the paper, or of the specification where the paper has none:
 * its scheme, volume fraction 0.5, weak ratio 1e-4, move limit 0.05, holes of radius 0.1 in three
 * rows (of 6; of 16 in the beam), smoothing over 0.1 (in the annulus two elements); in three
 * dimensions 4 x 2 x 2 spheres of radius 0.2 and a transition of 0.15.
 *
 * @param elements of each direction; the third is not used in two dimensions
 */
LevelSetProblem makeLevelSetExample(
  LevelSetExample example, const std::array<int, 3>& elements, int degree = 2);
}

#endif
