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
/// Which arrays of a dataset, of one component each, say what heats and cools a body. Those of
/// Thermal Condition may be missing, which means that there is no such condition.
struct HeatArrays
{
  // Of points.
  std::string supports = "TemperatureSupports"; ///< 0 or 1
  std::string prescribedTemperature = "PrescribedTemperature";
  std::string heatFlow = "HeatFlow";
  std::string filmCoefficient = "FilmCoefficient";
  std::string ambientTemperature = "AmbientTemperature";
  // Of cells.
  std::string conductivity = "Conductivity";
  std::string heatSource = "HeatSource";
  std::string solidFraction = "SolidFraction";
};

/// Number of input arrays of filters that HeatArrays are chosen by: those of points, then those of
/// cells but the solid fractions.
constexpr int HeatInputArrays = 7;

/// Gives a filter the default names for these input arrays, from a number on.
void setDefaultHeatArrays(vtkAlgorithm& filter, int first);

/// The names of these input arrays. @param nameOf that of an input array by its place among them,
/// from 0, empty for none
HeatArrays heatArrays(const std::function<std::string(int)>& nameOf);

/**
 * Reads conditions, conductivities and solid fractions of a dataset; mesh, common conductivity and
 * settings are the caller's. Values are checked as far as they have to be understood here; the rest
 * is for validate().
 *
 * @throws Error naming the array, what is wrong with it and what there is instead
 */
void readHeat(vtkDataSet* data, const HeatArrays& arrays, HeatProblem& problem);

/// A flag per point: 1 where the temperature is fixed. @throws Error as requireArray(), and for
/// values other than 0 and 1
std::vector<std::uint8_t> readTemperatureSupports(
  vtkDataSetAttributes* points, const std::string& name);
}

#endif
