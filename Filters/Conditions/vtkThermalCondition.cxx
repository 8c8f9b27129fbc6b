#include "vtkThermalCondition.h"

#include "ConditionArrays.h"
#include "HeatInputConverter.h"
#include "HeatMarkers.h"
#include "RegionPart.h"

#include "Analysis/Heat/HeatLoads.h"
#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace
{
using trabecula::filters::BodySurface;
using trabecula::filters::numberText;
using trabecula::filters::RegionEntities;
using trabecula::filters::RegionPart;
using trabecula::filters::requireFinite;

constexpr const char* FixedArray = "TemperatureSupports";
constexpr const char* TemperatureArray = "PrescribedTemperature";
constexpr const char* HeatFlowArray = "HeatFlow";
constexpr const char* FilmArray = "FilmCoefficient";
constexpr const char* AmbientArray = "AmbientTemperature";
constexpr const char* SourceArray = "HeatSource";

/// Returns an array of one component that can be changed.
vtkSmartPointer<vtkDoubleArray> scalarsToChange(
  vtkDataSetAttributes* attributes, const char* name, const char* purpose, vtkIdType count)
{
  return trabecula::filters::arrayToChange(attributes, name, purpose, 1, count);
}
}

class vtkThermalCondition::vtkAdded
{
public:
  vtkDataSet* Output;
  const BodySurface& Surface;
  const RegionEntities& Region;
  vtkPolyData* Markers;
};

vtkStandardNewMacro(vtkThermalCondition);

//------------------------------------------------------------------------------
void vtkThermalCondition::ResetResults()
{
  this->Superclass::ResetResults();
  this->TotalPower = 0.0;
}

//------------------------------------------------------------------------------
std::string vtkThermalCondition::AddCondition(vtkDataSet* output, const BodySurface& surface,
  const RegionEntities& region, vtkPolyData* markers)
{
  const vtkAdded to{ output, surface, region, markers };
  switch (this->Kind)
  {
    case HEAT_FLOW:
    case HEAT_FLUX:
      return this->AddHeat(to);
    case FILM:
      return this->AddFilm(to);
    case SOURCE:
      return this->AddSource(to);
    default:
      return this->FixTemperature(to);
  }
}

//------------------------------------------------------------------------------
std::string vtkThermalCondition::FixTemperature(const vtkAdded& to)
{
  requireFinite("Temperature", &this->Temperature, 1);
  vtkPointData* data = to.Output->GetPointData();
  const vtkIdType count = to.Output->GetNumberOfPoints();
  const auto supports = trabecula::filters::flagsToChange(FixedArray, 1, count,
    data->HasArray(FixedArray) ? trabecula::filters::readTemperatureSupports(data, FixedArray)
                               : std::vector<std::uint8_t>());
  const auto temperature =
    scalarsToChange(data, TemperatureArray, "prescribed temperatures", count);
  for (const vtkIdType point : to.Region.points)
  {
    supports->SetValue(point, 1);
    temperature->SetValue(point, this->Temperature);
  }
  data->AddArray(supports);
  data->AddArray(temperature);
  trabecula::filters::makePointMarkers(
    to.Output, to.Region.points, "Temperature", this->Temperature, to.Markers);
  return "Keeps " + numberText(to.Region.points.size(), "point") + " at " +
    trabecula::shortText(this->Temperature) + ".";
}

//------------------------------------------------------------------------------
std::string vtkThermalCondition::AddHeat(const vtkAdded& to)
{
  const bool isFlux = this->Kind == HEAT_FLUX;
  const double value = isFlux ? this->HeatFlux : this->HeatFlow;
  requireFinite(isFlux ? "Heat Flux" : "Heat Flow", &value, 1);
  const RegionEntities& region = to.Region;
  if (isFlux)
  {
    trabecula::filters::requireFaces(region, "A heat flux", "Heat Flow, which points can take");
  }
  vtkPointData* data = to.Output->GetPointData();
  const auto sum =
    scalarsToChange(data, HeatFlowArray, "nodal heat flows", to.Output->GetNumberOfPoints());
  const RegionPart part = trabecula::filters::partOf(to.Output, to.Surface, region);
  const std::vector<double> flows = isFlux ? trabecula::flowsOfFlux(part.surface, value)
    : !region.faces.empty()
    ? trabecula::flowsOfTotal(part.surface, value)
    : std::vector<double>(part.points.size(), value / static_cast<double>(part.points.size()));
  for (std::size_t i = 0; i < flows.size(); ++i)
  {
    sum->SetValue(part.points[i], sum->GetValue(part.points[i]) + flows[i]);
  }
  this->TotalPower = std::accumulate(flows.begin(), flows.end(), 0.0);
  data->AddArray(sum);
  trabecula::filters::makeFlowMarkers(to.Output, to.Surface, region, value, to.Markers);
  if (value == 0.0)
  {
    std::string message = std::string("No heat flows into the region. Give ") +
      (isFlux ? "Heat Flux" : "Heat Flow") + " a value other than 0.";
    vtkWarningMacro(<< message);
    return message;
  }
  return (value > 0.0 ? "Heats " : "Cools ") + trabecula::filters::sharersText(region) + ".";
}

//------------------------------------------------------------------------------
std::string vtkThermalCondition::AddFilm(const vtkAdded& to)
{
  requireFinite("Ambient Temperature", &this->AmbientTemperature, 1);
  if (!(this->FilmCoefficient > 0.0) || !std::isfinite(this->FilmCoefficient))
  {
    throw trabecula::Error("Film Coefficient is " + trabecula::shortText(this->FilmCoefficient) +
      ", but must be above 0.");
  }
  trabecula::filters::requireFaces(to.Region, "A film", "");
  vtkPointData* data = to.Output->GetPointData();
  const vtkIdType count = to.Output->GetNumberOfPoints();
  const auto coefficient = scalarsToChange(data, FilmArray, "film coefficients", count);
  const auto ambient = scalarsToChange(data, AmbientArray, "ambient temperatures", count);
  std::set<vtkIdType> changed;
  for (const vtkIdType face : to.Region.faces)
  {
    const auto f = static_cast<std::size_t>(face);
    for (int a = 0; a < to.Surface.faces.nodesOf(f); ++a)
    {
      const vtkIdType point =
        to.Surface.points[static_cast<std::size_t>(to.Surface.faces.face(f)[a])];
      const double before = coefficient->GetValue(point);
      if (before > 0.0 &&
        (before != this->FilmCoefficient || ambient->GetValue(point) != this->AmbientTemperature))
      {
        changed.insert(point);
      }
      coefficient->SetValue(point, this->FilmCoefficient);
      ambient->SetValue(point, this->AmbientTemperature);
    }
  }
  data->AddArray(coefficient);
  data->AddArray(ambient);
  trabecula::filters::makeFlowMarkers(to.Output, to.Surface, to.Region, -1.0, to.Markers);
  return "A film on " + numberText(to.Region.faces.size(), "face") + "." +
    (changed.empty() ? std::string()
                     : " It has " + numberText(changed.size(), "point") +
          " of another film now: on faces between both the coefficient changes from one to the "
          "other.");
}

//------------------------------------------------------------------------------
std::string vtkThermalCondition::AddSource(const vtkAdded& to)
{
  requireFinite("Heat Source", &this->HeatSource, 1);
  vtkCellData* data = to.Output->GetCellData();
  const auto sum =
    scalarsToChange(data, SourceArray, "heat sources", to.Output->GetNumberOfCells());
  for (const vtkIdType cell : to.Region.cells)
  {
    sum->SetValue(cell, sum->GetValue(cell) + this->HeatSource);
  }
  data->AddArray(sum);
  this->TotalPower = this->HeatSource * this->GetCaughtVolume();
  trabecula::filters::makeCellPointMarkers(
    to.Output, to.Region.cells, SourceArray, this->HeatSource, to.Markers);
  return std::string("A source in ") + numberText(to.Region.cells.size(), "cell") + ".";
}

//------------------------------------------------------------------------------
void vtkThermalCondition::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Kind: " << this->Kind << "\n";
  os << indent << "Temperature: " << this->Temperature << "\n";
  os << indent << "HeatFlow: " << this->HeatFlow << "\n";
  os << indent << "HeatFlux: " << this->HeatFlux << "\n";
  os << indent << "FilmCoefficient: " << this->FilmCoefficient << "\n";
  os << indent << "AmbientTemperature: " << this->AmbientTemperature << "\n";
  os << indent << "HeatSource: " << this->HeatSource << "\n";
  os << indent << "TotalPower: " << this->TotalPower << "\n";
}
