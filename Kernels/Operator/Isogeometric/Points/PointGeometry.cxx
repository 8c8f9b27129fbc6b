#include "Operator/Isogeometric/Points/PointGeometry.h"

#include "Core/Parallel.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Operator/Isogeometric/PatchPoint.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
#ifndef __CUDACC__
std::optional<AffineMap> findAffineMap(const NurbsPatch& patch)
{
  const auto dimension = static_cast<std::size_t>(patch.dimension);
  const std::array<int, 3> counts = patch.counts();
  std::array<std::vector<double>, 3> greville;
  for (std::size_t k = 0; k < 3; ++k)
  {
    greville[k] =
      k < dimension ? grevillePoints(patch.degrees[k], patch.knots[k]) : std::vector<double>{ 0.0 };
  }
  AffineMap map = { { 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0 } };
  double size = 0.0;
  for (const double coordinate : patch.points)
  {
    size = std::max(size, std::abs(coordinate - patch.points[0]));
  }
  std::size_t stride = 1;
  for (std::size_t k = 0; k < dimension; ++k)
  {
    const std::size_t last = stride * (static_cast<std::size_t>(counts[k]) - 1);
    for (std::size_t i = 0; i < 3; ++i)
    {
      map.jacobian[3 * i + k] = patch.points[3 * last + i] - patch.points[i];
    }
    stride *= static_cast<std::size_t>(counts[k]);
  }
  const double tolerance = 1e-13 * size;
  for (std::size_t p = 0; p < patch.weights.size(); ++p)
  {
    const std::array<std::size_t, 3> at = { p % counts[0], p / counts[0] % counts[1],
      p / counts[0] / counts[1] };
    for (std::size_t i = 0; i < 3; ++i)
    {
      double x = patch.points[i];
      for (std::size_t k = 0; k < dimension; ++k)
      {
        x += map.jacobian[3 * i + k] * greville[k][at[k]];
      }
      if (std::abs(patch.points[3 * p + i] - x) > tolerance)
      {
        return std::nullopt;
      }
    }
    if (patch.weights[p] != 1.0)
    {
      return std::nullopt;
    }
  }
  return map;
}
#endif

namespace detail
{
template <class Space>
void storePointFactors(const Context<Space>& context, const PatchView patch,
  const PointTablesView<double> tables, const double* const* gaussPlaces, bool rational,
  double* stored)
{
  const SplineGrid grid = patch.grid;
  const int perElement = grid.pointsPerElement();
  const std::int64_t points = grid.numberOfElements() * perElement;
  const double* places[3] = { gaussPlaces[0], gaussPlaces[1], gaussPlaces[2] };
  const double* px = places[0];
  const double* py = places[1];
  const double* pz = places[2];
  forEach(
    context, points, TRABECULA_LAMBDA(std::int64_t p) {
      const double* local[3] = { px, py, pz };
      const int m[3] = { grid.degrees[0] + 1, grid.degrees[1] + 1, grid.degrees[2] + 1 };
      std::int32_t e[3] = {};
      int q[3] = {};
      double xi[3] = {};
      grid.elementAt(p / perElement, e);
      splitPoint(grid, static_cast<int>(p % perElement), q);
      parametersOf(patch, e, local, q, xi);
      const PointBasis basis(patch, e, xi);
      const PatchPoint at(patch, e, basis);
      double root = std::sqrt(at.determinant);
      for (int k = 0; k < 3; ++k)
      {
        root *= tables.rootWeights[k][e[k] * m[k] + q[k]];
      }
      const int d = grid.dimension;
      const std::int64_t place = std::int64_t(e[0]) * m[0] + q[0] +
        std::int64_t(grid.elements[0]) * m[0] *
          (std::int64_t(e[1]) * m[1] + q[1] +
            std::int64_t(grid.elements[1]) * m[1] * (std::int64_t(e[2]) * m[2] + q[2]));
      for (int c = 0; c < d; ++c)
      {
        double b = 0.0;
        for (int k = 0; k < d; ++k)
        {
          const double a = root * at.inverse[3 * k + c] / at.weight;
          stored[(d * k + c) * points + place] = a * tables.inverseLengths[k][e[k]];
          b += a * at.weightSlopes[k] / at.weight;
        }
        if (rational)
        {
          stored[(d * d + c) * points + place] = b;
        }
      }
    });
}

template <class Space>
void roundTo(const Context<Space>& context, std::int64_t n, const double* from, float* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { to[i] = static_cast<float>(from[i]); });
}
}

template <class Space>
PointGeometry<Space>::PointGeometry(
  const Context<Space>& context, const NurbsPatch& patch, const PatchData<Space>& data)
  : Grid(gridOf(patch)), Affine(findAffineMap(patch))
{
  if (this->Affine)
  {
    return;
  }
  this->Rational = std::any_of(
    patch.weights.begin(), patch.weights.end(), [&](double w) { return w != patch.weights[0]; });
  const int d = this->Grid.dimension;
  const auto points =
    static_cast<std::size_t>(this->Grid.numberOfElements() * this->Grid.pointsPerElement());
  this->Double =
    DeviceVector<double, Space>(context, points * std::size_t(this->Rational ? d * d + d : d * d));
  const PointTables<Space> tables(context, patch);
  std::array<DeviceVector<double, Space>, 3> places;
  const double* pointers[3];
  for (std::size_t k = 0; k < 3; ++k)
  {
    std::vector<double> values = GaussRule(patch.degrees[k] + 1).places;
    for (double& value : values)
    {
      value = 0.5 * (value + 1.0);
    }
    places[k] = DeviceVector<double, Space>(context, values);
    pointers[k] = places[k].data();
  }
  detail::storePointFactors(context, data.view(), tables.template view<double>(), pointers,
    this->Rational, this->Double.data());
  context.synchronize();
}

template <class Space>
void PointGeometry<Space>::makeSingle(const Context<Space>& context)
{
  if (this->Single.size() != this->Double.size())
  {
    this->Single = DeviceVector<float, Space>(context, this->Double.size());
    detail::roundTo(context, static_cast<std::int64_t>(this->Double.size()), this->Double.data(),
      this->Single.data());
  }
}

template <class Space>
template <class Real>
PointGeometryView<Real> PointGeometry<Space>::view() const
{
  const SplineGrid& grid = this->Grid;
  PointGeometryView<Real> view = {};
  if constexpr (std::is_same_v<Real, double>)
  {
    view.stored = this->Double.data();
  }
  else
  {
    view.stored = this->Single.data();
  }
  view.rational = this->Rational;
  view.points = grid.numberOfElements() * grid.pointsPerElement();
  view.along[0] = std::int64_t(grid.elements[0]) * (grid.degrees[0] + 1);
  view.along[1] = std::int64_t(grid.elements[1]) * (grid.degrees[1] + 1);
  if (this->Affine)
  {
    const std::array<double, 9>& j = this->Affine->jacobian;
    const int d = grid.dimension;
    const double determinant = j[0] * (j[4] * j[8] - j[5] * j[7]) -
      j[1] * (j[3] * j[8] - j[5] * j[6]) + j[2] * (j[3] * j[7] - j[4] * j[6]);
    for (int k = 0; k < d; ++k)
    {
      for (int c = 0; c < d; ++c)
      {
        // This is the cofactor of dx_c / dxi_k.
        const int r0 = (c + 1) % 3;
        const int r1 = (c + 2) % 3;
        const int c0 = (k + 1) % 3;
        const int c1 = (k + 2) % 3;
        const double cofactor = j[3 * r0 + c0] * j[3 * r1 + c1] - j[3 * r0 + c1] * j[3 * r1 + c0];
        view.inverse[d * k + c] = static_cast<Real>(cofactor / determinant);
      }
    }
    view.root = static_cast<Real>(std::sqrt(determinant));
  }
  return view;
}

template <class Space>
std::size_t PointGeometry<Space>::memory(const NurbsPatch& patch, bool single)
{
  if (findAffineMap(patch))
  {
    return 0;
  }
  const SplineGrid grid = gridOf(patch);
  const auto d = static_cast<std::size_t>(grid.dimension);
  return static_cast<std::size_t>(grid.numberOfElements() * grid.pointsPerElement()) * (d * d + d) *
    (sizeof(double) + (single ? sizeof(float) : 0));
}

template class PointGeometry<CompiledSpace>;
template PointGeometryView<double> PointGeometry<CompiledSpace>::view() const;
template PointGeometryView<float> PointGeometry<CompiledSpace>::view() const;
}
