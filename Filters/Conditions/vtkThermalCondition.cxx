#include "vtkThermalCondition.h"

#include "HeatInputConverter.h"
#include "HeatMarkers.h"
#include "InputArrays.h"

#include "Analysis/Heat/HeatLoads.h"
#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace
{
using trabecula::filters::BodySurface;
using trabecula::filters::RegionEntities;

constexpr const char* FixedArray = "TemperatureSupports";
constexpr const char* TemperatureArray = "PrescribedTemperature";
constexpr const char* HeatFlowArray = "HeatFlow";
constexpr const char* FilmArray = "FilmCoefficient";
constexpr const char* AmbientArray = "AmbientTemperature";
constexpr const char* SourceArray = "HeatSource";

/// An array of one component to be changed: the input's, or a new one of zeros.
vtkSmartPointer<vtkDoubleArray> arrayToChange(
  vtkDataSetAttributes* attributes, const char* name, const char* purpose, vtkIdType count)
{
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  if (attributes->HasArray(name))
  {
    array->DeepCopy(trabecula::filters::requireArray(attributes, name, purpose, 1));
  }
  else
  {
    array->SetNumberOfValues(count);
    array->FillValue(0.0);
  }
  array->SetName(name);
  return array;
}

void requireNumber(const char* name, double value)
{
  if (!std::isfinite(value))
  {
    throw trabecula::Error(std::string(name) + " is not a number. Give it one.");
  }
}

std::string numberOf(std::size_t count, const char* what)
{
  return trabecula::countText(static_cast<std::int64_t>(count), what);
}

/// The faces of a region, with all points of the surface.
trabecula::FaceSurface facesOfRegion(const BodySurface& surface, const RegionEntities& region)
{
  trabecula::FaceSurface faces;
  faces.points = surface.faces.points;
  for (const vtkIdType face : region.faces)
  {
    const auto f = static_cast<std::size_t>(face);
    faces.append(surface.faces.face(f), surface.faces.nodesOf(f));
  }
  return faces;
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
bool vtkThermalCondition::IsEmpty(const RegionEntities& region)
{
  return this->Kind == SOURCE ? region.cells.empty() : region.points.empty();
}

//------------------------------------------------------------------------------
bool vtkThermalCondition::IsInside(const BodySurface& surface, const RegionEntities& region)
{
  return this->Kind == SOURCE
    ? std::none_of(surface.cells.begin(), surface.cells.end(),
        [&](vtkIdType cell)
        { return std::binary_search(region.cells.begin(), region.cells.end(), cell); })
    : this->Superclass::IsInside(surface, region);
}

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
  requireNumber("Temperature", this->Temperature);
  vtkPointData* data = to.Output->GetPointData();
  const vtkIdType count = to.Output->GetNumberOfPoints();
  vtkNew<vtkUnsignedCharArray> supports;
  supports->SetName(FixedArray);
  supports->SetNumberOfValues(count);
  supports->FillValue(0);
  if (data->HasArray(FixedArray))
  {
    const auto before = trabecula::filters::readTemperatureSupports(data, FixedArray);
    std::copy(before.begin(), before.end(), supports->GetPointer(0));
  }
  const auto temperature = arrayToChange(data, TemperatureArray, "prescribed temperatures", count);
  for (const vtkIdType point : to.Region.points)
  {
    supports->SetValue(point, 1);
    temperature->SetValue(point, this->Temperature);
  }
  data->AddArray(supports);
  data->AddArray(temperature);
  trabecula::filters::makePointMarkers(
    to.Output, to.Region.points, "Temperature", this->Temperature, to.Markers);
  return "Keeps " + numberOf(to.Region.points.size(), "point") + " at " +
    trabecula::shortText(this->Temperature) + ".";
}

//------------------------------------------------------------------------------
std::string vtkThermalCondition::AddHeat(const vtkAdded& to)
{
  const bool isFlux = this->Kind == HEAT_FLUX;
  const double value = isFlux ? this->HeatFlux : this->HeatFlow;
  requireNumber(isFlux ? "Heat Flux" : "Heat Flow", value);
  const RegionEntities& region = to.Region;
  const bool hasFaces = !region.faces.empty();
  const std::string pointsText = numberOf(region.points.size(), "point");
  if (!hasFaces && isFlux)
  {
    throw trabecula::Error("A heat flux needs faces, and the region catches " + pointsText +
      " but no whole face of the surface. Enlarge the region until it has all nodes of a face, or "
      "choose Heat Flow, which points can take.");
  }
  vtkPointData* data = to.Output->GetPointData();
  const auto sum =
    arrayToChange(data, HeatFlowArray, "nodal heat flows", to.Output->GetNumberOfPoints());
  if (hasFaces)
  {
    const trabecula::FaceSurface faces = facesOfRegion(to.Surface, region);
    const std::vector<double> flows =
      isFlux ? trabecula::flowsOfFlux(faces, value) : trabecula::flowsOfTotal(faces, value);
    for (std::size_t i = 0; i < flows.size(); ++i)
    {
      const vtkIdType point = to.Surface.points[i];
      sum->SetValue(point, sum->GetValue(point) + flows[i]);
    }
    this->TotalPower = std::accumulate(flows.begin(), flows.end(), 0.0);
  }
  else
  {
    for (const vtkIdType point : region.points)
    {
      sum->SetValue(point, sum->GetValue(point) + value / double(region.points.size()));
    }
    this->TotalPower = value;
  }
  data->AddArray(sum);
  trabecula::filters::makeFlowMarkers(to.Output, to.Surface, region, value, to.Markers);
  if (value == 0.0)
  {
    std::string message = std::string("No heat flows into the region. Give ") +
      (isFlux ? "Heat Flux" : "Heat Flow") + " a value other than 0.";
    vtkWarningMacro(<< message);
    return message;
  }
  return (value > 0.0 ? "Heats " : "Cools ") +
    (hasFaces ? numberOf(region.faces.size(), "face") + "."
              : pointsText + ", which share it, as the region has no whole face.");
}

//------------------------------------------------------------------------------
std::string vtkThermalCondition::AddFilm(const vtkAdded& to)
{
  requireNumber("Ambient Temperature", this->AmbientTemperature);
  if (!(this->FilmCoefficient > 0.0) || !std::isfinite(this->FilmCoefficient))
  {
    throw trabecula::Error("Film Coefficient is " + trabecula::shortText(this->FilmCoefficient) +
      ", but must be above 0.");
  }
  if (to.Region.faces.empty())
  {
    throw trabecula::Error("A film needs faces, and the region catches " +
      numberOf(to.Region.points.size(), "point") +
      " but no whole face of the surface. Enlarge the region until it has all nodes of a face.");
  }
  vtkPointData* data = to.Output->GetPointData();
  const vtkIdType count = to.Output->GetNumberOfPoints();
  const auto coefficient = arrayToChange(data, FilmArray, "film coefficients", count);
  const auto ambient = arrayToChange(data, AmbientArray, "ambient temperatures", count);
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
  return "A film on " + numberOf(to.Region.faces.size(), "face") + "." +
    (changed.empty() ? std::string()
                     : " It has " + numberOf(changed.size(), "point") +
          " of another film now: on faces between both the coefficient changes from one to the "
          "other.");
}

//------------------------------------------------------------------------------
std::string vtkThermalCondition::AddSource(const vtkAdded& to)
{
  requireNumber("Heat Source", this->HeatSource);
  vtkCellData* data = to.Output->GetCellData();
  const auto sum = arrayToChange(data, SourceArray, "heat sources", to.Output->GetNumberOfCells());
  for (const vtkIdType cell : to.Region.cells)
  {
    sum->SetValue(cell, sum->GetValue(cell) + this->HeatSource);
  }
  data->AddArray(sum);
  this->TotalPower = this->HeatSource * this->GetCaughtVolume();
  trabecula::filters::makeCellPointMarkers(
    to.Output, to.Region.cells, SourceArray, this->HeatSource, to.Markers);
  return std::string("A source in ") + numberOf(to.Region.cells.size(), "cell") + ".";
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
