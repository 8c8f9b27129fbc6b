#include "ArrayRanges.h"

#include "Core/Execution/HostRanges.h"

#include "vtkDataArray.h"
#include "vtkInformation.h"
#include "vtkInformationDoubleVectorKey.h"
#include "vtkInformationInformationVectorKey.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace trabecula::filters
{
namespace
{
struct Range
{
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();

  void include(double value)
  {
    this->lowest = value < this->lowest ? value : this->lowest;
    this->highest = value > this->highest ? value : this->highest;
  }
  void add(const Range& other)
  {
    this->lowest = std::min(this->lowest, other.lowest);
    this->highest = std::max(this->highest, other.highest);
  }
};

template <int Components>
struct Ranges
{
  std::array<Range, Components> ofComponents;
  Range ofSquares;  ///< range of the squared lengths of tuples
  double sum = 0.0; ///< not finite if any value is not

  template <class T>
  void include(const T* tuple)
  {
    double square = 0.0;
    for (int c = 0; c < Components; ++c)
    {
      const auto value = static_cast<double>(tuple[c]);
      this->ofComponents[c].include(value);
      square += value * value;
    }
    this->ofSquares.include(square);
    this->sum += square;
  }
  void add(const Ranges& other)
  {
    for (int c = 0; c < Components; ++c)
    {
      this->ofComponents[c].add(other.ofComponents[c]);
    }
    this->ofSquares.add(other.ofSquares);
    this->sum += other.sum;
  }
};

void store(vtkInformation* info, vtkInformationDoubleVectorKey* key, double lowest, double highest)
{
  const double range[2] = { lowest, highest };
  info->Set(key, range, 2);
}

template <int Components, class T>
void storeRangesOf(vtkDataArray* array, const T* values, std::int64_t tuples, bool hasZeros)
{
  Ranges<Components> ranges;
  if (hasZeros)
  {
    const std::array<T, Components> zeros = {};
    ranges.include(zeros.data());
  }
  ranges = reduceHostRanges(tuples, ranges,
    [values](Ranges<Components>& own, std::int64_t begin, std::int64_t end)
    {
      for (std::int64_t i = begin; i < end; ++i)
      {
        own.include(values + Components * i);
      }
    });
  if ((tuples == 0 && !hasZeros) || !std::isfinite(ranges.sum))
  {
    return; // VTK distinguishes these ranges from finite ranges
  }
  vtkInformation* info = array->GetInformation();
  for (auto* key : { vtkDataArray::PER_COMPONENT(), vtkDataArray::PER_FINITE_COMPONENT() })
  {
    vtkNew<vtkInformationVector> components;
    components->SetNumberOfInformationObjects(Components);
    for (int c = 0; c < Components; ++c)
    {
      store(components->GetInformationObject(c), vtkDataArray::COMPONENT_RANGE(),
        ranges.ofComponents[c].lowest, ranges.ofComponents[c].highest);
    }
    info->Set(key, components);
  }
  if (Components > 1)
  {
    const Range& squares = ranges.ofSquares;
    for (auto* key : { vtkDataArray::L2_NORM_RANGE(), vtkDataArray::L2_NORM_FINITE_RANGE() })
    {
      store(info, key, std::sqrt(squares.lowest), std::sqrt(squares.highest));
    }
  }
}
}

template <class T>
void storeRanges(vtkDataArray* array, const T* values, std::int64_t tuples, bool hasZeros)
{
  switch (array->GetNumberOfComponents())
  {
    case 1:
      return storeRangesOf<1>(array, values, tuples, hasZeros);
    case 3:
      return storeRangesOf<3>(array, values, tuples, hasZeros);
    case 6:
      return storeRangesOf<6>(array, values, tuples, hasZeros);
    default:
      return;
  }
}

template void storeRanges(vtkDataArray*, const double*, std::int64_t, bool);
template void storeRanges(vtkDataArray*, const unsigned char*, std::int64_t, bool);
}
