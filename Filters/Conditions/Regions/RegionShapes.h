#ifndef TRABECULA_FILTERS_REGIONSHAPES_H
#define TRABECULA_FILTERS_REGIONSHAPES_H

#include "SpatialRegion.h"

#include "vtkSmartPointer.h"

class vtkImplicitFunction;

namespace trabecula::filters
{
/// An implicit function; points are inside where its value is between the limits.
struct RegionShape
{
  vtkSmartPointer<vtkImplicitFunction> function;
  double low = 0.0;
  double high = 0.0;
  double tolerance = 0.0; ///< the tolerance that was used, length
};

/// Returns the shape of a region; the function is null for a selection, a patch or an array.
/// @param bounds bounds of the body, which define a Side and the default tolerance
/// @throws Error with the name of the property whose value does not define a shape
RegionShape makeShape(const RegionSettings& region, const double bounds[6]);
}

#endif
