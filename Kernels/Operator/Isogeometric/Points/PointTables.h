#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_POINTTABLES_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_POINTTABLES_H

#include "Core/Context.h"
#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The tensor grid of a patch: elements and control points of each direction.
struct SplineGrid
{
  int dimension = 2;
  int degrees[3] = { 0, 0, 0 };
  std::int32_t elements[3] = { 1, 1, 1 };
  std::int32_t counts[3] = { 1, 1, 1 };

  TRABECULA_FUNCTION std::int64_t numberOfElements() const
  {
    return std::int64_t(this->elements[0]) * this->elements[1] * this->elements[2];
  }
  TRABECULA_FUNCTION std::int64_t numberOfControlPoints() const
  {
    return std::int64_t(this->counts[0]) * this->counts[1] * this->counts[2];
  }
  TRABECULA_FUNCTION int pointsPerElement() const
  {
    return (this->degrees[0] + 1) * (this->degrees[1] + 1) * (this->degrees[2] + 1);
  }
  TRABECULA_FUNCTION void elementAt(std::int64_t number, std::int32_t* e) const
  {
    e[0] = static_cast<std::int32_t>(number % this->elements[0]);
    e[1] = static_cast<std::int32_t>(number / this->elements[0] % this->elements[1]);
    e[2] = static_cast<std::int32_t>(number / this->elements[0] / this->elements[1]);
  }
  TRABECULA_FUNCTION std::int64_t elementNumber(const std::int32_t* e) const
  {
    return (std::int64_t(e[2]) * this->elements[1] + e[1]) * this->elements[0] + e[0];
  }
  TRABECULA_FUNCTION void controlPointAt(std::int64_t number, std::int32_t* c) const
  {
    c[0] = static_cast<std::int32_t>(number % this->counts[0]);
    c[1] = static_cast<std::int32_t>(number / this->counts[0] % this->counts[1]);
    c[2] = static_cast<std::int32_t>(number / this->counts[0] / this->counts[1]);
  }
};

SplineGrid gridOf(const NurbsPatch& patch);

/// Number of a Gauss point in its element and direction by direction, first one fastest.
TRABECULA_FUNCTION void splitPoint(const SplineGrid& grid, int local, int* q)
{
  for (int k = 0; k < 3; ++k)
  {
    q[k] = local % (grid.degrees[k] + 1);
    local /= grid.degrees[k] + 1;
  }
}

/// B-splines of one direction at the Gauss points of its spans, on the host.
struct UnivariateTable
{
  /// Functions of a space at the points: entry (m span + q) m + a with m = degree + 1.
  std::vector<double> values;
  std::vector<double> slopes; ///< derivatives with respect to the position in the span, 0 to 1
};

/**
 * The functions of a space of splines at the Gauss points of the spans of a nested finer one, or of
 * its own.
 *
 * @param knots of the space
 * @param breaks ends of the spans with the points
 * @param spans the span of the space that contains each of these
 */
UnivariateTable tabulate(int degree, const std::vector<double>& knots,
  const std::vector<double>& breaks, const std::vector<std::int32_t>& spans);

/// Values at Gauss points from functions, and derivatives at Gauss points from values: on a span,
/// splines are polynomials, which their values at the points determine.
template <class Real>
struct PointTablesView
{
  const Real* values[3];      ///< of each direction, as UnivariateTable::values
  const Real* differences[3]; ///< m * m: derivative at point q from the value at q' at m q + q'
  const Real* rootWeights[3]; ///< square roots of the weights in terms of the parameter, m a span
  const Real* inverseLengths[3]; ///< of spans, in terms of the parameter
};

template <class Space>
class PointTables
{
public:
  PointTables() = default;
  PointTables(const Context<Space>& context, const NurbsPatch& patch);

  template <class Real>
  PointTablesView<Real> view() const;

  static std::size_t memory(const NurbsPatch& patch);

private:
  template <class Real>
  struct Direction
  {
    DeviceVector<Real, Space> values;
    DeviceVector<Real, Space> differences;
    DeviceVector<Real, Space> rootWeights;
    DeviceVector<Real, Space> inverseLengths;
  };
  template <class Real>
  using Directions = std::array<Direction<Real>, 3>;

  template <class Real>
  static void copy(const Context<Space>& context, const NurbsPatch& patch, Directions<Real>& to);

  Directions<double> Double;
  Directions<float> Single;
};

/// The patch in memory of a space, for values that are computed once.
struct PatchView
{
  SplineGrid grid;
  const double* knots[3];
  const double* points;
  const double* weights;
};

template <class Space>
class PatchData
{
public:
  PatchData(const Context<Space>& context, const NurbsPatch& patch);

  PatchView view() const;

private:
  SplineGrid Grid;
  std::array<DeviceVector<double, Space>, 3> Knots;
  DeviceVector<double, Space> Points;
  DeviceVector<double, Space> Weights;
};
}

#endif
