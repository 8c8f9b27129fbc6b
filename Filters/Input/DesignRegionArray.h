#ifndef TRABECULA_FILTERS_DESIGNREGIONARRAY_H
#define TRABECULA_FILTERS_DESIGNREGIONARRAY_H

#include "Optimization/TopologyProblem.h"

#include <string>
#include <vector>

class vtkDataSet;
class vtkDataSetAttributes;

namespace trabecula::filters
{
/**
 * Reads the design region of each cell or point from an array of 0, 1 and 2.
 *
 * @param attributes cell or point data
 * @param name name of the array; empty means none
 * @param isOptional whether a missing array means none
 * @return empty if there is none
 * @throws Error with the name of the array and its fault
 */
std::vector<DesignRegion> readDesignRegion(
  vtkDataSetAttributes* attributes, const std::string& name, bool isOptional);

/// Derives the regions of points from those of cells: solid at any solid cell, void if all cells
/// are void.
/// @param regions regions of cells; the result is empty if they are
std::vector<DesignRegion> regionsOfPoints(
  vtkDataSet* data, const std::vector<DesignRegion>& regions);
}

#endif
