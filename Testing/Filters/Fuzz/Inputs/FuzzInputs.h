#ifndef TRABECULA_TESTING_FILTERS_FUZZINPUTS_H
#define TRABECULA_TESTING_FILTERS_FUZZINPUTS_H

#include "FuzzRandom.h"

#include "vtkDataSet.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"

#include <string>
#include <vector>

namespace trabecula::testing
{
/// An input, and a description of the changes made to it.
struct FuzzInput
{
  vtkSmartPointer<vtkDataSet> data;
  /// Whether the input is damaged and must be refused.
  bool isDamaged = false;
  std::vector<std::string> deeds;
};

/// Makes a small mesh or image of any kind with supports, forces and densities, and usually changes
/// some of its arrays, points and cells.
FuzzInput makeFuzzInput(FuzzRandom& random);

/// Changes a coordinate of a point or an offset of a polygon, or removes numbers.
void spoilPolygons(vtkPolyData* surface, FuzzInput& input, FuzzRandom& random);

/// Removes an array, or changes its type, its length or some of its values.
void spoilArray(vtkDataSet* data, FuzzInput& input, FuzzRandom& random);

/// Makes a box or a sphere of polygons, usually valid.
FuzzInput makeFuzzSurface(FuzzRandom& random);
}

#endif
