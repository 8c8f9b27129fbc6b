#ifndef TRABECULA_DESIGN_LEVELSET_REGULARIZATION_SIGNEDDISTANCE_H
#define TRABECULA_DESIGN_LEVELSET_REGULARIZATION_SIGNEDDISTANCE_H

#include "Core/Context.h"
#include "Mesh/Nurbs/NurbsGrid.h"
#include "Mesh/Nurbs/NurbsPatch.h"

#include <vector>

namespace trabecula
{
/**
 * Level sets whose gradient is one: signed distances from the zero contour at the Greville points
 * of a patch, positive in material. It is computed on the host, in time linear in the number of
 * control points.
 *
 * Points next to the contour take the nearest of the places where it crosses the lines to their
 * neighbours, or the foot point that Newton's method finds along the gradient. Others take the
 * nearest of the feet of their neighbours, in sweeps in all directions of the lattice (Tsai 2002).
 */
class SignedDistance
{
public:
  /// @param most distances are limited to it, length
  SignedDistance(const NurbsPatch& patch, double most);

  /// @param levelSet coefficients, one per control point @return values at Greville points, length
  std::vector<double> values(const std::vector<double>& levelSet) const;

  /**
   * Coefficients for these values: interpolating ones, which keep the contour, and the values
   * themselves (Schoenberg's approximation, which has no oscillations and rounds off what is
   * smaller than an element), in the given proportion.
   *
   * @param rounding part of the values themselves, from 0 to 1
   */
  std::vector<double> coefficients(const std::vector<double>& levelSet, double rounding) const;

private:
  using Position = std::array<double, 3>;

  Position positionOf(std::size_t point) const;
  std::array<int, 3> placeOf(std::size_t point) const;
  double squaredDistance(std::size_t point, const Position& foot) const;
  /// The foot of a point on the contour by Newton's method. @return false if none is found
  bool findFoot(const std::vector<double>& levelSet, std::size_t point, Position& foot) const;
  void sweep(std::vector<Position>& feet, std::vector<double>& squares, int directions) const;

  NurbsPatch Patch;
  double Most;
  std::array<std::vector<double>, 3> Greville;
  std::array<int, 3> Counts;
  std::vector<double> Positions; ///< of Greville points, 3 each
  Context<HostSpace> Computing;
  NurbsGrid<HostSpace> Grid;
};
}

#endif
