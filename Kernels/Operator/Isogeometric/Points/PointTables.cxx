#include "Operator/Isogeometric/Points/PointTables.h"

#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <cmath>
#include <numeric>

namespace trabecula
{
#ifndef __CUDACC__
SplineGrid gridOf(const NurbsPatch& patch)
{
  SplineGrid grid;
  const std::array<int, 3> elements = patch.elements();
  const std::array<int, 3> counts = patch.counts();
  grid.dimension = patch.dimension;
  for (std::size_t k = 0; k < 3; ++k)
  {
    grid.degrees[k] = patch.degrees[k];
    grid.elements[k] = elements[k];
    grid.counts[k] = counts[k];
  }
  return grid;
}

UnivariateTable tabulate(int degree, const std::vector<double>& knots,
  const std::vector<double>& breaks, const std::vector<std::int32_t>& spans)
{
  const auto m = static_cast<std::size_t>(degree) + 1;
  const GaussRule rule(degree + 1);
  UnivariateTable table;
  table.values.resize(m * m * spans.size());
  table.slopes.resize(table.values.size());
  for (std::size_t s = 0; s < spans.size(); ++s)
  {
    const double length = breaks[s + 1] - breaks[s];
    for (std::size_t q = 0; q < m; ++q)
    {
      const std::size_t at = (m * s + q) * m;
      bspline::evaluate(degree, knots.data(), spans[s],
        breaks[s] + 0.5 * length * (rule.places[q] + 1.0), &table.values[at], &table.slopes[at]);
      for (std::size_t a = 0; a < m; ++a)
      {
        table.slopes[at + a] *= length;
      }
    }
  }
  return table;
}

namespace detail
{
/// Returns the differentiation matrix of the Gauss points on [0, 1]: derivatives at the points of
/// the polynomial that interpolates given values there, by the barycentric weights of Lagrange's
/// formula.
std::vector<double> gaussDifferences(const GaussRule& rule)
{
  const std::size_t m = rule.places.size();
  std::vector<double> x(m);
  std::vector<double> weight(m, 1.0);
  for (std::size_t i = 0; i < m; ++i)
  {
    x[i] = 0.5 * (rule.places[i] + 1.0);
  }
  for (std::size_t i = 0; i < m; ++i)
  {
    for (std::size_t j = 0; j < m; ++j)
    {
      weight[i] *= i == j ? 1.0 : 1.0 / (x[i] - x[j]);
    }
  }
  std::vector<double> differences(m * m, 0.0);
  for (std::size_t i = 0; i < m; ++i)
  {
    for (std::size_t j = 0; j < m; ++j)
    {
      if (i != j)
      {
        differences[m * i + j] = weight[j] / weight[i] / (x[i] - x[j]);
        differences[m * i + i] -= differences[m * i + j];
      }
    }
  }
  return differences;
}
}
#else
namespace detail
{
std::vector<double> gaussDifferences(const GaussRule& rule);
}
#endif

template <class Space>
PointTables<Space>::PointTables(const Context<Space>& context, const NurbsPatch& patch)
{
  copy(context, patch, this->Double);
  copy(context, patch, this->Single);
}

template <class Space>
template <class Real>
void PointTables<Space>::copy(
  const Context<Space>& context, const NurbsPatch& patch, Directions<Real>& to)
{
  const auto put = [&](const std::vector<double>& values)
  { return DeviceVector<Real, Space>(context, std::vector<Real>(values.begin(), values.end())); };
  for (std::size_t k = 0; k < 3; ++k)
  {
    const int degree = patch.degrees[k];
    const GaussRule rule(degree + 1);
    const std::vector<double> breaks = breakPoints(degree, patch.knots[k]);
    std::vector<std::int32_t> spans(breaks.size() - 1);
    std::iota(spans.begin(), spans.end(), 0);
    std::vector<double> roots;
    std::vector<double> inverseLengths;
    for (std::size_t span = 0; span + 1 < breaks.size(); ++span)
    {
      const double length = breaks[span + 1] - breaks[span];
      inverseLengths.push_back(1.0 / length);
      for (const double weight : rule.weights)
      {
        roots.push_back(std::sqrt(0.5 * length * weight));
      }
    }
    to[k].values = put(tabulate(degree, patch.knots[k], breaks, spans).values);
    to[k].differences = put(detail::gaussDifferences(rule));
    to[k].rootWeights = put(roots);
    to[k].inverseLengths = put(inverseLengths);
  }
}

template <class Space>
template <class Real>
PointTablesView<Real> PointTables<Space>::view() const
{
  PointTablesView<Real> view;
  for (std::size_t k = 0; k < 3; ++k)
  {
    const Direction<Real>* direction = nullptr;
    if constexpr (std::is_same_v<Real, double>)
    {
      direction = &this->Double[k];
    }
    else
    {
      direction = &this->Single[k];
    }
    view.values[k] = direction->values.data();
    view.differences[k] = direction->differences.data();
    view.rootWeights[k] = direction->rootWeights.data();
    view.inverseLengths[k] = direction->inverseLengths.data();
  }
  return view;
}

template <class Space>
std::size_t PointTables<Space>::memory(const NurbsPatch& patch)
{
  std::size_t numbers = 0;
  for (std::size_t k = 0; k < 3; ++k)
  {
    const auto m = static_cast<std::size_t>(patch.degrees[k]) + 1;
    numbers += (m * m + m + 1) * (static_cast<std::size_t>(patch.elements()[k]) + 1);
  }
  return numbers * (sizeof(double) + sizeof(float));
}

template <class Space>
PatchData<Space>::PatchData(const Context<Space>& context, const NurbsPatch& patch)
  : Grid(gridOf(patch)), Points(context, patch.points), Weights(context, patch.weights)
{
  for (std::size_t k = 0; k < 3; ++k)
  {
    this->Knots[k] = DeviceVector<double, Space>(context, patch.knots[k]);
  }
}

template <class Space>
PatchView PatchData<Space>::view() const
{
  return { this->Grid, { this->Knots[0].data(), this->Knots[1].data(), this->Knots[2].data() },
    this->Points.data(), this->Weights.data() };
}

template class PointTables<CompiledSpace>;
template PointTablesView<double> PointTables<CompiledSpace>::view() const;
template PointTablesView<float> PointTables<CompiledSpace>::view() const;
template class PatchData<CompiledSpace>;
}
