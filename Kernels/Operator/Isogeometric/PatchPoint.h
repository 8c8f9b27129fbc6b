#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_PATCHPOINT_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_PATCHPOINT_H

#include "Operator/Isogeometric/Points/PointTables.h"

namespace trabecula
{
/// B-splines and derivatives of each direction at a point of an element.
struct PointBasis
{
  double values[3][bspline::MostFunctions];
  double slopes[3][bspline::MostFunctions]; ///< with respect to the parameter

  /// @param e element @param xi parameters
  TRABECULA_FUNCTION PointBasis(const PatchView& patch, const std::int32_t* e, const double* xi)
  {
    for (int k = 0; k < 3; ++k)
    {
      bspline::evaluate(
        patch.grid.degrees[k], patch.knots[k], e[k], xi[k], this->values[k], this->slopes[k]);
    }
  }

  /// The product of the values of three functions, of one direction with its derivative if that is
  /// given.
  TRABECULA_FUNCTION double product(int a, int b, int c, int derivative = -1) const
  {
    return (derivative == 0 ? this->slopes : this->values)[0][a] *
      (derivative == 1 ? this->slopes : this->values)[1][b] *
      (derivative == 2 ? this->slopes : this->values)[2][c];
  }
};

/// Calls body(control point, a, b, c) for the functions of an element.
template <class Body>
TRABECULA_FUNCTION void forEachFunction(
  const SplineGrid& grid, const std::int32_t* e, const Body& body)
{
  for (int c = 0; c <= grid.degrees[2]; ++c)
  {
    for (int b = 0; b <= grid.degrees[1]; ++b)
    {
      for (int a = 0; a <= grid.degrees[0]; ++a)
      {
        body((std::int64_t(e[2] + c) * grid.counts[1] + e[1] + b) * grid.counts[0] + e[0] + a, a, b,
          c);
      }
    }
  }
}

/// Position and Jacobian of a patch at a point, and its weight function W with derivatives.
struct PatchPoint
{
  double weight = 0.0;         ///< W
  double weightSlopes[3] = {}; ///< dW / dxi_k
  double position[3] = {};
  double jacobian[9] = {}; ///< dx_i / dxi_k at 3 i + k
  double inverse[9] = {};  ///< dxi_k / dx_i at 3 k + i
  double determinant = 0.0;

  TRABECULA_FUNCTION PatchPoint(
    const PatchView& patch, const std::int32_t* e, const PointBasis& basis)
  {
    double sums[3] = {};   // of w N P
    double slopes[9] = {}; // of w dN P
    const int dimension = patch.grid.dimension;
    forEachFunction(patch.grid, e,
      [&](std::int64_t point, int a, int b, int c)
      {
        const double w = patch.weights[point];
        const double n = w * basis.product(a, b, c);
        this->weight += n;
        for (int i = 0; i < 3; ++i)
        {
          sums[i] += n * patch.points[3 * point + i];
        }
        for (int k = 0; k < dimension; ++k)
        {
          const double slope = w * basis.product(a, b, c, k);
          this->weightSlopes[k] += slope;
          for (int i = 0; i < 3; ++i)
          {
            slopes[3 * i + k] += slope * patch.points[3 * point + i];
          }
        }
      });
    for (int i = 0; i < 3; ++i)
    {
      this->position[i] = sums[i] / this->weight;
      for (int k = 0; k < 3; ++k)
      {
        this->jacobian[3 * i + k] = k < dimension
          ? (slopes[3 * i + k] - this->position[i] * this->weightSlopes[k]) / this->weight
          : (i == k ? 1.0 : 0.0);
      }
    }
    this->invert();
  }

private:
  TRABECULA_FUNCTION void invert()
  {
    const double* j = this->jacobian;
    double* v = this->inverse;
    v[0] = j[4] * j[8] - j[5] * j[7];
    v[1] = j[2] * j[7] - j[1] * j[8];
    v[2] = j[1] * j[5] - j[2] * j[4];
    v[3] = j[5] * j[6] - j[3] * j[8];
    v[4] = j[0] * j[8] - j[2] * j[6];
    v[5] = j[2] * j[3] - j[0] * j[5];
    v[6] = j[3] * j[7] - j[4] * j[6];
    v[7] = j[1] * j[6] - j[0] * j[7];
    v[8] = j[0] * j[4] - j[1] * j[3];
    this->determinant = j[0] * v[0] + j[1] * v[3] + j[2] * v[6];
    for (int i = 0; i < 9; ++i)
    {
      v[i] /= this->determinant;
    }
  }
};

/// Parameters of a Gauss point, and of the centre of an element if the point is null.
TRABECULA_FUNCTION void parametersOf(const PatchView& patch, const std::int32_t* e,
  const double* const* places, const int* q, double* xi)
{
  for (int k = 0; k < 3; ++k)
  {
    const double* u = patch.knots[k] + patch.grid.degrees[k] + e[k];
    xi[k] = u[0] + (q ? places[k][q[k]] : 0.5) * (u[1] - u[0]);
  }
}
}

#endif
