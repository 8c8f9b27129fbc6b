#include "Design/Stage/Sweep/FormStages.h"

#include "Core/Parallel.h"
#include "Design/Stage/Filter/SymmetricFilter.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Arrays of a FormSample.
struct SampledPlaces
{
  TrilinearPlaces places;
  const std::int32_t* siteAt;
  const double* centroids;
  const double* weightSums;
  const std::int32_t* starts;
  const std::int32_t* elements;
};

/// Computes y_e = sum of w_ev x_v / sum of w_ev over the places v around each centroid.
template <class Space>
void sampleAtCentroids(const Context<Space>& context, std::int64_t elements, const SampledPlaces of,
  const double* x, double* y)
{
  forEach(
    context, elements, TRABECULA_LAMBDA(std::int64_t e) {
      double sum = 0.0;
      of.places.visitAround(of.centroids + 3 * e,
        [&](std::int64_t place, double weight)
        { sum += of.siteAt[place] >= 0 ? weight * x[of.siteAt[place]] : 0.0; });
      y[e] = sum / of.weightSums[e];
    });
}

/// The transpose, of which each place gathers the elements around it.
template <class Space>
void sampleTransposed(
  const Context<Space>& context, const SampledPlaces of, const double* ofY, double* ofX)
{
  const std::int64_t* counts = of.places.counts;
  const std::int64_t row = counts[0];
  const std::int64_t layer = counts[0] * counts[1];
  forEach(
    context, layer * counts[2], TRABECULA_LAMBDA(std::int64_t number) {
      const std::int32_t site = of.siteAt[number];
      if (site < 0)
      {
        return;
      }
      const std::int64_t place[3] = { number % row, number % layer / row, number / layer };
      double sum = 0.0;
      for (int corner = 0; corner < 8; ++corner)
      {
        const std::int64_t below[3] = { place[0] - (corner & 1), place[1] - (corner >> 1 & 1),
          place[2] - (corner >> 2) };
        if (below[0] < 0 || below[1] < 0 || below[2] < 0)
        {
          continue;
        }
        const std::int64_t first = below[0] + row * below[1] + layer * below[2];
        for (std::int32_t i = of.starts[first]; i < of.starts[first + 1]; ++i)
        {
          const std::int64_t e = of.elements[i];
          sum += of.places.weight(of.centroids + 3 * e, place) * ofY[e] / of.weightSums[e];
        }
      }
      ofX[site] = sum;
    });
}
}

template <class Space>
FormFilter<Space>::FormFilter(
  const ChainSettings& settings, const DesignSites<Space>& sites, const FormGrid<Space>& grid)
  : AtMiddles(sites.positions, settings.volumeWeightedFilter ? &sites.volumes : nullptr,
      settings.filterRadius,
      settings.stages.symmetry.mode != SymmetryMode::Off
        ? checkedImages(settings, sites.positions.toHost())
        : std::vector<Isometry>(),
      grid.sites().positions.toHost(), grid.homes())
{
}

template <class Space>
FormSample<Space>::FormSample(const DesignSites<Space>& sites, const FormGrid<Space>& grid)
  : Places(grid.lattice().counts), SiteAt(sites.positions.context(), grid.lattice().sites)
{
  const Context<Space>& context = sites.positions.context();
  const std::vector<double> positions = sites.positions.toHost();
  const std::size_t n = positions.size() / 3;
  std::vector<double> centroids;
  std::vector<double> sums(n, 0.0);
  std::vector<std::int32_t> starts(grid.lattice().sites.size() + 1, 0);
  std::vector<std::size_t> firsts(n);
  for (std::size_t e = 0; e < n; ++e)
  {
    const FormShape::Vector centroid = grid.shape().inPlaces(positions.data() + 3 * e);
    centroids.insert(centroids.end(), centroid.begin(), centroid.end());
    this->Places.visitAround(centroid.data(),
      [&](std::int64_t place, double weight)
      { sums[e] += grid.lattice().sites[static_cast<std::size_t>(place)] >= 0 ? weight : 0.0; });
    firsts[e] = static_cast<std::size_t>(this->Places.first(centroid.data()));
    ++starts[firsts[e] + 1];
  }
  for (std::size_t place = 1; place < starts.size(); ++place)
  {
    starts[place] += starts[place - 1];
  }
  std::vector<std::int32_t> elements(n);
  std::vector<std::int32_t> next(starts.begin(), starts.end() - 1);
  for (std::size_t e = 0; e < n; ++e)
  {
    elements[static_cast<std::size_t>(next[firsts[e]]++)] = static_cast<std::int32_t>(e);
  }
  this->Centroids = DeviceVector<double, Space>(context, centroids);
  this->WeightSums = DeviceVector<double, Space>(context, sums);
  this->Starts = DeviceVector<std::int32_t, Space>(context, starts);
  this->Elements = DeviceVector<std::int32_t, Space>(context, elements);
}

template <class Space>
void FormSample<Space>::forward(const Vector<Space>& x, Vector<Space>& y)
{
  detail::sampleAtCentroids(x.context(), static_cast<std::int64_t>(this->WeightSums.size()),
    detail::SampledPlaces{ this->Places, this->SiteAt.data(), this->Centroids.data(),
      this->WeightSums.data(), this->Starts.data(), this->Elements.data() },
    x.data(), y.data());
}

template <class Space>
void FormSample<Space>::backward(
  const Vector<Space>& /*x*/, const Vector<Space>& ofOutput, Vector<Space>& ofInput)
{
  detail::sampleTransposed(ofOutput.context(),
    detail::SampledPlaces{ this->Places, this->SiteAt.data(), this->Centroids.data(),
      this->WeightSums.data(), this->Starts.data(), this->Elements.data() },
    ofOutput.data(), ofInput.data());
}

template class FormFilter<CompiledSpace>;
template class FormSample<CompiledSpace>;
}
