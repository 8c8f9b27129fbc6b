#ifndef TRABECULA_MESH_NURBS_NURBSGRID_H
#define TRABECULA_MESH_NURBS_NURBSGRID_H

#include "Core/Context.h"
#include "Mesh/Nurbs/NurbsPatch.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <array>
#include <cstdint>

namespace trabecula
{
/// View of a NurbsGrid for kernels.
struct NurbsGridView
{
  int degrees[3];
  int counts[3];   ///< control points in each direction
  int elements[3]; ///< spans in each direction
  int sizes[3];    ///< points in each direction
  int perSpan[3];  ///< points of each span, see SplineTable
  const int* first[3];
  const double* values[3];
  const double* derivatives[3];
  const double* controlPoints; ///< 3 each
  const double* weights;       ///< of control points

  /// Indices of grid point q in each direction.
  TRABECULA_FUNCTION void place(std::int64_t q, int* at) const
  {
    at[0] = static_cast<int>(q % this->sizes[0]);
    at[1] = static_cast<int>(q / this->sizes[0] % this->sizes[1]);
    at[2] = static_cast<int>(q / this->sizes[0] / this->sizes[1]);
  }
  /// The same of a Gauss point numbered as stated at SplineTable.
  TRABECULA_FUNCTION void placeOfGaussPoint(std::int64_t q, int* at) const
  {
    const int local = this->perSpan[0] * this->perSpan[1] * this->perSpan[2];
    const std::int64_t element = q / local;
    const int inside = static_cast<int>(q % local);
    at[0] =
      static_cast<int>(element % this->elements[0]) * this->perSpan[0] + inside % this->perSpan[0];
    at[1] = static_cast<int>(element / this->elements[0] % this->elements[1]) * this->perSpan[1] +
      inside / this->perSpan[0] % this->perSpan[1];
    at[2] = static_cast<int>(element / this->elements[0] / this->elements[1]) * this->perSpan[2] +
      inside / this->perSpan[0] / this->perSpan[1];
  }
  /// Number of the control point of the local function (a, b, c) at the point with indices at.
  TRABECULA_FUNCTION std::int64_t controlPoint(const int* at, int a, int b, int c) const
  {
    return this->first[0][at[0]] + a +
      std::int64_t(this->counts[0]) *
      (this->first[1][at[1]] + b + std::int64_t(this->counts[1]) * (this->first[2][at[2]] + c));
  }
};

/**
 * The basis of a patch on a tensor grid of points of the parameter space: Gauss points, vertices of
 * elements or Greville points.
 *
 * Point (i, j, k) has the number i + m1 (j + m2 k), or, for Gauss points, the number of
 * SplineTable. Sums over functions and their transpose are computed direction by direction (sum
 * factorization).
 */
template <class Space>
class NurbsGrid
{
public:
  /// @param tables of all three directions; with perSpan > 0 for Gauss points
  NurbsGrid(const Context<Space>& context, const NurbsPatch& patch,
    const std::array<SplineTable, 3>& tables);

  std::int64_t numberOfPoints() const { return this->Points; }
  std::int64_t numberOfControlPoints() const { return this->ControlPoints; }
  NurbsGridView view() const;

  /// values_q = sum of R_i(q) coefficients_i
  void evaluate(const double* coefficients, double* values) const;
  /// coefficients_i = sum of R_i(q) values_q, the transpose of evaluate(); values are not changed.
  void gather(const double* values, double* coefficients) const;

private:
  struct Direction
  {
    DeviceVector<int, Space> first;
    DeviceVector<double, Space> values;
    DeviceVector<double, Space> derivatives;
    DeviceVector<int, Space> starts; ///< of each span: its first point; one more than spans
  };

  void multiply(const double* coefficients, const double* weights, double* sums) const;

  const Context<Space>* Computing;
  int Dimension;
  std::array<int, 3> Degrees;
  std::array<int, 3> Counts;
  std::array<int, 3> Elements;
  std::array<int, 3> Sizes{};
  std::array<int, 3> PerSpan{};
  bool IsGauss;
  std::int64_t Points = 1;
  std::int64_t ControlPoints;
  std::array<Direction, 3> Directions;
  DeviceVector<double, Space> Places; ///< of control points
  DeviceVector<double, Space> Weights;
  DeviceVector<double, Space> Sums; ///< of N_i w_i at each point; empty if all weights are equal
};

/// The basis at Gauss points, vertices of elements and Greville points of a patch.
template <class Space>
NurbsGrid<Space> makeGaussGrid(const Context<Space>& context, const NurbsPatch& patch);
template <class Space>
NurbsGrid<Space> makeVertexGrid(const Context<Space>& context, const NurbsPatch& patch);
template <class Space>
NurbsGrid<Space> makeGrevilleGrid(const Context<Space>& context, const NurbsPatch& patch);

/// Inverts the Jacobian j of a map in place. @return its determinant
template <int Dimension>
TRABECULA_FUNCTION double invertJacobian(double (*j)[Dimension])
{
  if constexpr (Dimension == 2)
  {
    const double determinant = j[0][0] * j[1][1] - j[0][1] * j[1][0];
    const double a = j[0][0] / determinant;
    j[0][0] = j[1][1] / determinant;
    j[1][1] = a;
    j[0][1] /= -determinant;
    j[1][0] /= -determinant;
    return determinant;
  }
  else
  {
    double c[3][3];
    for (int r = 0; r < 3; ++r)
    {
      for (int s = 0; s < 3; ++s)
      {
        const int r1 = (r + 1) % 3;
        const int r2 = (r + 2) % 3;
        const int s1 = (s + 1) % 3;
        const int s2 = (s + 2) % 3;
        c[s][r] = j[r1][s1] * j[r2][s2] - j[r1][s2] * j[r2][s1];
      }
    }
    const double determinant = j[0][0] * c[0][0] + j[0][1] * c[1][0] + j[0][2] * c[2][0];
    for (int r = 0; r < 3; ++r)
    {
      for (int s = 0; s < 3; ++s)
      {
        j[r][s] = c[r][s] / determinant;
      }
    }
    return determinant;
  }
}

/// Calls visit(i, value, slope) for each function at a point of a grid, with its control point i,
/// and its value and derivatives in the three parameters, both times the weight of the control
/// point.
template <class Visit>
TRABECULA_FUNCTION void forEachFunction(
  const NurbsGridView& grid, const int* at, const Visit& visit)
{
  const double* n[3];
  const double* dn[3];
  for (int k = 0; k < 3; ++k)
  {
    n[k] = grid.values[k] + std::int64_t(at[k]) * (grid.degrees[k] + 1);
    dn[k] = grid.derivatives[k] + std::int64_t(at[k]) * (grid.degrees[k] + 1);
  }
  for (int c = 0; c <= grid.degrees[2]; ++c)
  {
    for (int b = 0; b <= grid.degrees[1]; ++b)
    {
      for (int a = 0; a <= grid.degrees[0]; ++a)
      {
        const std::int64_t i = grid.controlPoint(at, a, b, c);
        const double w = grid.weights[i];
        const double value = w * n[0][a] * n[1][b] * n[2][c];
        const double slope[3] = { w * dn[0][a] * n[1][b] * n[2][c],
          w * n[0][a] * dn[1][b] * n[2][c], w * n[0][a] * n[1][b] * dn[2][c] };
        visit(i, value, slope);
      }
    }
  }
}

/**
 * Physical derivatives of all functions at a point of a grid with indices at.
 *
 * @param gradients (degree + 1)^Dimension, the first direction fastest @return the determinant of
 * the Jacobian
 */
template <int Dimension>
TRABECULA_FUNCTION double gradientsAt(
  const NurbsGridView& grid, const int* at, double (*gradients)[Dimension])
{
  double weight = 0.0;
  double weightSlopes[3] = {};
  double place[Dimension] = {};
  double slopes[Dimension][Dimension] = {};
  const double* n[3];
  const double* dn[3];
  for (int k = 0; k < 3; ++k)
  {
    n[k] = grid.values[k] + std::int64_t(at[k]) * (grid.degrees[k] + 1);
    dn[k] = grid.derivatives[k] + std::int64_t(at[k]) * (grid.degrees[k] + 1);
  }
  forEachFunction(grid, at,
    [&](std::int64_t i, double value, const double* slope)
    {
      weight += value;
      for (int k = 0; k < Dimension; ++k)
      {
        weightSlopes[k] += slope[k];
        const double x = grid.controlPoints[3 * i + k];
        place[k] += value * x;
        for (int l = 0; l < Dimension; ++l)
        {
          slopes[k][l] += slope[l] * x;
        }
      }
    });
  for (int k = 0; k < Dimension; ++k)
  {
    for (int l = 0; l < Dimension; ++l)
    {
      slopes[k][l] = (slopes[k][l] - place[k] / weight * weightSlopes[l]) / weight;
    }
  }
  const double determinant = invertJacobian<Dimension>(slopes);
  int f = 0;
  for (int c = 0; c <= grid.degrees[2]; ++c)
  {
    for (int b = 0; b <= grid.degrees[1]; ++b)
    {
      for (int a = 0; a <= grid.degrees[0]; ++a, ++f)
      {
        const double w = grid.weights[grid.controlPoint(at, a, b, c)] / weight;
        const double value = w * n[0][a] * n[1][b] * n[2][c];
        const double slope[3] = { w * dn[0][a] * n[1][b] * n[2][c],
          w * n[0][a] * dn[1][b] * n[2][c], w * n[0][a] * n[1][b] * dn[2][c] };
        for (int k = 0; k < Dimension; ++k)
        {
          double sum = 0.0;
          for (int l = 0; l < Dimension; ++l)
          {
            sum += (slope[l] - value * weightSlopes[l] / weight) * slopes[l][k];
          }
          gradients[f][k] = sum;
        }
      }
    }
  }
  return determinant;
}

/// The gradient of a vector field at a point of a grid with indices at, g[i][j] = du_i / dx_j.
/// @param u Dimension components per control point
template <int Dimension>
TRABECULA_FUNCTION void gradientAt(
  const NurbsGridView& grid, const int* at, const double* u, double (*g)[Dimension])
{
  // Fields and positions are divided by the weight in the same way.
  double weight = 0.0;
  double weightSlopes[3] = {};
  double place[2 * Dimension] = {};
  double slopes[2 * Dimension][Dimension] = {};
  forEachFunction(grid, at,
    [&](std::int64_t i, double value, const double* slope)
    {
      weight += value;
      for (int k = 0; k < Dimension; ++k)
      {
        weightSlopes[k] += slope[k];
      }
      for (int k = 0; k < 2 * Dimension; ++k)
      {
        const double x =
          k < Dimension ? grid.controlPoints[3 * i + k] : u[Dimension * i + k - Dimension];
        place[k] += value * x;
        for (int l = 0; l < Dimension; ++l)
        {
          slopes[k][l] += slope[l] * x;
        }
      }
    });
  double inverse[Dimension][Dimension];
  for (int k = 0; k < 2 * Dimension; ++k)
  {
    for (int l = 0; l < Dimension; ++l)
    {
      slopes[k][l] = (slopes[k][l] - place[k] / weight * weightSlopes[l]) / weight;
      if (k < Dimension)
      {
        inverse[k][l] = slopes[k][l];
      }
    }
  }
  invertJacobian<Dimension>(inverse);
  for (int i = 0; i < Dimension; ++i)
  {
    for (int j = 0; j < Dimension; ++j)
    {
      double sum = 0.0;
      for (int l = 0; l < Dimension; ++l)
      {
        sum += slopes[Dimension + i][l] * inverse[l][j];
      }
      g[i][j] = sum;
    }
  }
}
}

#endif
