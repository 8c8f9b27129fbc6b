#include "TopologySurfaceConverter.h"

#include "BezierMesh.h"
#include "CopyValues.h"
#include "DesignRegionArray.h"
#include "HexMeshConverter.h"
#include "InputArrays.h"
#include "SolidMeshConverter.h"

#include "Core/Error.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkIdTypeArray.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkTriangleFilter.h"
#include "vtkTypeInt32Array.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace trabecula::filters
{
namespace
{
constexpr const char* DensityArray = "Density";
constexpr const char* SolidName = "Solid";
constexpr const char* SolidFractionName = "SolidFraction";
/// Field array that vtkTopologyOptimize adds if it omits cells.
constexpr const char* DensityThresholdField = "DensityThreshold";

template <typename ArrayType, typename ValueType>
vtkSmartPointer<ArrayType> makeArray(
  const char* name, const std::vector<ValueType>& values, int components = 1)
{
  auto array = vtkSmartPointer<ArrayType>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
  copyValues(values, array->GetPointer(0));
  return array;
}

template <typename ArrayType, typename ValueType>
void addField(vtkPolyData* output, const char* name, ValueType value)
{
  output->GetFieldData()->AddArray(makeArray<ArrayType>(name, std::vector<ValueType>{ value }));
}

std::vector<double> readDensity(vtkUnstructuredGrid* grid, const TopologySurfaceArrays& arrays)
{
  vtkCellData* cells = grid->GetCellData();
  std::string name = arrays.density;
  if (arrays.densityIsDefault && !cells->HasArray(name.c_str()))
  {
    name = cells->HasArray(SolidName) ? SolidName : SolidFractionName;
    if (!cells->HasArray(name.c_str()))
    {
      name = arrays.density;
      throw Error("There is no cell array " + inQuotes(name) + " or " + inQuotes(SolidName) +
        " that gives the density. Cell arrays in the input: " + listOfArrays(cells) +
        ". Choose one of them, a point array, or None for the surface of the whole mesh.");
    }
  }
  if (name == SolidFractionName)
  {
    return std::vector<double>(static_cast<std::size_t>(grid->GetNumberOfCells()), 1.0);
  }
  return name.empty() ? std::vector<double>(static_cast<std::size_t>(grid->GetNumberOfCells()), 1.0)
                      : valuesOf(requireArray(cells, name, "density", 1));
}

/// Multiplies densities by solid fractions. Cells of solid regions get the density 1, because
/// otherwise the stair-stepped faces between whole and partly solid cells would be part of the
/// surface.
void takeFractions(vtkUnstructuredGrid* grid, TopologySurfaceProblem& problem)
{
  const std::vector<double> fractions =
    valuesOf(requireArray(grid->GetCellData(), SolidFractionName, "solid fraction", 1));
  double sum = 0.0;
  for (std::size_t e = 0; e < fractions.size(); ++e)
  {
    if (!problem.region.empty() && problem.region[e] == DesignRegion::Solid)
    {
      problem.region[e] = DesignRegion::Design;
      problem.density[e] = 1.0;
    }
    problem.density[e] *= fractions[e];
    sum += fractions[e];
  }
  problem.settings.volumeFraction *= sum / static_cast<double>(fractions.size());
  problem.solidFraction = fractions;
}

/// Uses the level set of Bezier cells instead of the default density. The volume of the field is
/// that of their solid fractions, so the contour that encloses it is nearly the zero contour under
/// linear interpolation between nodes.
void takeLevelSet(
  vtkUnstructuredGrid* grid, const TopologySurfaceArrays& arrays, TopologySurfaceProblem& problem)
{
  const bool isChosen = arrays.densityIsOfPoints && arrays.density == LevelSetArray;
  const bool isDefault = arrays.densityIsDefault && !arrays.densityIsOfPoints;
  if (!hasLevelSetOfBezierMesh(grid) || !(isChosen || isDefault) ||
    problem.settings.thresholdBy == TopologySurfaceSettings::ThresholdBy::Value)
  {
    return;
  }
  problem.nodalDensity =
    valuesOf(requireArray(grid->GetPointData(), LevelSetArray, "level set", 1));
  problem.density = valuesOf(requireArray(grid->GetCellData(), DensityArray, "density", 1));
}
}

vtkSmartPointer<vtkDataSet> cellsOfSurface(vtkDataSet* input)
{
  vtkDataArray* trimmed = input->GetFieldData()->GetArray(DensityThresholdField);
  if (!isBlanked(input) || !input->GetCellData()->HasArray(SolidFractionName) ||
    (trimmed && trimmed->GetNumberOfValues() > 0))
  {
    return input;
  }
  auto all = vtk::TakeSmartPointer(input->NewInstance());
  all->ShallowCopy(input);
  all->GetCellData()->RemoveArray(vtkDataSetAttributes::GhostArrayName());
  all->GetPointData()->RemoveArray(vtkDataSetAttributes::GhostArrayName());
  return all;
}

void readSurfaceInput(
  vtkUnstructuredGrid* grid, const TopologySurfaceArrays& arrays, TopologySurfaceProblem& problem)
{
  if (arrays.densityIsOfPoints && !arrays.density.empty())
  {
    problem.nodalDensity =
      valuesOf(requireArray(grid->GetPointData(), arrays.density, "density", 1));
  }
  else
  {
    problem.density = readDensity(grid, arrays);
  }
  takeLevelSet(grid, arrays, problem);
  problem.region =
    readDesignRegion(grid->GetCellData(), arrays.designRegion, arrays.designRegionIsOptional);
  if (problem.nodalDensity.empty() && grid->GetCellData()->HasArray(SolidFractionName))
  {
    takeFractions(grid, problem);
  }
  problem.mesh = makeMesh(grid);
}

void readLeftOutCells(vtkDataSet* input, vtkUnstructuredGrid* grid, TopologySurfaceProblem& problem)
{
  vtkUnsignedCharArray* ghosts = input->GetCellGhostArray();
  if (problem.solidFraction.empty() || !ghosts ||
    input->GetNumberOfCells() != grid->GetNumberOfCells())
  {
    return;
  }
  problem.isLeftOut.resize(problem.solidFraction.size());
  for (std::size_t e = 0; e < problem.isLeftOut.size(); ++e)
  {
    const unsigned char hidden = vtkDataSetAttributes::HIDDENCELL;
    problem.isLeftOut[e] = (ghosts->GetValue(static_cast<vtkIdType>(e)) & hidden) != 0 ? 1 : 0;
  }
}

TriangleMesh readPart(vtkPolyData* part)
{
  vtkNew<vtkTriangleFilter> filter;
  filter->SetInputData(part);
  filter->PassLinesOff();
  filter->PassVertsOff();
  filter->Update();
  vtkPolyData* surface = filter->GetOutput();
  TriangleMesh mesh;
  for (vtkIdType point = 0; point < surface->GetNumberOfPoints(); ++point)
  {
    double x[3];
    surface->GetPoint(point, x);
    if (!std::all_of(x, x + 3, [](double coordinate) { return std::isfinite(coordinate); }))
    {
      throw Error("Point " + std::to_string(point) +
        " of Part Surface has a coordinate that is not finite. Repair the surface.");
    }
    mesh.points.insert(mesh.points.end(), x, x + 3);
  }
  vtkNew<vtkIdList> corners;
  for (vtkIdType cell = 0; cell < surface->GetNumberOfCells(); ++cell)
  {
    surface->GetCellPoints(cell, corners);
    for (vtkIdType i = 0; corners->GetNumberOfIds() == 3 && i < 3; ++i)
    {
      mesh.triangles.push_back(static_cast<std::int32_t>(corners->GetId(i)));
    }
  }
  if (mesh.triangles.empty())
  {
    throw Error(
      "Part Surface has no polygons. Choose the surface of the part, as of an STL file, or "
      "None.");
  }
  return mesh;
}

void writeSurface(const TopologySurface& surface, vtkPolyData* output)
{
  vtkNew<vtkPoints> points;
  points->SetData(makeArray<vtkDoubleArray>("Points", surface.mesh.points, 3));
  vtkNew<vtkCellArray> triangles;
  triangles->SetData(3, makeArray<vtkTypeInt32Array>("Triangles", surface.mesh.triangles));
  output->SetPoints(points);
  output->SetPolys(triangles);

  output->GetCellData()->AddArray(makeArray<vtkUnsignedCharArray>("Origin", surface.origins));
  output->GetCellData()->AddArray(makeArray<vtkIntArray>("Piece", surface.pieces));
  output->GetPointData()->AddArray(makeArray<vtkUnsignedCharArray>("Origin", surface.pointOrigins));

  addField<vtkDoubleArray>(output, "Threshold", surface.threshold);
  addField<vtkDoubleArray>(output, "Volume", surface.volume);
  addField<vtkDoubleArray>(output, "FieldVolume", surface.fieldVolume);
  addField<vtkDoubleArray>(output, "Area", surface.area);
  addField<vtkIdTypeArray>(output, "Pieces", vtkIdType(surface.numberOfPieces));
  addField<vtkIdTypeArray>(output, "RemovedPieces", vtkIdType(surface.removedPieces));
  addField<vtkDoubleArray>(output, "RemovedVolume", surface.removedVolume);
  addField<vtkIdTypeArray>(
    output, "EulerCharacteristic", vtkIdType(surface.topology.eulerCharacteristic));
  addField<vtkDoubleArray>(output, "Deviation", surface.deviation);
}
}
