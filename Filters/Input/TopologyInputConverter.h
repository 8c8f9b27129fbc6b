#ifndef TRABECULA_FILTERS_TOPOLOGYINPUTCONVERTER_H
#define TRABECULA_FILTERS_TOPOLOGYINPUTCONVERTER_H

#include "StructureInputConverter.h"

#include "Optimization/TopologyProblem.h"

#include <cstdint>
#include <string>
#include <vector>

class vtkDataSet;

namespace trabecula::filters
{
/// Names of the arrays that define a problem.
struct TopologyArrays : StructureArrays
{
  std::string designRegion;             ///< cell array of 0, 1 and 2; empty means none
  bool designRegionIsOptional = false;  ///< a missing array means none
  std::string solidFraction;            ///< cell array, above 0 and at most 1; empty means none
  bool solidFractionIsOptional = false; ///< a missing array means none
  std::string outputWeights;            ///< point array, three components; empty means none
  std::string volumeRegion;             ///< cell array of whole numbers; empty means none
};

/**
 * Reads mesh, supports, load cases, springs, output and design region of a dataset into a structure
 * and its design; material and settings are not changed. Checks only what the conversion needs;
 * validate() checks the rest.
 *
 * @param data of solidCellsOf()
 * @throws Error with the name of the array, its fault and the available arrays
 */
void readTopologyInput(vtkDataSet* data, const TopologyArrays& arrays, StructuralProblem& structure,
  DesignProblem& design, std::vector<double>& solidFractions);

/// Reads the regions of points, whole numbers: an array of one component, or of three for regions
/// of single displacement components. @return three numbers for each point
std::vector<std::int32_t> readPointRegion(vtkDataSet* data, const std::string& name);

/// Reads the numbers of regions of cells or, of control nets, of points; none for an empty name.
std::vector<std::int32_t> readVolumeRegion(
  vtkDataSet* data, const std::string& name, bool ofPoints);

/// Reads the design only: output weights, design region, volume regions, and solid fractions.
void readDesign(vtkDataSet* data, const TopologyArrays& arrays, DesignProblem& design,
  std::vector<double>& solidFractions);
}

#endif
