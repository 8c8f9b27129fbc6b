#ifndef TRABECULA_FILTERS_DESIGNREGIONARRAY_H
#define TRABECULA_FILTERS_DESIGNREGIONARRAY_H

#include "Optimization/TopologyProblem.h"

#include <string>
#include <vector>

class vtkDataSet;

namespace trabecula::filters
{
/**
 * The design region of each cell, from a cell array of 0, 1 and 2.
 *
 * @param name of the array; empty means none
 * @param isOptional a missing array means none
 * @return empty if there is none
 * @throws Error naming the array and what is wrong with it
 */
std::vector<DesignRegion> readDesignRegion(
  vtkDataSet* data, const std::string& name, bool isOptional);
}

#endif
