#include "GrayThreshold.h"

#include "Core/Execution/HostRanges.h"
#include "Geometry/OtsuThreshold.h"

#include "vtkArrayDispatch.h"
#include "vtkDataArray.h"
#include "vtkDataArrayRange.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace trabecula::filters
{
namespace
{
constexpr double MostWholeBins = 65536.0;
constexpr std::size_t Bins = 4096;

/// Properties that determine whether an image is gray, and the range of its histogram.
struct GrayValues
{
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  bool areFinite = true;
  bool areWhole = true;
  std::set<double> different;                             ///< at most MostLabels + 1
  double last = std::numeric_limits<double>::quiet_NaN(); ///< the last inserted value: neighbouring
                                                          ///< voxels are often equal

  void add(double value)
  {
    this->areFinite = this->areFinite && std::isfinite(value);
    this->areWhole = this->areWhole && value == std::floor(value);
    this->lowest = std::min(this->lowest, value);
    this->highest = std::max(this->highest, value);
    if (value != this->last && this->different.size() <= MostLabels && std::isfinite(value))
    {
      this->different.insert(value);
      this->last = value;
    }
  }
  void add(const GrayValues& other)
  {
    this->areFinite = this->areFinite && other.areFinite;
    this->areWhole = this->areWhole && other.areWhole;
    this->lowest = std::min(this->lowest, other.lowest);
    this->highest = std::max(this->highest, other.highest);
    this->different.insert(other.different.begin(), other.different.end());
  }

  bool areGray() const
  {
    const bool areFractions = this->lowest >= 0.0 && this->highest <= 1.0;
    return this->areFinite && !areFractions && this->different.size() > MostLabels;
  }
};

/// Bin counts of a histogram.
struct Counts
{
  std::vector<std::int64_t> of;

  void add(const Counts& other)
  {
    std::transform(
      this->of.begin(), this->of.end(), other.of.begin(), this->of.begin(), std::plus<>());
  }
};

/// Calls visit(value, own) for the voxels that are not hidden, with a separate result for each
/// range of voxels, and merges the results.
struct ForVoxels
{
  template <class ArrayT, class Result, class Visit>
  void operator()(
    ArrayT* array, const unsigned char* hidden, Result& result, const Visit& visit) const
  {
    result = reduceHostRanges(array->GetNumberOfTuples(), result,
      [&](Result& own, std::int64_t begin, std::int64_t end)
      {
        std::int64_t voxel = begin;
        for (const auto value : vtk::DataArrayValueRange<1>(array, begin, end))
        {
          if (!hidden || hidden[voxel] == 0)
          {
            visit(static_cast<double>(value), own);
          }
          ++voxel;
        }
      });
  }
};

template <class Result, class Visit>
void forVoxels(const ImageVoxels& voxels, Result& result, const Visit& visit)
{
  const ForVoxels each;
  const unsigned char* hidden = voxels.hidden ? voxels.hidden->GetPointer(0) : nullptr;
  if (!vtkArrayDispatch::Dispatch::Execute(voxels.values, each, hidden, result, visit))
  {
    each(voxels.values, hidden, result, visit);
  }
}

GrayValues survey(const ImageVoxels& voxels)
{
  GrayValues all;
  forVoxels(voxels, all, [](double value, GrayValues& own) { own.add(value); });
  return all;
}

Histogram makeHistogram(const ImageVoxels& voxels, const GrayValues& found)
{
  Histogram histogram;
  const bool isWhole = found.areWhole && found.highest - found.lowest < MostWholeBins;
  histogram.lowest = isWhole ? found.lowest - 0.5 : found.lowest;
  histogram.highest = isWhole ? found.highest + 0.5 : found.highest;
  histogram.counts.assign(
    isWhole ? static_cast<std::size_t>(found.highest - found.lowest) + 1 : Bins, 0);
  Counts counts{ histogram.counts };
  forVoxels(
    voxels, counts, [&histogram](double value, Counts& own) { ++own.of[histogram.binOf(value)]; });
  histogram.counts = std::move(counts.of);
  return histogram;
}
}

std::optional<double> findGrayThreshold(const ImageVoxels& voxels)
{
  const GrayValues found = survey(voxels);
  if (!found.areGray())
  {
    return std::nullopt;
  }
  return otsuThreshold(makeHistogram(voxels, found));
}
}
