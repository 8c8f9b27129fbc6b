#ifndef TRABECULA_FILTERS_HEATINPUTCONVERTER_H
#define TRABECULA_FILTERS_HEATINPUTCONVERTER_H

#include "Analysis/Heat/HeatProblem.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

class vtkAlgorithm;
class vtkDataSet;
class vtkDataSetAttributes;

namespace trabecula::filters
{
/// Names of the arrays of a dataset, of one component each, that define the heating and cooling of
/// a body. The arrays of Thermal Condition may be missing, which means that there is no such
/// condition.
struct HeatArrays
{
  // Point arrays.
  std::string supports = "TemperatureSupports"; ///< 0 or 1
  std::string prescribedTemperature = "PrescribedTemperature";
  std::string heatFlow = "HeatFlow";
  std::string filmCoefficient = "FilmCoefficient";
  std::string ambientTemperature = "AmbientTemperature";
  // Cell arrays.
  std::string conductivity = "Conductivity";
  std::string heatSource = "HeatSource";
  std::string solidFraction = "SolidFraction";
};

/// Number of input arrays of filters that correspond to HeatArrays: point arrays, followed by cell
/// arrays except the solid fractions.
constexpr int HeatInputArrays = 7;

/// Sets the default names of these input arrays in a filter, starting at an index.
void setDefaultHeatArrays(vtkAlgorithm& filter, int first);

/// Returns the names of these input arrays.
/// @param nameOf returns the name of an input array by its index among them, from 0; empty if there
/// is none
HeatArrays heatArrays(const std::function<std::string(int)>& nameOf);

/**
 * Reads conditions, conductivities and solid fractions of a dataset; mesh, common conductivity and
 * settings are set by the caller. Values are checked only as far as the conversion requires;
 * validate() checks the rest.
 *
 * @throws Error with the name of the array, its fault and the available arrays
 */
void readHeat(vtkDataSet* data, const HeatArrays& arrays, HeatProblem& problem);

/**
 * Reads the heating and cooling of a structure whose temperature is solved with its design;
 * conductivities are set by the caller.
 *
 * @throws Error as readHeat(), and for an array of conductivities, which the design decides
 */
DesignHeat readHeatOfDesign(vtkDataSet* data, const HeatArrays& arrays);

/// Returns a flag per point, 1 where the temperature is fixed.
/// @throws Error as requireArray(), and for values other than 0 and 1
std::vector<std::uint8_t> readTemperatureSupports(
  vtkDataSetAttributes* points, const std::string& name);
}

#endif
