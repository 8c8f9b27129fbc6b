#ifndef TRABECULA_FILTERS_TOPOLOGYINPUTCONVERTER_H
#define TRABECULA_FILTERS_TOPOLOGYINPUTCONVERTER_H

#include "Optimization/TopologyProblem.h"

#include <string>
#include <vector>

class vtkDataSet;

namespace trabecula::filters
{
/// Names of the arrays that define a problem.
struct TopologyArrays
{
  std::string supports;               ///< point array, three components, 0 or 1
  std::string prescribedDisplacement; ///< point array, three components; empty means none
  bool prescribedDisplacementIsOptional = false; ///< a missing array means none
  /// Point arrays of three components, a load case each. Empty means every one whose name starts
  /// with "Force", in order of names.
  std::vector<std::string> forces;
  std::vector<double> weights;         ///< one for each load case; empty means 1 for all
  std::string designRegion;            ///< cell array of 0, 1 and 2; empty means none
  bool designRegionIsOptional = false; ///< a missing array means none
  std::string outputWeights;           ///< point array, three components; empty means none
  std::string springs;                 ///< point array, three components; empty means none
  bool springsAreOptional = false;     ///< a missing array means none
  std::string volumeRegion;            ///< cell array of whole numbers; empty means none
};

/**
 * Reads mesh, supports, load cases, springs, output and design region of a dataset into a problem;
 * material and settings are not changed. Checks only what the conversion needs; validate() checks
 * the rest.
 *
 * @param data that requireHexahedra() accepts
 * @throws Error naming the array, what is wrong with it and the arrays that exist.
 */
void readTopologyInput(vtkDataSet* data, const TopologyArrays& arrays, TopologyProblem& problem);
}

#endif
