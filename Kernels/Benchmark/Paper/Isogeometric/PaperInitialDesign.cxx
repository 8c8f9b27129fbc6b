#include "Benchmark/Paper/Isogeometric/PaperInitialDesign.h"

#include "Core/Parallel.h"
#include "Operator/Isogeometric/PatchPoint.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
/// A matrix row of values of functions at a point, and the position of the point.
struct PaperRow
{
  std::int32_t* rowOf;
  std::int32_t* columnOf;
  double* values;

  TRABECULA_FUNCTION void write(
    const PatchView& patch, std::int64_t row, int perRow, const double* xi, double* position) const
  {
    std::int32_t e[3] = { 0, 0, 0 };
    for (int k = 0; k < 2; ++k)
    {
      e[k] = bspline::spanOf(patch.grid.degrees[k], patch.grid.elements[k], patch.knots[k], xi[k]);
    }
    const PointBasis basis(patch, e, xi);
    double weight = 0.0;
    double sums[2] = {};
    forEachFunction(patch.grid, e,
      [&](std::int64_t point, int a, int b, int c)
      {
        const double n = patch.weights[point] * basis.product(a, b, c);
        weight += n;
        sums[0] += n * patch.points[3 * point];
        sums[1] += n * patch.points[3 * point + 1];
      });
    std::int64_t entry = row * perRow;
    forEachFunction(patch.grid, e,
      [&](std::int64_t point, int a, int b, int c)
      {
        this->rowOf[entry] = static_cast<std::int32_t>(row);
        this->columnOf[entry] = static_cast<std::int32_t>(point);
        this->values[entry] = patch.weights[point] * basis.product(a, b, c) / weight;
        ++entry;
      });
    position[0] = sums[0] / weight;
    position[1] = sums[1] / weight;
  }
};

template <class Space>
void collocate(const Context<Space>& context, const PatchView patch, const PaperRow row, int perRow,
  const double* centres, std::int64_t holes, double radius, double* positions, double* values)
{
  forEach(
    context, patch.grid.numberOfControlPoints(), TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t at[3] = {};
      patch.grid.controlPointAt(i, at);
      double xi[3] = { 0.0, 0.0, 0.0 };
      for (int k = 0; k < 2; ++k)
      {
        for (int j = 1; j <= patch.grid.degrees[k]; ++j)
        {
          xi[k] += patch.knots[k][at[k] + j];
        }
        xi[k] /= patch.grid.degrees[k];
      }
      double* position = positions + 2 * i;
      row.write(patch, i, perRow, xi, position);
      double nearest = 1e300;
      for (std::int64_t h = 0; h < holes; ++h)
      {
        const double x = position[0] - centres[3 * h];
        const double y = position[1] - centres[3 * h + 1];
        nearest = std::fmin(nearest, std::sqrt(x * x + y * y) - radius);
      }
      values[i] = nearest;
    });
}

template <class Space>
void interpolateVertices(
  const Context<Space>& context, const PatchView patch, const PaperRow row, int perRow)
{
  const std::int64_t along = patch.grid.elements[0] + 1;
  forEach(
    context, along * (patch.grid.elements[1] + 1), TRABECULA_LAMBDA(std::int64_t v) {
      const double xi[3] = { patch.knots[0][patch.grid.degrees[0] + v % along],
        patch.knots[1][patch.grid.degrees[1] + v / along], 0.0 };
      double position[2] = {};
      row.write(patch, v, perRow, xi, position);
    });
}
}

template <class Space>
PaperInitialDesign<Space>::PaperInitialDesign(
  const Context<Space>& context, const NurbsPatch& patch)
  : Patch(context, patch), Positions(context, 2 * patch.numberOfControlPoints()),
    Values(context, patch.numberOfControlPoints()),
    Collocation(context, static_cast<std::int64_t>(patch.numberOfControlPoints()),
      patch.functionsPerElement()),
    Interpolation(context, std::int64_t(patch.elements()[0] + 1) * (patch.elements()[1] + 1),
      patch.functionsPerElement())
{
}

template <class Space>
void PaperInitialDesign<Space>::compute(const DeviceVector<double, Space>& centres, double radius)
{
  const auto rowOf = [](CooMatrix<Space>& matrix) {
    return detail::PaperRow{ matrix.rowOf.data(), matrix.columnOf.data(), matrix.values.data() };
  };
  const Context<Space>& context = this->Positions.context();
  detail::collocate(context, this->Patch.view(), rowOf(this->Collocation), this->Collocation.perRow,
    centres.data(), static_cast<std::int64_t>(centres.size() / 3), radius, this->Positions.data(),
    this->Values.data());
  detail::interpolateVertices(
    context, this->Patch.view(), rowOf(this->Interpolation), this->Interpolation.perRow);
}

template class PaperInitialDesign<CompiledSpace>;
}
