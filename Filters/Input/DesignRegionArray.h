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
 * The design region of each cell or point, from an array of 0, 1 and 2.
 *
 * @param attributes of cells or points
 * @param name of the array; empty means none
 * @param isOptional a missing array means none
 * @return empty if there is none
 * @throws Error naming the array and what is wrong with it
 */
std::vector<DesignRegion> readDesignRegion(
  vtkDataSetAttributes* attributes, const std::string& name, bool isOptional);

/// Regions of points by those of cells: solid at any solid cell, void where all cells are void.
/// @param regions of cells; empty gives none
std::vector<DesignRegion> regionsOfPoints(
  vtkDataSet* data, const std::vector<DesignRegion>& regions);
}

#endif
