#include "Design/Filter/PointFilter.h"

#include "Core/Parallel.h"
#include "Core/Vectors/SparseRows.h"

#include <algorithm>
#include <numeric>

namespace trabecula
{
namespace detail
{
/// Elements, their images and points in bins, and numbers of these.
struct PointNeighbours
{
  BinTable table;
  std::int64_t elements;
  std::int64_t sources; ///< elements and their images
  const double* weights;

  TRABECULA_FUNCTION double weight(std::int64_t element) const
  {
    return this->weights ? this->weights[element] : 1.0;
  }
};

/// Computes sums_p = sum_i H_pi w_i x_i over sources. Null for x stands for ones.
/// @param values memory for a number for each source and point
template <class Space>
void sumAtPoints(const Context<Space>& context, const PointNeighbours of, const double* x,
  double* values, double* sums)
{
  forEach(
    context, of.table.elements, TRABECULA_LAMBDA(std::int64_t position) {
      const std::int64_t number = of.table.order[position];
      const std::int64_t e = number % of.elements;
      values[position] = number < of.sources ? of.weight(e) * (x ? x[e] : 1.0) : 0.0;
    });
  forEach(
    context, of.table.elements, TRABECULA_LAMBDA(std::int64_t position) {
      const std::int64_t number = of.table.order[position];
      if (number < of.sources)
      {
        return;
      }
      double sum = 0.0;
      visitNeighbours(of.table, position,
        [&](std::int64_t other, double distance)
        { sum += (of.table.radius - distance) * values[other]; });
      sums[number - of.sources] = sum;
    });
}

/// Computes y = sums / weightSums where there are neighbours, and the value of the home elsewhere.
template <class Space>
void divideAtPoints(const Context<Space>& context, std::int64_t points, const double* weightSums,
  const std::int32_t* homes, const double* x, double* y)
{
  forEach(
    context, points, TRABECULA_LAMBDA(std::int64_t p) {
      y[p] = weightSums[p] > 0.0 ? y[p] / weightSums[p] : x[homes[p]];
    });
}

/// The transpose for points with neighbours: ofX_e = w_e sum_p H_pe ofY_p / sum_i H_pi w_i.
/// @param values memory for a number for each source and point @param sums for each source
template <class Space>
void sumAtElements(const Context<Space>& context, const PointNeighbours of,
  const double* weightSums, const double* ofY, double* values, double* sums, double* ofX)
{
  forEach(
    context, of.table.elements, TRABECULA_LAMBDA(std::int64_t position) {
      const std::int64_t p = of.table.order[position] - of.sources;
      values[position] = p >= 0 && weightSums[p] > 0.0 ? ofY[p] / weightSums[p] : 0.0;
    });
  forEach(
    context, of.table.elements, TRABECULA_LAMBDA(std::int64_t position) {
      const std::int64_t number = of.table.order[position];
      if (number >= of.sources)
      {
        return;
      }
      double sum = 0.0;
      visitNeighbours(of.table, position,
        [&](std::int64_t other, double distance)
        { sum += (of.table.radius - distance) * values[other]; });
      sums[number] = sum;
    });
  forEach(
    context, of.elements, TRABECULA_LAMBDA(std::int64_t e) {
      double sum = 0.0;
      for (std::int64_t i = e; i < of.sources; i += of.elements)
      {
        sum += sums[i];
      }
      ofX[e] = of.weight(e) * sum;
    });
}

/// Counts the neighbours of points, one for those that have the value of their home.
template <class Space>
void countNeighbours(const Context<Space>& context, const PointNeighbours of,
  const double* weightSums, std::int64_t* counts)
{
  forEach(
    context, of.table.elements, TRABECULA_LAMBDA(std::int64_t position) {
      const std::int64_t p = of.table.order[position] - of.sources;
      if (p < 0)
      {
        return;
      }
      std::int64_t count = 0;
      if (weightSums[p] > 0.0)
      {
        visitNeighbours(of.table, position, [&](std::int64_t, double) { ++count; });
      }
      counts[p] = count > 0 ? count : 1;
    });
}

/// Writes the elements around each point with their weights, which have the sum of one.
template <class Space>
void writeNeighbours(const Context<Space>& context, const PointNeighbours of,
  const double* weightSums, const std::int32_t* homes, const std::int64_t* starts,
  std::int32_t* elements, double* weights)
{
  forEach(
    context, of.table.elements, TRABECULA_LAMBDA(std::int64_t position) {
      const std::int64_t p = of.table.order[position] - of.sources;
      if (p < 0)
      {
        return;
      }
      std::int64_t at = starts[p];
      if (!(weightSums[p] > 0.0))
      {
        elements[at] = homes[p];
        weights[at] = 1.0;
        return;
      }
      visitNeighbours(of.table, position,
        [&](std::int64_t other, double distance)
        {
          const std::int64_t e = of.table.order[other] % of.elements;
          elements[at] = static_cast<std::int32_t>(e);
          weights[at] = (of.table.radius - distance) * of.weight(e) / weightSums[p];
          ++at;
        });
    });
}

/// Mean number of neighbours up to which the weights are stored.
constexpr std::size_t MostStoredNeighbours = 24;

/// Adds to elements what their points without neighbours have.
template <class Space>
void addToHomes(const Context<Space>& context, std::int64_t homes, const std::int32_t* elements,
  const std::int32_t* starts, const std::int32_t* points, const double* ofY, double* ofX)
{
  forEach(
    context, homes, TRABECULA_LAMBDA(std::int64_t home) {
      for (std::int32_t i = starts[home]; i < starts[home + 1]; ++i)
      {
        ofX[elements[home]] += ofY[points[i]];
      }
    });
}
}

template <class Space>
PointFilter<Space>::PointFilter(const Vector<Space>& centroids, const Vector<Space>* weights,
  double radius, const std::vector<Isometry>& images, const std::vector<double>& points,
  const std::vector<std::int32_t>& homes)
  : Elements(centroids.layout().owned()),
    Images(std::max<std::int64_t>(1, std::int64_t(images.size()))),
    Points(static_cast<std::int64_t>(points.size() / 3)),
    Bins(makeBinsOfImages(
      centroids, images.empty() ? std::vector<Isometry>(1) : images, radius, points)),
    Weights(weights ? weights->data() : nullptr),
    WeightSums(centroids.context(), points.size() / 3), Homes(centroids.context(), homes)
{
  const Context<Space>& context = centroids.context();
  context.requireSinglePart("A filter at points");
  this->All = makeLayout(context, Entity::Element, this->Images * this->Elements + this->Points, 1);
  LeasedVector<Space> values(this->All);
  detail::sumAtPoints(context, this->neighbours(), nullptr, values.data(), this->WeightSums.data());

  std::vector<std::int32_t> alone;
  const std::vector<double> sums = this->WeightSums.toHost();
  for (std::size_t p = 0; p < sums.size(); ++p)
  {
    if (!(sums[p] > 0.0))
    {
      alone.push_back(static_cast<std::int32_t>(p));
    }
  }
  const auto homeOf = [&](std::int32_t p) { return homes[static_cast<std::size_t>(p)]; };
  std::stable_sort(alone.begin(), alone.end(),
    [&](std::int32_t a, std::int32_t b) { return homeOf(a) < homeOf(b); });
  std::vector<std::int32_t> elements;
  std::vector<std::int32_t> starts;
  for (std::size_t i = 0; i < alone.size(); ++i)
  {
    if (i == 0 || homeOf(alone[i]) != homeOf(alone[i - 1]))
    {
      elements.push_back(homeOf(alone[i]));
      starts.push_back(static_cast<std::int32_t>(i));
    }
  }
  starts.push_back(static_cast<std::int32_t>(alone.size()));
  this->HomeElements = DeviceVector<std::int32_t, Space>(context, elements);
  this->HomeStarts = DeviceVector<std::int32_t, Space>(context, starts);
  this->HomePoints = DeviceVector<std::int32_t, Space>(context, alone);
  this->storePairs();
}

template <class Space>
detail::PointNeighbours PointFilter<Space>::neighbours() const
{
  return { this->Bins.table(), this->Elements, this->Images * this->Elements, this->Weights };
}

template <class Space>
void PointFilter<Space>::storePairs()
{
  const Context<Space>& context = this->All->context();
  DeviceVector<std::int64_t, Space> counts(context, static_cast<std::size_t>(this->Points));
  detail::countNeighbours(context, this->neighbours(), this->WeightSums.data(), counts.data());
  std::vector<std::int64_t> starts = { 0 };
  for (const std::int64_t count : counts.toHost())
  {
    starts.push_back(starts.back() + count);
  }
  const auto pairs = static_cast<std::size_t>(starts.back());
  if (pairs > detail::MostStoredNeighbours * static_cast<std::size_t>(this->Points))
  {
    return;
  }
  this->OfPoints.starts = DeviceVector<std::int64_t, Space>(context, starts);
  this->OfPoints.columns = DeviceVector<std::int32_t, Space>(context, pairs);
  this->OfPoints.weights = DeviceVector<double, Space>(context, pairs);
  detail::writeNeighbours(context, this->neighbours(), this->WeightSums.data(), this->Homes.data(),
    this->OfPoints.starts.data(), this->OfPoints.columns.data(), this->OfPoints.weights.data());
  this->Bins = ElementBins<Space>();

  const std::vector<std::int32_t> elements = this->OfPoints.columns.toHost();
  const std::vector<double> weights = this->OfPoints.weights.toHost();
  std::vector<std::int64_t> ofElements(static_cast<std::size_t>(this->Elements) + 1, 0);
  for (const std::int32_t element : elements)
  {
    ++ofElements[static_cast<std::size_t>(element) + 1];
  }
  std::partial_sum(ofElements.begin(), ofElements.end(), ofElements.begin());
  std::vector<std::int64_t> next(ofElements.begin(), ofElements.end() - 1);
  std::vector<std::int32_t> points(pairs);
  std::vector<double> transposed(pairs);
  for (std::size_t p = 0; p + 1 < starts.size(); ++p)
  {
    for (auto i = static_cast<std::size_t>(starts[p]); i < static_cast<std::size_t>(starts[p + 1]);
         ++i)
    {
      const auto to = static_cast<std::size_t>(next[static_cast<std::size_t>(elements[i])]++);
      points[to] = static_cast<std::int32_t>(p);
      transposed[to] = weights[i];
    }
  }
  this->OfElements.starts = DeviceVector<std::int64_t, Space>(context, ofElements);
  this->OfElements.columns = DeviceVector<std::int32_t, Space>(context, points);
  this->OfElements.weights = DeviceVector<double, Space>(context, transposed);
  this->IsStored = true;
}

template <class Space>
void PointFilter<Space>::product(
  const Pairs& pairs, const Vector<Space>& from, Vector<Space>& to) const
{
  multiplySparseRows(this->All->context(), static_cast<std::int64_t>(pairs.starts.size()) - 1,
    pairs.starts.data(), pairs.columns.data(), pairs.weights.data(), from.data(), to.data());
}

template <class Space>
void PointFilter<Space>::apply(const Vector<Space>& x, Vector<Space>& y) const
{
  if (this->IsStored)
  {
    this->product(this->OfPoints, x, y);
    return;
  }
  const Context<Space>& context = this->All->context();
  LeasedVector<Space> values(this->All);
  detail::sumAtPoints(context, this->neighbours(), x.data(), values.data(), y.data());
  detail::divideAtPoints(
    context, this->Points, this->WeightSums.data(), this->Homes.data(), x.data(), y.data());
}

template <class Space>
void PointFilter<Space>::applyTransposed(const Vector<Space>& ofY, Vector<Space>& ofX) const
{
  if (this->IsStored)
  {
    this->product(this->OfElements, ofY, ofX);
    return;
  }
  const Context<Space>& context = this->All->context();
  LeasedVector<Space> values(this->All);
  LeasedVector<Space> sums(this->All);
  detail::sumAtElements(context, this->neighbours(), this->WeightSums.data(), ofY.data(),
    values.data(), sums.data(), ofX.data());
  detail::addToHomes(context, static_cast<std::int64_t>(this->HomeElements.size()),
    this->HomeElements.data(), this->HomeStarts.data(), this->HomePoints.data(), ofY.data(),
    ofX.data());
}

template <class Space>
std::size_t PointFilter<Space>::memory(std::size_t elements, std::size_t points, std::size_t images)
{
  // Each source and point has a place in the bins, of which all may be occupied by one, and two
  // numbers in the workspace.
  constexpr std::size_t ofEach =
    6 * sizeof(double) + (2 + 2 * detail::BinTable::Rows) * sizeof(std::int32_t) + 2 * 16;
  constexpr std::size_t ofPair = sizeof(double) + sizeof(std::int32_t);
  constexpr std::size_t ofPoint =
    2 * sizeof(double) + 4 * sizeof(std::int32_t) + 2 * detail::MostStoredNeighbours * ofPair;
  return (images * elements + points) * ofEach + points * ofPoint + elements * sizeof(std::int64_t);
}

template class PointFilter<CompiledSpace>;
}
