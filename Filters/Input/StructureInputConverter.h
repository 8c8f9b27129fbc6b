#ifndef TRABECULA_FILTERS_STRUCTUREINPUTCONVERTER_H
#define TRABECULA_FILTERS_STRUCTUREINPUTCONVERTER_H

#include "Analysis/StructuralProblem.h"

#include <string>
#include <vector>

class vtkDataSet;

namespace trabecula::filters
{
/// Names of the arrays of a dataset that define supports and loads of a structure.
struct StructureArrays
{
  std::string supports;               ///< point array, three components of 0 or 1
  std::string prescribedDisplacement; ///< point array, three components; empty means none
  bool prescribedDisplacementIsOptional = false; ///< a missing array means none
  /// Point arrays of three components, one load case each. If empty, every array whose name starts
  /// with "Force" is used, in order of names.
  std::vector<std::string> forces;
  bool forcesAreOptional = false;  ///< without such arrays there are no load cases
  std::vector<double> weights;     ///< one for each load case; empty means 1 for all
  std::string springs;             ///< point array, three components; empty means none
  bool springsAreOptional = false; ///< a missing array means none
};

/**
 * Reads supports, load cases, springs and rigid faces of a dataset; mesh, material and settings are
 * set by the caller. Values are checked only as far as the conversion requires; validate() checks
 * the rest.
 *
 * @throws Error with the name of the array, its fault and the available arrays
 */
void readStructure(vtkDataSet* data, const StructureArrays& arrays, ElasticConditions& problem);
}

#endif
