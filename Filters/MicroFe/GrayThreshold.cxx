#include "GrayThreshold.h"

#include "Geometry/OtsuThreshold.h"

#include "vtkArrayDispatch.h"
#include "vtkDataArray.h"
#include "vtkDataArrayRange.h"
#include "vtkSMPThreadLocal.h"
#include "vtkSMPTools.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

namespace trabecula::filters
{
namespace
{
constexpr double MostWholeBins = 65536.0;
constexpr std::size_t Bins = 4096;

/// What decides whether an image is gray, and the ends of its histogram.
struct GrayValues
{
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  bool areFinite = true;
  bool areWhole = true;
  std::set<double> different; ///< not more than MostLabels + 1

  void add(double value)
  {
    this->areFinite = this->areFinite && std::isfinite(value);
    this->areWhole = this->areWhole && value == std::floor(value);
    this->lowest = std::min(this->lowest, value);
    this->highest = std::max(this->highest, value);
    if (this->different.size() <= MostLabels && std::isfinite(value))
    {
      this->different.insert(value);
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

/// Calls visit(value, local) for the voxels that are not hidden, each thread with its own local.
struct ForVoxels
{
  template <class ArrayT, class Local, class Visit>
  void operator()(ArrayT* array, const unsigned char* hidden, vtkSMPThreadLocal<Local>& locals,
    const Visit& visit) const
  {
    vtkSMPTools::For(0, array->GetNumberOfTuples(),
      [&](vtkIdType begin, vtkIdType end)
      {
        Local& local = locals.Local();
        vtkIdType voxel = begin;
        for (const auto value : vtk::DataArrayValueRange<1>(array, begin, end))
        {
          if (!hidden || hidden[voxel] == 0)
          {
            visit(static_cast<double>(value), local);
          }
          ++voxel;
        }
      });
  }
};

template <class Local, class Visit>
void forVoxels(const ImageVoxels& voxels, vtkSMPThreadLocal<Local>& locals, const Visit& visit)
{
  const ForVoxels each;
  const unsigned char* hidden = voxels.hidden ? voxels.hidden->GetPointer(0) : nullptr;
  if (!vtkArrayDispatch::Dispatch::Execute(voxels.values, each, hidden, locals, visit))
  {
    each(voxels.values, hidden, locals, visit);
  }
}

GrayValues survey(const ImageVoxels& voxels)
{
  vtkSMPThreadLocal<GrayValues> locals;
  forVoxels(voxels, locals, [](double value, GrayValues& local) { local.add(value); });
  GrayValues all;
  for (const GrayValues& local : locals)
  {
    all.add(local);
  }
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
  vtkSMPThreadLocal<Histogram> locals(histogram);
  forVoxels(
    voxels, locals, [](double value, Histogram& local) { ++local.counts[local.binOf(value)]; });
  for (const Histogram& local : locals)
  {
    std::transform(histogram.counts.begin(), histogram.counts.end(), local.counts.begin(),
      histogram.counts.begin(), std::plus<>());
  }
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
