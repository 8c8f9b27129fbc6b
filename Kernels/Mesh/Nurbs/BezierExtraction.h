#ifndef TRABECULA_MESH_NURBS_BEZIEREXTRACTION_H
#define TRABECULA_MESH_NURBS_BEZIEREXTRACTION_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The Bezier form of a patch: on each element the same map as a rational polynomial in the
 * Bernstein basis (Borden, Scott, Evans and Hughes, "Isogeometric finite element data structures
 * based on Bezier extraction of NURBS", 2011).
 *
 * Elements share the points on their common sides: each direction has degree * spans + 1 of them,
 * and point (i, j, k) has the number i + m1 (j + m2 k). The points of element (a, b, c) are (a p1 +
 * i, b p2 + j, c p3 + k) with i, j, k from 0 to the degree.
 */
class BezierExtraction
{
public:
  explicit BezierExtraction(const NurbsPatch& patch);

  /// Points in each direction.
  const std::array<int, 3>& counts() const { return this->Counts; }
  std::size_t numberOfPoints() const;
  /// One per point, > 0.
  const std::vector<double>& weights() const { return this->Weights; }

  /// Coefficients of a field, such as positions, in the Bezier form. The field is rational: a sum
  /// of B-splines times weights times coefficients, divided by the weight function.
  /// @param values components of each control point @return components of each Bezier point
  std::vector<double> operator()(const std::vector<double>& values, std::size_t components) const;

  /// Numbers of the points of an element, the first direction fastest.
  std::vector<std::int64_t> pointsOfElement(const std::array<int, 3>& element) const;

private:
  /// Points of one direction in terms of degree + 1 control points.
  struct Direction
  {
    int degree = 0;
    std::vector<int> first;           ///< control point of each point
    std::vector<double> coefficients; ///< degree + 1 each
  };

  static Direction makeDirection(int degree, const std::vector<double>& knots);
  /// Homogeneous values, direction by direction.
  std::vector<double> extract(std::vector<double> values, std::size_t components) const;

  std::array<int, 3> Degrees{};
  std::array<int, 3> ControlPoints{};
  std::array<int, 3> Counts{};
  std::array<Direction, 3> Directions;
  std::vector<double> PatchWeights;
  std::vector<double> Weights;
};
}

#endif
