#include "Mesh/Nurbs/NurbsGrid.h"

#include "Core/Parallel.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
/// Sizes of an array in three directions.
struct GridExtent
{
  std::int64_t n[3];

  std::int64_t size() const { return this->n[0] * this->n[1] * this->n[2]; }
};

/// Order in which a pass of NurbsGrid writes or reads the array of points: that of the grid, or
/// that of Gauss points.
struct GaussOrder
{
  int perSpan[3];
  int elements[3];
  bool isGauss;

  TRABECULA_FUNCTION std::int64_t operator()(
    std::int64_t number, std::int64_t i, std::int64_t j, std::int64_t k) const
  {
    if (!this->isGauss)
    {
      return number;
    }
    const std::int64_t element = i / this->perSpan[0] +
      this->elements[0] *
        (j / this->perSpan[1] + std::int64_t(this->elements[1]) * (k / this->perSpan[2]));
    const std::int64_t local = i % this->perSpan[0] +
      this->perSpan[0] *
        (j % this->perSpan[1] + std::int64_t(this->perSpan[1]) * (k % this->perSpan[2]));
    return element * (this->perSpan[0] * this->perSpan[1] * this->perSpan[2]) + local;
  }
};

/// Computes sums over the functions of one direction.
/// @param to sizes of the result, whose entries in this direction are points @param from values at
/// control points in this direction @param weights factors of the entries of from, or null @param
/// divisors of the entries written, or null
template <class Space>
void sumAlong(const Context<Space>& context, int direction, GridExtent to, std::int64_t counts,
  int degree, const int* first, const double* values, const double* from, const double* weights,
  GaussOrder order, const double* divisors, double* result)
{
  const std::int64_t stride = direction == 0 ? 1 : direction == 1 ? to.n[0] : to.n[0] * to.n[1];
  const std::int64_t along = to.n[direction];
  const int functions = degree + 1;
  forEach(
    context, to.size(), TRABECULA_LAMBDA(std::int64_t q) {
      const std::int64_t below = q % stride;
      const std::int64_t at = q / stride % along;
      const std::int64_t above = q / stride / along;
      const std::int64_t start = below + stride * (first[at] + counts * above);
      const double* n = values + at * functions;
      double sum = 0.0;
      for (int a = 0; a < functions; ++a)
      {
        const std::int64_t i = start + stride * a;
        sum += n[a] * (weights ? weights[i] * from[i] : from[i]);
      }
      const std::int64_t place =
        order(q, q % to.n[0], q / to.n[0] % to.n[1], q / to.n[0] / to.n[1]);
      result[place] = divisors ? sum / divisors[place] : sum;
    });
}

/// Computes the transpose: sums over the points of one direction.
/// @param to sizes of the result, whose entries in this direction are control points @param
/// divisors of the entries read, or null
/// @param weights factors of the entries written, or null
template <class Space>
void gatherAlong(const Context<Space>& context, int direction, GridExtent to, std::int64_t points,
  int spans, int degree, const int* starts, const int* first, const double* values,
  const double* from, GaussOrder order, const double* divisors, const double* weights,
  double* result)
{
  const std::int64_t stride = direction == 0 ? 1 : direction == 1 ? to.n[0] : to.n[0] * to.n[1];
  const std::int64_t along = to.n[direction];
  const int functions = degree + 1;
  forEach(
    context, to.size(), TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t below = i % stride;
      const auto at = static_cast<int>(i / stride % along);
      const std::int64_t above = i / stride / along;
      const int low = at < degree ? 0 : at - degree;
      const int high = at < spans ? at : spans - 1;
      double sum = 0.0;
      for (int q = starts[low]; q < starts[high + 1]; ++q)
      {
        const std::int64_t number = below + stride * (q + points * above);
        std::int64_t place = number;
        if (order.isGauss)
        {
          const std::int64_t p[3] = { direction == 0 ? q : i % to.n[0],
            direction == 1 ? q : i / to.n[0] % to.n[1], direction == 2 ? q : above };
          place = order(number, p[0], p[1], p[2]);
        }
        const double value = divisors ? from[place] / divisors[place] : from[place];
        sum += values[std::int64_t(q) * functions + at - first[q]] * value;
      }
      result[i] = weights ? weights[i] * sum : sum;
    });
}
}

template <class Space>
NurbsGrid<Space>::NurbsGrid(
  const Context<Space>& context, const NurbsPatch& patch, const std::array<SplineTable, 3>& tables)
  : Computing(&context), Dimension(patch.dimension), Degrees(patch.degrees), Counts(patch.counts()),
    Elements(patch.elements()), IsGauss(tables[0].perSpan > 0),
    ControlPoints(static_cast<std::int64_t>(patch.numberOfControlPoints())),
    Places(context, patch.points), Weights(context, patch.weights)
{
  for (std::size_t k = 0; k < 3; ++k)
  {
    const SplineTable& table = tables[k];
    this->Sizes[k] = static_cast<int>(table.size());
    this->PerSpan[k] = table.perSpan;
    this->Points *= this->Sizes[k];
    std::vector<int> starts;
    for (int s = 0; s <= this->Elements[k]; ++s)
    {
      starts.push_back(static_cast<int>(
        std::lower_bound(table.first.begin(), table.first.end(), s) - table.first.begin()));
    }
    Direction& direction = this->Directions[k];
    direction.first = DeviceVector<int, Space>(context, table.first);
    direction.values = DeviceVector<double, Space>(context, table.values);
    direction.derivatives = DeviceVector<double, Space>(context, table.derivatives);
    direction.starts = DeviceVector<int, Space>(context, starts);
  }
  const bool isRational = std::any_of(patch.weights.begin(), patch.weights.end(),
    [&](double weight) { return weight != patch.weights.front(); });
  if (isRational)
  {
    this->Sums = DeviceVector<double, Space>(context, static_cast<std::size_t>(this->Points));
    this->multiply(this->Weights.data(), nullptr, this->Sums.data());
  }
}

template <class Space>
NurbsGridView NurbsGrid<Space>::view() const
{
  NurbsGridView view{};
  for (std::size_t k = 0; k < 3; ++k)
  {
    view.degrees[k] = this->Degrees[k];
    view.counts[k] = this->Counts[k];
    view.elements[k] = this->Elements[k];
    view.sizes[k] = this->Sizes[k];
    view.perSpan[k] = this->PerSpan[k];
    view.first[k] = this->Directions[k].first.data();
    view.values[k] = this->Directions[k].values.data();
    view.derivatives[k] = this->Directions[k].derivatives.data();
  }
  view.controlPoints = this->Places.data();
  view.weights = this->Weights.data();
  return view;
}

template <class Space>
void NurbsGrid<Space>::multiply(
  const double* coefficients, const double* weights, double* sums) const
{
  // The order of directions makes the intermediate arrays smallest.
  const detail::GaussOrder last = { { this->PerSpan[0], this->PerSpan[1], this->PerSpan[2] },
    { this->Elements[0], this->Elements[1], this->Elements[2] }, this->IsGauss };
  const detail::GaussOrder plain = { {}, {}, false };
  const double* divisors = weights && this->Sums.size() > 0 ? this->Sums.data() : nullptr;
  detail::GridExtent extent = { { this->Counts[0], this->Counts[1], this->Counts[2] } };
  std::int64_t partial[2] = {};
  for (int k = 0; k < this->Dimension; ++k)
  {
    extent.n[k] = this->Sizes[std::size_t(k)];
    partial[k % 2] = k + 1 < this->Dimension ? extent.size() : partial[k % 2];
  }
  const auto first =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(partial[0]));
  const auto second =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(partial[1]));
  extent = { { this->Counts[0], this->Counts[1], this->Counts[2] } };
  const double* from = coefficients;
  for (int k = 0; k < this->Dimension; ++k)
  {
    const auto d = static_cast<std::size_t>(k);
    const bool isLast = k + 1 == this->Dimension;
    extent.n[k] = this->Sizes[d];
    double* to = isLast ? sums : k % 2 == 0 ? first.data() : second.data();
    detail::sumAlong(*this->Computing, k, extent, this->Counts[d], this->Degrees[d],
      this->Directions[d].first.data(), this->Directions[d].values.data(), from,
      k == 0 && divisors ? weights : nullptr, isLast ? last : plain, isLast ? divisors : nullptr,
      to);
    from = to;
  }
}

template <class Space>
void NurbsGrid<Space>::evaluate(const double* coefficients, double* values) const
{
  this->multiply(coefficients, this->Weights.data(), values);
}

template <class Space>
void NurbsGrid<Space>::gather(const double* values, double* coefficients) const
{
  const detail::GaussOrder given = { { this->PerSpan[0], this->PerSpan[1], this->PerSpan[2] },
    { this->Elements[0], this->Elements[1], this->Elements[2] }, this->IsGauss };
  const detail::GaussOrder plain = { {}, {}, false };
  const bool isRational = this->Sums.size() > 0;
  detail::GridExtent extent = { { this->Sizes[0], this->Sizes[1], this->Sizes[2] } };
  std::int64_t partial[2] = {};
  for (int k = this->Dimension - 1; k >= 0; --k)
  {
    extent.n[k] = this->Counts[std::size_t(k)];
    partial[k % 2] = k > 0 ? extent.size() : partial[k % 2];
  }
  const auto first =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(partial[0]));
  const auto second =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(partial[1]));
  extent = { { this->Sizes[0], this->Sizes[1], this->Sizes[2] } };
  const double* from = values;
  for (int k = this->Dimension - 1; k >= 0; --k)
  {
    const auto d = static_cast<std::size_t>(k);
    const bool isFirst = k + 1 == this->Dimension;
    extent.n[k] = this->Counts[d];
    double* to = k == 0 ? coefficients : k % 2 == 0 ? first.data() : second.data();
    detail::gatherAlong(*this->Computing, k, extent, this->Sizes[d], this->Elements[d],
      this->Degrees[d], this->Directions[d].starts.data(), this->Directions[d].first.data(),
      this->Directions[d].values.data(), from, isFirst ? given : plain,
      isFirst && isRational ? this->Sums.data() : nullptr,
      k == 0 && isRational ? this->Weights.data() : nullptr, to);
    from = to;
  }
}

template <class Space>
NurbsGrid<Space> makeGaussGrid(const Context<Space>& context, const NurbsPatch& patch)
{
  std::array<SplineTable, 3> tables;
  for (std::size_t k = 0; k < 3; ++k)
  {
    tables[k] = gaussTable(patch.degrees[k], patch.knots[k]);
  }
  return NurbsGrid<Space>(context, patch, tables);
}

template <class Space>
NurbsGrid<Space> makeVertexGrid(const Context<Space>& context, const NurbsPatch& patch)
{
  std::array<SplineTable, 3> tables;
  for (std::size_t k = 0; k < 3; ++k)
  {
    tables[k] = tableAt(patch.degrees[k], patch.knots[k],
      patch.degrees[k] == 0 ? std::vector<double>{ 0.0 }
                            : breakPoints(patch.degrees[k], patch.knots[k]));
  }
  return NurbsGrid<Space>(context, patch, tables);
}

template <class Space>
NurbsGrid<Space> makeGrevilleGrid(const Context<Space>& context, const NurbsPatch& patch)
{
  std::array<SplineTable, 3> tables;
  for (std::size_t k = 0; k < 3; ++k)
  {
    tables[k] =
      tableAt(patch.degrees[k], patch.knots[k], grevillePoints(patch.degrees[k], patch.knots[k]));
  }
  return NurbsGrid<Space>(context, patch, tables);
}

template class NurbsGrid<CompiledSpace>;
template NurbsGrid<CompiledSpace> makeGaussGrid(
  const Context<CompiledSpace>& context, const NurbsPatch& patch);
template NurbsGrid<CompiledSpace> makeVertexGrid(
  const Context<CompiledSpace>& context, const NurbsPatch& patch);
template NurbsGrid<CompiledSpace> makeGrevilleGrid(
  const Context<CompiledSpace>& context, const NurbsPatch& patch);
}
