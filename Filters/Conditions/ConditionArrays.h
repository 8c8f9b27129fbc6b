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

class vtkDataSet;
class vtkDataSetAttributes;

namespace trabecula::filters
{
/// Name of the array that defines the body of a region unless another is set.
constexpr const char* DefaultBodyName = "Solid";

/// Returns an array of a condition that can be changed and added: a copy of the existing array, or
/// zeros.
/// @param purpose contents of the array, in words for a message
/// @param count number of tuples
/// @throws Error for an existing array that is not numeric or has another number of components
vtkSmartPointer<vtkDoubleArray> arrayToChange(vtkDataSetAttributes* attributes,
  const std::string& name, const std::string& purpose, int components, vtkIdType count);

/// Returns an array of flags, 0 or 1, that can be changed and added.
/// @param before values of the existing array; empty for zeros
vtkSmartPointer<vtkUnsignedCharArray> flagsToChange(const std::string& name, int components,
  vtkIdType count, const std::vector<std::uint8_t>& before);

/// Returns the body of a region: that of an array, or, if the input does not have the array of the
/// default name Solid, the whole input.
BodyArray bodyOf(vtkDataSet* input, const std::string& array, double threshold);

/// @throws Error naming the property if one of its values is infinite or not a number
void requireFinite(const char* property, const double* values, int count);

/// @param condition what requires faces, as in "A film"
/// @param alternative what else to choose, in words; empty if there is nothing
/// @throws Error if the region has points only
void requireFaces(
  const RegionEntities& region, const std::string& condition, const std::string& alternative);

/// Describes the entities that share a quantity: "3 faces", or "2 points, which share it, as ..."
/// if there are no faces.
std::string sharersText(const RegionEntities& region);

/// Returns a text such as "3 points".
std::string numberText(std::size_t count, const char* what);
}

#endif
