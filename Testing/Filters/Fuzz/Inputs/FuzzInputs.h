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
/// An input, and what was done to it.
struct FuzzInput
{
  vtkSmartPointer<vtkDataSet> data;
  /// Something that no filter may read through: it must be refused.
  bool isDamaged = false;
  std::vector<std::string> deeds;
};

/// A small mesh or image of any kind with supports, forces and densities; then, mostly, a few
/// things are done to its arrays, points and cells.
FuzzInput makeFuzzInput(FuzzRandom& random);

/// Changes a number of a point or of where a polygon begins, or takes numbers away.
void spoilPolygons(vtkPolyData* surface, FuzzInput& input, FuzzRandom& random);

/// Takes an array away, or changes its type, its length or a few of its values.
void spoilArray(vtkDataSet* data, FuzzInput& input, FuzzRandom& random);

/// A box or a sphere of polygons, mostly good.
FuzzInput makeFuzzSurface(FuzzRandom& random);
}

#endif
