#include "Design/Filter/NeighbourFilter.h"

#include "Core/Parallel.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Computes sorted[position] = value(e) for the element e at each position. Values of ghosts are
/// computed by their owners; images of an element have its value.
template <class Space, class Value>
void sortValues(
  const LayoutPointer<Space>& elements, const BinTable table, double* sorted, Value value)
{
  const Context<Space>& context = elements->context();
  if (!elements->hasGhosts())
  {
    const std::int64_t owned = table.owned;
    forEach(
      context, table.elements, TRABECULA_LAMBDA(std::int64_t position) {
        sorted[position] = value(std::int64_t(table.order[position]) % owned);
      });
    return;
  }
  LeasedVector<Space> values(elements);
  double* unsorted = values.data();
  forEach(
    context, table.owned, TRABECULA_LAMBDA(std::int64_t e) { unsorted[e] = value(e); });
  values.updateGhosts();
  forEach(
    context, table.elements, TRABECULA_LAMBDA(std::int64_t position) {
      sorted[position] = unsorted[table.order[position]];
    });
}

/// Calls finish(e, sum_i H_ei value(i)) for all owned elements e. The function value is called for
/// owned elements only.
/// @param images number of images of each element, see makeBinsOfImages()
/// @param result memory for the sums of voxels
template <class Space, class Value, class Finish>
void gatherNeighbours(const LayoutPointer<Space>& elements, const BinTable table, int images,
  const VoxelNeighbours<Space>* voxels, Vector<Space>& result, Value value, Finish finish)
{
  const Context<Space>& context = elements->context();
  LeasedVector<Space> scratch(images > 1 ? elements->withComponents(images) : elements);
  double* values = scratch.data();
  if (voxels)
  {
    forEach(
      context, elements->owned(), TRABECULA_LAMBDA(std::int64_t e) { values[e] = value(e); });
    scratch.updateGhosts();
    // The result has no entries for ghosts.
    std::optional<LeasedVector<Space>> ofAll;
    if (elements->hasGhosts())
    {
      ofAll.emplace(elements);
    }
    Vector<Space>& gathered = ofAll ? *ofAll : result;
    voxels->gather(scratch, gathered);
    const double* sums = gathered.data();
    forEach(
      context, elements->owned(), TRABECULA_LAMBDA(std::int64_t e) { finish(e, sums[e]); });
    return;
  }
  sortValues(elements, table, values, value);
  forEach(
    context, table.elements, TRABECULA_LAMBDA(std::int64_t position) {
      const std::int64_t e = table.order[position];
      if (e >= table.owned)
      {
        return;
      }
      double sum = 0.0;
      visitNeighbours(table, position,
        [&](std::int64_t other, double distance)
        { sum += (table.weightAtCentre - table.weightSlope * distance) * values[other]; });
      finish(e, sum);
    });
}

/// Computes sums_e = sum_i H_ei w_i.
template <class Space>
void sumWeights(const LayoutPointer<Space>& elements, const BinTable& table, int images,
  const VoxelNeighbours<Space>* voxels, const double* weights, Vector<Space>& result)
{
  double* sums = result.data();
  gatherNeighbours(
    elements, table, images, voxels, result,
    TRABECULA_LAMBDA(std::int64_t e) { return weights ? weights[e] : 1.0; },
    TRABECULA_LAMBDA(std::int64_t e, double sum) { sums[e] = sum; });
}
}

template <class Space>
NeighbourFilter<Space>::NeighbourFilter(LayoutPointer<Space> elements,
  const Vector<Space>& centroids, const Vector<Space>* weights, double radius,
  const VoxelGrid* grid, const std::vector<Isometry>& images, NeighbourWeights ofDistance)
  : Elements(std::move(elements)), Images(std::max(1, static_cast<int>(images.size()))),
    OfDistance(ofDistance), WeightSums(this->Elements), Weights(weights ? weights->data() : nullptr)
{
  centroids.require(*this->Elements->withComponents(3), "A vector of centroids");
  if (ofDistance == NeighbourWeights::Equal)
  {
    constexpr double rounding = 1e-9;
    radius *= 1.0 + rounding;
  }
  if (weights)
  {
    detail::requireOwned(*weights, *this->Elements, "A vector of weights");
  }
  if (this->Images > 1)
  {
    this->Bins = makeBinsOfImages(centroids, images, radius);
  }
  else if (grid &&
    (!this->Elements->hasGhosts() || grid->ghostVoxels() == GhostVoxels::Surrounding) &&
    VoxelNeighbours<Space>::areNear(grid->spacing(), radius))
  {
    this->Voxels.emplace(this->Elements, *grid, radius, ofDistance == NeighbourWeights::Equal);
  }
  else
  {
    this->Bins = ElementBins<Space>(centroids, radius);
  }
  detail::sumWeights(
    this->Elements, this->table(), this->Images, this->voxels(), this->Weights, this->WeightSums);
}

template <class Space>
detail::BinTable NeighbourFilter<Space>::table() const
{
  detail::BinTable table = this->Bins.table();
  const bool isCone = this->OfDistance == NeighbourWeights::Cone;
  table.weightAtCentre = isCone ? table.radius : 1.0;
  table.weightSlope = isCone ? 1.0 : 0.0;
  return table;
}

template <class Space>
std::size_t NeighbourFilter<Space>::memory(
  std::size_t elements, const std::array<double, 3>& size, double radius, std::size_t bricks)
{
  return std::max(ElementBins<Space>::memory(elements, size, radius),
    elements * sizeof(double) + bricks * sizeof(VoxelBrick));
}

template <class Space>
std::int64_t NeighbourFilter<Space>::countNeighbours() const
{
  if (this->Voxels)
  {
    return this->Voxels->countPairs();
  }
  const detail::BinTable table = this->table();
  return static_cast<std::int64_t>(this->Elements->context()
                                     .reduce(
                                       table.elements, Sums<1>{},
                                       TRABECULA_LAMBDA(std::int64_t position) {
                                         Sums<1> sum;
                                         if (table.order[position] < table.owned)
                                         {
                                           detail::visitNeighbours(table, position,
                                             [&](std::int64_t other, double)
                                             { sum.v[0] += other != position; });
                                         }
                                         return sum;
                                       },
                                       AddSums())
                                     .v[0]);
}

template <class Space>
void NeighbourFilter<Space>::filterSensitivity(
  const Vector<Space>& density, const Vector<Space>& in, Vector<Space>& out) const
{
  detail::requireOwned(density, *this->Elements, "A vector of densities");
  detail::requireOwned(in, *this->Elements, "A vector that is filtered");
  detail::requireOwned(out, *this->Elements, "A filtered vector");
  const double* weights = this->Weights;
  const double* sums = this->WeightSums.data();
  const double* rho = density.data();
  const double* values = in.data();
  double* result = out.data();
  detail::gatherNeighbours(
    this->Elements, this->table(), this->Images, this->voxels(), out,
    TRABECULA_LAMBDA(std::int64_t e) { return rho[e] * values[e]; },
    TRABECULA_LAMBDA(std::int64_t e, double sum) {
      const double safe = rho[e] > 1e-3 ? rho[e] : 1e-3;
      result[e] = (weights ? weights[e] : 1.0) * sum / (safe * sums[e]);
    });
}

template <class Space>
void NeighbourFilter<Space>::filterDensity(const Vector<Space>& in, Vector<Space>& out) const
{
  detail::requireOwned(in, *this->Elements, "A vector that is filtered");
  detail::requireOwned(out, *this->Elements, "A filtered vector");
  const double* weights = this->Weights;
  const double* sums = this->WeightSums.data();
  const double* values = in.data();
  double* result = out.data();
  detail::gatherNeighbours(
    this->Elements, this->table(), this->Images, this->voxels(), out,
    TRABECULA_LAMBDA(std::int64_t e) { return (weights ? weights[e] : 1.0) * values[e]; },
    TRABECULA_LAMBDA(std::int64_t e, double sum) { result[e] = sum / sums[e]; });
}

template <class Space>
void NeighbourFilter<Space>::filterDensityTransposed(
  const Vector<Space>& in, Vector<Space>& out) const
{
  detail::requireOwned(in, *this->Elements, "A vector that is filtered");
  detail::requireOwned(out, *this->Elements, "A filtered vector");
  const double* weights = this->Weights;
  const double* sums = this->WeightSums.data();
  const double* values = in.data();
  double* result = out.data();
  detail::gatherNeighbours(
    this->Elements, this->table(), this->Images, this->voxels(), out,
    TRABECULA_LAMBDA(std::int64_t e) { return values[e] / sums[e]; },
    TRABECULA_LAMBDA(
      std::int64_t e, double sum) { result[e] = (weights ? weights[e] : 1.0) * sum; });
}

template class NeighbourFilter<CompiledSpace>;
}
