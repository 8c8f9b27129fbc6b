#include "TopologySurfaceConverter.h"

#include "CopyValues.h"
#include "DesignRegionArray.h"
#include "InputArrays.h"
#include "SolidMeshConverter.h"

#include "Core/Error.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIdTypeArray.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkTypeInt32Array.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

namespace trabecula::filters
{
namespace
{
constexpr const char* SolidName = "Solid";

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
    if (!cells->HasArray(SolidName))
    {
      throw Error("There is no cell array " + inQuotes(name) + " or " + inQuotes(SolidName) +
        " that gives the density. Cell arrays in the input: " + listOfArrays(cells) +
        ". Choose one of them, a point array, or None for the surface of the whole mesh.");
    }
    name = SolidName;
  }
  return name.empty() ? std::vector<double>(static_cast<std::size_t>(grid->GetNumberOfCells()), 1.0)
                      : valuesOf(requireArray(cells, name, "density", 1));
}
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
  problem.region =
    readDesignRegion(grid->GetCellData(), arrays.designRegion, arrays.designRegionIsOptional);
  problem.mesh = makeMesh(grid);
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
}
}
