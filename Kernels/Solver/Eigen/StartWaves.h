#ifndef TRABECULA_SOLVER_EIGEN_STARTWAVES_H
#define TRABECULA_SOLVER_EIGEN_STARTWAVES_H

#include "Core/Vectors/Vector.h"

#include <array>

namespace trabecula
{
/**
 * Values of a field at points that depend on positions alone, so that an iteration that starts with
 * them does not depend on the numbering: a wave of a pseudorandom direction for each component.
 * Different numbers give independent fields.
 *
 * @param points three components, length
 * @param centre, length position and size of the whole body
 * @param values of the same points, ghosts included, at most nine components
 */
template <class Space>
void setWaves(const Vector<Space>& points, int number, const std::array<double, 3>& centre,
  double length, Vector<Space>& values);
}

#endif
