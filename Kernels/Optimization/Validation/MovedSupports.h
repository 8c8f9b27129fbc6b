#ifndef TRABECULA_OPTIMIZATION_VALIDATION_MOVEDSUPPORTS_H
#define TRABECULA_OPTIMIZATION_VALIDATION_MOVEDSUPPORTS_H

#include "Optimization/TopologyProblem.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// Points whose prescribed displacement has one sign in one direction, which loads a body as a
/// force does, and the points that resist it.
struct MovedSupports
{
  std::string name; ///< "PrescribedDisplacement in -z"
  std::vector<std::int32_t> points;
  std::vector<double> magnitudes; ///< of the displacements, length
  /// Points that are supported at rest or moved the other way in this direction, or have a spring
  /// in it that is a support, see isHeldAt(). If there are none, those that are moved by another
  /// amount.
  std::vector<std::int32_t> heldBy;
};

/**
 * The moved supports of a problem, at most one for each sign of each direction. Supports that all
 * move by the same amount in a direction in which nothing else is supported load nothing, and are
 * left out.
 *
 * @param isUsed one flag per point, 0 for points without elements, which are left out
 */
std::vector<MovedSupports> movedSupports(const ElasticConditions& conditions,
  const DesignProblem& design, const std::vector<std::uint8_t>& isUsed);
}

#endif
