#ifndef TRABECULA_ANALYSIS_ISOGEOMETRIC_LATTICECONDITIONS_H
#define TRABECULA_ANALYSIS_ISOGEOMETRIC_LATTICECONDITIONS_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Conditions of control points on the lattice points of a patch's elements: the images of
 * equidistant parameters, as many intervals in each direction of an element as its degree. They
 * have the numbers of the points of BezierExtraction.
 */
class LatticeConditions
{
public:
  explicit LatticeConditions(const NurbsPatch& patch);

  std::size_t numberOfPoints() const;

  /**
   * A displacement component is constrained at a lattice point if it is constrained at all control
   * points whose functions do not vanish there. For a constrained component of a control point
   * without such a lattice point, for example a single one inside of a side, the lattice point
   * nearest to the control point's Greville abscissae is constrained.
   *
   * @param constrained 3 per control point, nonzero where constrained
   * @return 0 or 1, 3 per lattice point
   */
  std::vector<std::uint8_t> supports(const std::vector<std::uint8_t>& constrained) const;

  /// Transfers extensive quantities such as forces: those of each control point are added at the
  /// lattice point nearest to its Greville abscissae, the lower one of two. Totals are preserved.
  /// @param values 3 per control point @return 3 per lattice point
  std::vector<double> sums(const std::vector<double>& values) const;

private:
  struct Direction
  {
    /// The first and last function that does not vanish at each lattice point.
    std::vector<std::array<int, 2>> functions;
    std::vector<int> nearest; ///< lattice point of each function
  };

  static Direction makeDirection(int degree, const std::vector<double>& knots);
  /// Calls visit(lattice point, control point) for all functions that do not vanish there.
  template <class Visit>
  void forFunctions(const Visit& visit) const;
  /// The nearest lattice point of each control point.
  std::vector<std::size_t> nearestPoints() const;

  std::array<int, 3> ControlPoints{};
  std::array<Direction, 3> Directions;
};
}

#endif
