#ifndef TRABECULA_FILTERS_STRUCTUREINPUTCONVERTER_H
#define TRABECULA_FILTERS_STRUCTUREINPUTCONVERTER_H

#include "Analysis/StructuralProblem.h"

#include <string>
#include <vector>

class vtkDataSet;

namespace trabecula::filters
{
/// Which arrays of a dataset say what acts on a structure.
struct StructureArrays
{
  std::string supports;               ///< point array, three components of 0 or 1
  std::string prescribedDisplacement; ///< point array, three components; empty means none
  bool prescribedDisplacementIsOptional = false; ///< a missing array means none
  /// Point arrays of three components, a load case each. Empty means every one whose name starts
  /// with "Force", in order of names.
  std::vector<std::string> forces;
  bool forcesAreOptional = false;  ///< without such arrays there are no load cases
  std::vector<double> weights;     ///< one for each load case; empty means 1 for all
  std::string springs;             ///< point array, three components; empty means none
  bool springsAreOptional = false; ///< a missing array means none
};

/**
 * Reads supports, load cases and springs of a dataset; mesh, material and settings are the
 * caller's. Values are checked as far as they have to be understood here; the rest is for
 * validate().
 *
 * @throws Error naming the array, what is wrong with it and what there is instead.
 */
void readStructure(vtkDataSet* data, const StructureArrays& arrays, ElasticConditions& problem);
}

#endif
