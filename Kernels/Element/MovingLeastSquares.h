#ifndef TRABECULA_ELEMENT_MOVINGLEASTSQUARES_H
#define TRABECULA_ELEMENT_MOVINGLEASTSQUARES_H

#include "Core/Space.h"

#include <cmath>

namespace trabecula
{
/**
 * Shape functions of moving least squares at one point, with a linear basis (Lu, Gong, Zhang, Xie
 * and Yin, CMES 128(3), 2021, eqs. 4 to 9).
 *
 * The basis is centred at the point and scaled by the largest radius s of the nodes, p_i = (1, (x_i
 * - x) / s), which only affects the condition of the moment matrix A = sum of w_i p_i p_i^T. With c
 * = A^-1 e_1 and d_k = A^-1 (e_{k+1} / s - A_,k c)
 *
 *   Phi_i = w_i p_i.c and Phi_i,k = w_i p_i.d_k + w_i,k p_i.c.
 *
 * Calls must be in this order: reach() for all nodes that influence the point, add() for all of
 * them, solve(), and valueOf() for each.
 */
class MovingLeastSquares
{
public:
  static constexpr int Terms = 4;

  /// Cubic spline weight (eq. 4) of the distance over the radius, and its derivative.
  TRABECULA_FUNCTION static void spline(double r, double& weight, double& derivative)
  {
    if (r <= 0.5)
    {
      weight = 2.0 / 3.0 + r * r * (4.0 * r - 4.0);
      derivative = r * (12.0 * r - 8.0);
    }
    else if (r < 1.0)
    {
      weight = 4.0 / 3.0 + r * (-4.0 + r * (4.0 - 4.0 / 3.0 * r));
      derivative = -4.0 + r * (8.0 - 4.0 * r);
    }
    else
    {
      weight = 0.0;
      derivative = 0.0;
    }
  }

  TRABECULA_FUNCTION explicit MovingLeastSquares(const double* point)
    : Point{ point[0], point[1], point[2] }
  {
  }

  /// Includes the radius of a node in the scale of the basis.
  TRABECULA_FUNCTION void reach(double radius)
  {
    this->Scale = radius > this->Scale ? radius : this->Scale;
  }

  /// Adds a node to the moment matrix and its derivatives.
  TRABECULA_FUNCTION void add(const double* node, double radius)
  {
    const Weight w = this->weightOf(node, radius);
    int entry = 0;
    for (int a = 0; a < Terms; ++a)
    {
      for (int b = a; b < Terms; ++b, ++entry)
      {
        const double product = w.basis[a] * w.basis[b];
        this->Moment[entry] += w.value * product;
        for (int k = 0; k < 3; ++k)
        {
          this->Slopes[k][entry] += w.gradient[k] * product;
        }
      }
    }
  }

  /// Solves for c and d_k. @return the reciprocal condition number of the moment matrix in the
  /// maximum norm, which estimates that in the Euclidean norm within a factor of four; 0 if the
  /// matrix is not positive definite, so that there are no shape functions
  TRABECULA_FUNCTION double solve()
  {
    double factor[10];
    if (!this->factorize(factor))
    {
      return 0.0;
    }
    double norm = 0.0;
    double inverseNorm = 0.0;
    for (int a = 0; a < Terms; ++a)
    {
      double unit[Terms] = { 0.0, 0.0, 0.0, 0.0 };
      unit[a] = 1.0;
      substitute(factor, unit);
      double row = 0.0;
      double inverseRow = 0.0;
      for (int b = 0; b < Terms; ++b)
      {
        row += fabs(this->Moment[entryOf(a, b)]);
        inverseRow += fabs(unit[b]);
        if (a == 0)
        {
          this->Value[b] = unit[b];
        }
      }
      norm = row > norm ? row : norm;
      inverseNorm = inverseRow > inverseNorm ? inverseRow : inverseNorm;
    }
    for (int k = 0; k < 3; ++k)
    {
      double* d = this->Gradient[k];
      for (int a = 0; a < Terms; ++a)
      {
        d[a] = a == k + 1 ? 1.0 / this->Scale : 0.0;
        for (int b = 0; b < Terms; ++b)
        {
          d[a] -= this->Slopes[k][entryOf(a, b)] * this->Value[b];
        }
      }
      substitute(factor, d);
    }
    return 1.0 / (norm * inverseNorm);
  }

  /// The shape function of a node that was added, and its gradient, 1 / length.
  TRABECULA_FUNCTION double valueOf(const double* node, double radius, double* gradient) const
  {
    const Weight w = this->weightOf(node, radius);
    double value = 0.0;
    double slopes[3] = { 0.0, 0.0, 0.0 };
    for (int a = 0; a < Terms; ++a)
    {
      value += w.basis[a] * this->Value[a];
      for (int k = 0; k < 3; ++k)
      {
        slopes[k] += w.basis[a] * this->Gradient[k][a];
      }
    }
    for (int k = 0; k < 3; ++k)
    {
      gradient[k] = w.value * slopes[k] + w.gradient[k] * value;
    }
    return w.value * value;
  }

private:
  struct Weight
  {
    double value;
    double gradient[3];
    double basis[Terms];
  };

  TRABECULA_FUNCTION Weight weightOf(const double* node, double radius) const
  {
    Weight w;
    double away[3];
    double square = 0.0;
    for (int k = 0; k < 3; ++k)
    {
      away[k] = this->Point[k] - node[k];
      square += away[k] * away[k];
    }
    const double distance = sqrt(square);
    double derivative = 0.0;
    spline(distance / radius, w.value, derivative);
    w.basis[0] = 1.0;
    for (int k = 0; k < 3; ++k)
    {
      w.gradient[k] = distance > 0.0 ? derivative / (radius * distance) * away[k] : 0.0;
      w.basis[k + 1] = -away[k] / this->Scale;
    }
    return w;
  }

  /// Index of entry (a, b) in the upper triangle, row by row.
  TRABECULA_FUNCTION static int entryOf(int a, int b)
  {
    const int low = a < b ? a : b;
    const int high = a < b ? b : a;
    return low * Terms - low * (low - 1) / 2 + high - low;
  }

  /// The Cholesky factor R with A = R^T R, as an upper triangle. @return false if A is singular
  TRABECULA_FUNCTION bool factorize(double* factor) const
  {
    for (int a = 0; a < Terms; ++a)
    {
      for (int b = a; b < Terms; ++b)
      {
        double sum = this->Moment[entryOf(a, b)];
        for (int k = 0; k < a; ++k)
        {
          sum -= factor[entryOf(k, a)] * factor[entryOf(k, b)];
        }
        if (a == b)
        {
          // A smaller pivot is due to rounding of a singular matrix.
          if (!(sum > 1e-14 * this->Moment[entryOf(a, a)]))
          {
            return false;
          }
          factor[entryOf(a, a)] = sqrt(sum);
        }
        else
        {
          factor[entryOf(a, b)] = sum / factor[entryOf(a, a)];
        }
      }
    }
    return true;
  }

  TRABECULA_FUNCTION static void substitute(const double* factor, double* x)
  {
    for (int a = 0; a < Terms; ++a)
    {
      for (int k = 0; k < a; ++k)
      {
        x[a] -= factor[entryOf(k, a)] * x[k];
      }
      x[a] /= factor[entryOf(a, a)];
    }
    for (int a = Terms - 1; a >= 0; --a)
    {
      for (int k = a + 1; k < Terms; ++k)
      {
        x[a] -= factor[entryOf(a, k)] * x[k];
      }
      x[a] /= factor[entryOf(a, a)];
    }
  }

  double Point[3];
  double Scale = 0.0;
  double Moment[10] = {};
  double Slopes[3][10] = {}; ///< derivatives of the moment matrix
  double Value[Terms];
  double Gradient[3][Terms];
};
}

#endif
