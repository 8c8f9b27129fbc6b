#ifndef TRABECULA_FILTERS_CONDITIONARRAYS_H
#define TRABECULA_FILTERS_CONDITIONARRAYS_H

#include "SpatialRegion.h"

#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"
#include "vtkType.h"
#include "vtkUnsignedCharArray.h"

#include <cstdint>
#include <string>
#include <vector>

class vtkDataSetAttributes;

namespace trabecula::filters
{
/// An array of a condition to be changed and added: a copy of the one that is there, or zeros.
/// @param purpose what the array has, in words for a message
/// @param count tuples
/// @throws Error for an array that is there, but is not of numbers or of other components
vtkSmartPointer<vtkDoubleArray> arrayToChange(vtkDataSetAttributes* attributes,
  const std::string& name, const std::string& purpose, int components, vtkIdType count);

/// The same for flags, 0 or 1.
/// @param before values of the array that is there; empty for zeros
vtkSmartPointer<vtkUnsignedCharArray> flagsToChange(const std::string& name, int components,
  vtkIdType count, const std::vector<std::uint8_t>& before);

/// @throws Error naming the property if one of its values is infinite or not a number
void requireFinite(const char* property, const double* values, int count);

/// @param condition what needs faces, as in "A film"
/// @param alternative what else to choose, in words; empty if there is nothing
/// @throws Error if the region has points alone
void requireFaces(
  const RegionEntities& region, const std::string& condition, const std::string& alternative);

/// Which entities share a quantity: "3 faces", or "2 points, which share it, as ..." without faces.
std::string sharersText(const RegionEntities& region);

/// As in "3 points".
std::string numberText(std::size_t count, const char* what);
}

#endif
