#ifndef TRABECULA_DESIGN_LEVELSET_REGULARIZATION_VELOCITYEXTENSION_H
#define TRABECULA_DESIGN_LEVELSET_REGULARIZATION_VELOCITYEXTENSION_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <vector>

namespace trabecula
{
/**
 * Extension and smoothing of velocities of a contour to all control points (de Gournay 2006): the
 * solution of (1 - a^2 d^2/ds^2) v = values along the lines of control points of one direction
 * after another, without flux through the ends. It is a product of tridiagonal systems, solved on
 * the host.
 */
class VelocityExtension
{
public:
  /// @param length a, length
  VelocityExtension(const NurbsPatch& patch, double length);

  /// In place. @param values one per control point
  void apply(std::vector<double>& values) const;

private:
  std::array<int, 3> Counts;
  std::array<double, 3> Squares; ///< of a in terms of the distance of control points
};
}

#endif
