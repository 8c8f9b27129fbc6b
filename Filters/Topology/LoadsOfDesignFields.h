#ifndef TRABECULA_FILTERS_LOADSOFDESIGNFIELDS_H
#define TRABECULA_FILTERS_LOADSOFDESIGNFIELDS_H

#include "StructureInputConverter.h"

#include "Analysis/StructuralProblem.h"

#include <string>
#include <vector>

class vtkDataSet;
class vtkFieldData;

namespace trabecula::filters
{
/**
 * Writes the loads of a run that depend on its designs as field data, for later analyses of these:
 * `WeightPerVolume`, a vector, `ThermalExpansion`, `ReferenceTemperature` and `TemperatureArray`,
 * the name of the point array of temperatures, `PointMassAcceleration`, a vector, and
 * `PointMassArray`, the name of the point array of masses. Those that the run does not have are
 * removed.
 */
void writeLoadsOfDesign(vtkFieldData* fields, const LoadsOfDesign& loads,
  const std::string& temperatureArray, const std::string& pointMassArray);

/// Reads them from a design. @param grid with the point arrays of temperatures and masses
/// @param pointMasses set to masses that have a weight, 3 per point; empty without any
/// @throws Error if an array is missing or does not fit
LoadsOfDesign readLoadsOfDesign(
  vtkFieldData* fields, vtkDataSet* grid, std::vector<double>& pointMasses);

/// Removes load cases of a design without an array of forces: if there are loads of the design,
/// these act in all, and forces are optional.
void allowCasesOfDesign(vtkDataSet* grid, StructureArrays& arrays);

/// Sets the loads of a structure that was read with these arrays, and a load case if it has none;
/// adds the weight of its point masses.
void setLoadsOfDesign(StructuralProblem& structure, const LoadsOfDesign& loads);
}

#endif
