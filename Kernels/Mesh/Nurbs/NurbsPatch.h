#ifndef TRABECULA_MESH_NURBS_NURBSPATCH_H
#define TRABECULA_MESH_NURBS_NURBSPATCH_H

#include "Mesh/Nurbs/NurbsBasis.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * One NURBS patch (Piegl and Tiller 1997, chapter 4): x(xi) = sum of R_i(xi) P_i, where R_i = N_i
 * w_i / sum of N_j w_j and N_i are products of B-splines of each direction.
 *
 * Control point (i, j, k) has the number i + n1 (j + n2 k), and elements, the products of spans,
 * are numbered in the same way. Knot vectors are open, on [0, 1], with simple interior knots, so
 * that functions of degree p have p - 1 continuous derivatives. Directions beyond the dimension
 * have degree 0, the knots 0 and 1, and so one span and one control point, so that loops over three
 * directions also hold in two dimensions.
 */
struct NurbsPatch
{
  int dimension = 2;                        ///< 2 or 3
  std::array<int, 3> degrees = { 2, 2, 0 }; ///< 1 to bspline::LargestDegree
  std::array<std::vector<double>, 3> knots = { std::vector<double>{}, {}, { 0.0, 1.0 } };
  std::vector<double> points;  ///< 3 per control point, length; z = 0 in two dimensions
  std::vector<double> weights; ///< one per control point, > 0

  /// Control points in each direction.
  std::array<int, 3> counts() const;
  /// Spans in each direction.
  std::array<int, 3> elements() const;
  std::size_t numberOfControlPoints() const;
  std::size_t numberOfElements() const;
  /// Functions that do not vanish on an element: the product of degree + 1.
  int functionsPerElement() const;
};

/// `spans` equal spans on [0, 1].
std::vector<double> uniformKnots(int degree, int spans);

/// The Greville abscissae: means of the p inner knots of each function.
std::vector<double> grevillePoints(int degree, const std::vector<double>& knots);

/// The ends of all spans, ascending.
std::vector<double> breakPoints(int degree, const std::vector<double>& knots);

/// Numbers of the control points of the face xi_direction = 0 (end 0) or 1 (end 1), ascending.
std::vector<std::int32_t> controlPointsOfFace(const NurbsPatch& patch, int direction, int end);

/// dx_i / dxi_k at [i][k]; the identity in directions beyond the dimension.
using NurbsJacobian = std::array<std::array<double, 3>, 3>;

double determinantOf(const NurbsJacobian& jacobian);

/// Rational functions that do not vanish at a point of the parameter space.
struct NurbsPoint
{
  static constexpr int Most =
    bspline::MostFunctions * bspline::MostFunctions * bspline::MostFunctions;

  std::array<int, 3> element{}; ///< that contains the point
  int count = 0;
  std::array<std::int32_t, Most> controlPoints{};
  std::array<double, Most> values{};
  /// Derivatives of each function with respect to the parameters.
  std::array<std::array<double, 3>, Most> derivatives{};

  std::array<double, 3> position{};
  NurbsJacobian jacobian{};

  double determinant() const { return determinantOf(this->jacobian); }
};

/// @param xi parameters in [0, 1]; those beyond the dimension have no effect
NurbsPoint evaluateAt(const NurbsPatch& patch, const std::array<double, 3>& xi);
}

#endif
