#include "ComparedDesign.h"

#include "BezierMesh.h"
#include "HexMeshConverter.h"
#include "InputArrays.h"
#include "SolidMeshConverter.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace trabecula::filters
{
namespace
{
constexpr const char* ComplianceField = "Compliance";
constexpr const char* MassDensityField = "MassDensity";
constexpr const char* DefaultDensity = "Density";
constexpr const char* SolidFractionArray = "SolidFraction";
/// Densities that are interpolated between nodes exceed 0 and 1 by a few hundredths and are
/// clamped.
constexpr double MostOvershoot = 0.1;

void refuseImageWithoutEdges(vtkDataSet* input)
{
  vtkImageData* image = vtkImageData::SafeDownCast(input);
  for (int d = 0; image && d < 3; ++d)
  {
    const double spacing = image->GetSpacing()[d];
    if (!std::isfinite(spacing) || spacing == 0.0)
    {
      throw Error("The spacing of the image along " + std::string(1, "xyz"[d]) + " is " +
        shortText(spacing) + ", so that its voxels have no volume. Give it the edge of a voxel.");
    }
  }
}

std::vector<double> readDensity(vtkCellData* cells, const std::string& array)
{
  std::vector<double> density = valuesOf(requireArray(cells, array, "densities", 1));
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    if (!(density[e] >= -MostOvershoot && density[e] <= 1.0 + MostOvershoot))
    {
      throw Error("Cell array " + inQuotes(array) + " has the value " + shortText(density[e]) +
        " in cell " + std::to_string(e) +
        "; densities are 0 in void to 1 in solid. Choose another array or scale this one, for "
        "example with the filter Calculator.");
    }
    density[e] = std::clamp(density[e], 0.0, 1.0);
  }
  return density;
}

/// Reads the solid fractions of cells that the surface of a part intersects.
std::vector<double> readSolidFractions(vtkCellData* cells)
{
  std::vector<double> fractions =
    valuesOf(requireArray(cells, SolidFractionArray, "solid fraction", 1));
  for (std::size_t e = 0; e < fractions.size(); ++e)
  {
    if (!(fractions[e] > 0.0 && fractions[e] <= 1.0))
    {
      throw Error("Cell array " + inQuotes(SolidFractionArray) + " has the value " +
        shortText(fractions[e]) + " in cell " + std::to_string(e) +
        "; it must be above 0 and at most 1. Leave out or hide cells that are empty, or rename the "
        "array if it means something else.");
    }
  }
  return fractions;
}

double numberOf(vtkDataSet* input, const char* name)
{
  vtkDataArray* field = input->GetFieldData()->GetArray(name);
  return field && field->GetNumberOfValues() == 1 ? field->GetComponent(0, 0)
                                                  : std::numeric_limits<double>::quiet_NaN();
}

void read(vtkDataSet* input, const ComparedDesignSettings& settings, ComparedDesign& design)
{
  refuseImageWithoutEdges(input);
  design.grid = makeSolidGrid(input, design.note);
  vtkUnstructuredGrid* grid = design.grid;
  design.compliance = numberOf(input, ComplianceField);
  design.massDensity = numberOf(input, MassDensityField);
  design.own = readOwnAnalysis(grid);
  vtkCellData* cells = grid->GetCellData();
  design.cellsAreSolid = settings.cellsWithoutDensityAreSolid &&
    (vtkUnstructuredGrid::SafeDownCast(input) || isBlanked(input)) &&
    !cells->GetAbstractArray(settings.densityArray.c_str());
  design.density = design.cellsAreSolid
    ? std::vector<double>(static_cast<std::size_t>(grid->GetNumberOfCells()), 1.0)
    : readDensity(cells, settings.densityArray);
  if (!design.cellsAreSolid && settings.densityArray == DefaultDensity &&
    cells->HasArray(ElementDensityArray))
  {
    design.analysedDensity = readDensity(cells, ElementDensityArray);
  }
  design.mesh = makeMesh(grid);
  design.volumes = volumesOf(design.mesh);
  for (std::size_t e = 0; e < design.volumes.size(); ++e)
  {
    if (!std::isfinite(design.volumes[e]) || design.volumes[e] <= 0.0)
    {
      throw Error("Cell " + std::to_string(e) + " has the volume " + shortText(design.volumes[e]) +
        ". Take out flat cells and points that are not finite.");
    }
  }
  if (cells->HasArray(SolidFractionArray))
  {
    design.solidFractions = readSolidFractions(cells);
    std::transform(design.volumes.begin(), design.volumes.end(), design.solidFractions.begin(),
      design.volumes.begin(), std::multiplies<double>());
  }
  if (settings.readBody)
  {
    design.body = std::make_shared<DesignBody>(
      readDesignBody(input, grid, design.cellsAreSolid ? std::string() : settings.densityArray));
  }
}
}

ComparedDesign readDesign(
  vtkDataSet* input, const std::string& name, const ComparedDesignSettings& settings)
{
  ComparedDesign design;
  design.name = name;
  try
  {
    read(input, settings, design);
  }
  catch (const Error& error)
  {
    throw Error(name + ": " + withNote(error.what(), design.note));
  }
  return design;
}

double meshVolume(const ComparedDesign& design)
{
  return std::accumulate(design.volumes.begin(), design.volumes.end(), 0.0);
}

double materialVolume(const ComparedDesign& design)
{
  return std::inner_product(
    design.volumes.begin(), design.volumes.end(), design.analysed().begin(), 0.0);
}

double solidVolume(const ComparedDesign& design, double threshold)
{
  double sum = 0.0;
  for (std::size_t e = 0; e < design.volumes.size(); ++e)
  {
    sum += design.density[e] >= threshold ? design.volumes[e] : 0.0;
  }
  return sum;
}

double greyness(const ComparedDesign& design)
{
  double sum = 0.0;
  const std::vector<double>& density = design.analysed();
  for (std::size_t e = 0; e < design.volumes.size(); ++e)
  {
    sum += 4.0 * density[e] * (1.0 - density[e]) * design.volumes[e];
  }
  return sum / meshVolume(design);
}
}
