#include "BezierMesh.h"

#include "CopyValues.h"
#include "HexMeshConverter.h"
#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/Level/Patch/BezierFractions.h"
#include "Mesh/Nurbs/BezierCells.h"

#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkCellTypes.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkHigherOrderHexahedron.h"
#include "vtkHigherOrderQuadrilateral.h"
#include "vtkIdList.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkUnstructuredGrid.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <vector>

namespace trabecula::filters
{
namespace
{
constexpr const char* DensityArray = "Density";
constexpr const char* DegreesArray = "HigherOrderDegrees";
constexpr const char* WeightsArray = "RationalWeights";
constexpr int MostDegree = 10; ///< the limit of VTK's cells

bool isBezier(int type)
{
  return type == VTK_BEZIER_QUADRILATERAL || type == VTK_BEZIER_HEXAHEDRON;
}

bool beginsWith(const std::string& name, const char* start)
{
  return name.rfind(start, 0) == 0;
}

void requireOneType(vtkUnstructuredGrid* grid)
{
  const int first = grid->GetCellType(0);
  for (vtkIdType i = 0; i < grid->GetNumberOfCells(); ++i)
  {
    const int type = grid->GetCellType(i);
    if (!isBezier(type) || type != first)
    {
      throw Error("The input has Bezier cells beside others: cell 0 is a " +
        std::string(vtkCellTypes::GetClassNameFromTypeId(first)) + ", cell " + std::to_string(i) +
        " a " + vtkCellTypes::GetClassNameFromTypeId(type) +
        ". Take those of one type with the filter Extract Cells By Type.");
    }
  }
}

/// Returns an attribute of Bezier cells, or the array of its name, as filters can lose attributes;
/// null if there is neither.
vtkDataArray* attributeOr(
  vtkDataArray* attribute, vtkDataSetAttributes* arrays, const char* name, int components)
{
  vtkDataArray* array = attribute ? attribute : arrays->GetArray(name);
  if (array && array->GetNumberOfComponents() != components)
  {
    throw Error(kindOf(arrays) + inQuotes(array->GetName() ? array->GetName() : name) + " has " +
      countText(array->GetNumberOfComponents(), "component") + ", but " +
      std::to_string(components) + (components == 1 ? " is" : " are") +
      " needed. Take the array of the level set.");
  }
  return array;
}

/// Returns the degrees of a cell: those of the attribute, or, as in VTK, those that follow from the
/// number of its points, equal in all directions.
std::array<int, 3> degreesOf(vtkDataArray* degrees, vtkIdType cell, int dimension, vtkIdType points)
{
  std::array<int, 3> result{};
  vtkIdType expected = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
  {
    const double degree = degrees
      ? degrees->GetComponent(cell, static_cast<int>(d))
      : std::round(std::pow(static_cast<double>(points), 1.0 / dimension)) - 1.0;
    if (!(degree >= 1.0 && degree <= MostDegree) || degree != std::floor(degree))
    {
      throw Error("Bezier cell " + std::to_string(cell) + " has the degree " + shortText(degree) +
        "; degrees (cell array \"HigherOrderDegrees\") are whole numbers from 1 to " +
        std::to_string(MostDegree) + ".");
    }
    result[d] = static_cast<int>(degree);
    expected *= result[d] + 1;
  }
  if (expected != points)
  {
    throw Error("Bezier cell " + std::to_string(cell) + " has " + countText(points, "point") +
      ", but its degrees need " + std::to_string(expected) +
      ". Keep the cell array \"HigherOrderDegrees\" of the level set with its cells.");
  }
  return result;
}

void addCell(vtkIdList* points, const std::array<int, 3>& degrees, BezierCells& cells)
{
  for (int k = 0; k <= degrees[2]; ++k)
  {
    for (int j = 0; j <= degrees[1]; ++j)
    {
      for (int i = 0; i <= degrees[0]; ++i)
      {
        const int place = cells.dimension == 3
          ? vtkHigherOrderHexahedron::PointIndexFromIJK(i, j, k, degrees.data())
          : vtkHigherOrderQuadrilateral::PointIndexFromIJK(i, j, degrees.data());
        cells.points.push_back(points->GetId(place));
      }
    }
  }
  cells.degrees.push_back(degrees);
  cells.offsets.push_back(static_cast<std::int64_t>(cells.points.size()));
}

BezierCells readCells(vtkUnstructuredGrid* grid)
{
  BezierCells cells;
  cells.dimension = grid->GetCellType(0) == VTK_BEZIER_HEXAHEDRON ? 3 : 2;
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    double x[3];
    grid->GetPoint(i, x);
    cells.coordinates.insert(cells.coordinates.end(), x, x + 3);
  }
  vtkDataArray* weights =
    attributeOr(grid->GetPointData()->GetRationalWeights(), grid->GetPointData(), WeightsArray, 1);
  cells.weights = weights
    ? valuesOf(weights)
    : std::vector<double>(static_cast<std::size_t>(grid->GetNumberOfPoints()), 1.0);
  for (std::size_t p = 0; p < cells.weights.size(); ++p)
  {
    if (!(std::isfinite(cells.weights[p]) && cells.weights[p] > 0.0))
    {
      throw Error("Point array " + inQuotes(WeightsArray) + " has the value " +
        shortText(cells.weights[p]) + " at point " + std::to_string(p) +
        "; weights are above 0. Take the array of the level set.");
    }
  }
  vtkDataArray* degrees =
    attributeOr(grid->GetCellData()->GetHigherOrderDegrees(), grid->GetCellData(), DegreesArray, 3);
  vtkNew<vtkIdList> points;
  for (vtkIdType cell = 0; cell < grid->GetNumberOfCells(); ++cell)
  {
    grid->GetCellPoints(cell, points);
    addCell(points, degreesOf(degrees, cell, cells.dimension, points->GetNumberOfIds()), cells);
  }
  return cells;
}

std::vector<double> readLevelSet(vtkUnstructuredGrid* grid)
{
  std::vector<double> levelSet =
    valuesOf(requireArray(grid->GetPointData(), LevelSetArray, "level set", 1));
  for (std::size_t p = 0; p < levelSet.size(); ++p)
  {
    if (!std::isfinite(levelSet[p]))
    {
      throw Error("Point array " + inQuotes(LevelSetArray) + " has the value " +
        shortText(levelSet[p]) + " at point " + std::to_string(p) +
        ". Take the array of the level set, or leave it out and keep the cell array \"Density\".");
    }
  }
  return levelSet;
}

vtkSmartPointer<vtkDoubleArray> arrayOf(
  const std::string& name, const std::vector<double>& values, int components)
{
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  array->SetName(name.c_str());
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
  copyValues(values, array->GetPointer(0));
  return array;
}

/// Repeats the tuples of all points for each layer.
vtkSmartPointer<vtkAbstractArray> inLayers(vtkAbstractArray* array, vtkIdType points, int layers)
{
  auto result = vtk::TakeSmartPointer(array->NewInstance());
  result->SetName(array->GetName());
  result->SetNumberOfComponents(array->GetNumberOfComponents());
  result->CopyComponentNames(array);
  result->SetNumberOfTuples(layers * points);
  for (int layer = 0; layer < layers; ++layer)
  {
    result->InsertTuples(layer * points, points, 0, array);
  }
  return result;
}

/// Returns the names of arrays of forces, stiffnesses and weights, which both layers of a plane
/// body share.
std::set<std::string> namesOfSums(vtkUnstructuredGrid* grid)
{
  std::set<std::string> names = { "Springs", "OutputWeights" };
  for (const std::string& name : forceArraysOf(grid->GetPointData()))
  {
    names.insert(name);
  }
  auto* cases = vtkStringArray::SafeDownCast(grid->GetFieldData()->GetAbstractArray("LoadCases"));
  for (vtkIdType i = 0; cases && i < cases->GetNumberOfValues(); ++i)
  {
    names.insert(cases->GetValue(i));
  }
  return names;
}

/// Extends supports, forces, stiffnesses or weights of a plane body to the second layer.
void makePlane(vtkDataArray* array, double factor)
{
  for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
  {
    for (int c = 0; c < 3; ++c)
    {
      array->SetComponent(i, c, c == 2 ? 0.0 : factor * array->GetComponent(i, c));
    }
  }
}

void passPoints(vtkUnstructuredGrid* input, const BezierCells& cells, vtkPointData* output)
{
  const int layers = cells.dimension == 3 ? 1 : 2;
  const std::set<std::string> sums = namesOfSums(input);
  vtkPointData* from = input->GetPointData();
  for (int i = 0; i < from->GetNumberOfArrays(); ++i)
  {
    vtkSmartPointer<vtkAbstractArray> array = from->GetAbstractArray(i);
    const std::string name = array->GetName() ? array->GetName() : "";
    auto* numbers = vtkDataArray::SafeDownCast(array);
    if (name.empty() || name == WeightsArray || array == from->GetRationalWeights())
    {
      continue;
    }
    if (numbers && (name == LevelSetArray || beginsWith(name, "Displacement")))
    {
      const int components = numbers->GetNumberOfComponents();
      array = arrayOf(
        name, valuesAtLattice(cells, valuesOf(numbers), std::size_t(components)), components);
    }
    if (layers == 2)
    {
      array = inLayers(array, input->GetNumberOfPoints(), layers);
      numbers = vtkDataArray::SafeDownCast(array);
      if (numbers && numbers->GetNumberOfComponents() == 3)
      {
        if (name == "Supports")
        {
          makePlane(numbers, 1.0);
        }
        else if (sums.count(name) > 0)
        {
          // Integers become double, because they are halved.
          array = arrayOf(name, valuesOf(numbers), 3);
          makePlane(vtkDataArray::SafeDownCast(array), 0.5);
        }
      }
    }
    output->AddArray(array);
  }
  output->SetActiveVectors("Displacement");
}

void passCells(vtkCellData* input, const std::vector<std::int64_t>& cellOf, vtkCellData* output)
{
  vtkNew<vtkIdList> from;
  vtkNew<vtkIdList> to;
  for (std::size_t i = 0; i < cellOf.size(); ++i)
  {
    from->InsertNextId(cellOf[i]);
    to->InsertNextId(static_cast<vtkIdType>(i));
  }
  for (int i = 0; i < input->GetNumberOfArrays(); ++i)
  {
    vtkAbstractArray* array = input->GetAbstractArray(i);
    if (array->GetName() && array->GetName() != std::string(DegreesArray) &&
      array != input->GetHigherOrderDegrees())
    {
      auto copied = vtk::TakeSmartPointer(array->NewInstance());
      copied->SetName(array->GetName());
      copied->SetNumberOfComponents(array->GetNumberOfComponents());
      copied->CopyComponentNames(array);
      copied->SetNumberOfTuples(to->GetNumberOfIds());
      copied->InsertTuples(to, from, array);
      output->AddArray(copied);
    }
  }
}

template <class ArrayType, class Value>
void addField(vtkFieldData* fields, const char* name, Value value)
{
  vtkNew<ArrayType> array;
  array->SetName(name);
  array->InsertNextValue(value);
  fields->AddArray(array);
}

void passFields(vtkFieldData* input, bool isPlane, vtkFieldData* output)
{
  output->PassData(input);
  if (isPlane)
  {
    addField<vtkIntArray>(output, PlaneStressField, 1);
  }
}
}

bool hasBezierCells(vtkDataSet* data)
{
  auto* grid = vtkUnstructuredGrid::SafeDownCast(data);
  for (vtkIdType i = 0; grid && i < grid->GetNumberOfCells(); ++i)
  {
    if (isBezier(grid->GetCellType(i)))
    {
      return true;
    }
  }
  return false;
}

bool hasLevelSetOfBezierMesh(vtkUnstructuredGrid* hexahedra)
{
  return hexahedra->GetPointData()->HasArray(LevelSetArray) &&
    hexahedra->GetCellData()->HasArray(ElementDensityArray);
}

vtkSmartPointer<vtkUnstructuredGrid> hexahedraOfBezierMesh(
  vtkUnstructuredGrid* input, std::string& note)
{
  requireNoGhosts(input);
  requireOneType(input);
  const BezierCells cells = readCells(input);
  const SubdividedCells parts = subdivide(cells);
  const bool isPlane = cells.dimension == 2;
  const bool hasLevelSet = input->GetPointData()->HasArray(LevelSetArray);
  auto grid = makeGrid(parts.mesh);
  passPoints(input, cells, grid->GetPointData());
  passCells(input->GetCellData(), parts.cells, grid->GetCellData());
  passFields(input->GetFieldData(), isPlane, grid->GetFieldData());
  if (hasLevelSet)
  {
    vtkCellData* arrays = grid->GetCellData();
    if (vtkAbstractArray* own = arrays->GetAbstractArray(DensityArray))
    {
      const vtkSmartPointer<vtkAbstractArray> kept = own;
      arrays->RemoveArray(DensityArray);
      kept->SetName(ElementDensityArray);
      arrays->AddArray(kept);
    }
    arrays->AddArray(arrayOf(DensityArray, levelSetFractions(cells, readLevelSet(input)), 1));
  }
  grid->GetCellData()->SetActiveScalars(DensityArray);
  note = countText(static_cast<std::int64_t>(cells.size()), "Bezier cell") +
    (cells.size() == 1 ? " is" : " are") + " divided into " + std::to_string(parts.cells.size()) +
    (parts.cells.size() == 1 ? " hexahedron" : " hexahedra") + (isPlane ? " of thickness 1" : "") +
    (hasLevelSet ? ", whose densities are solid fractions by the level set." : ".");
  return grid;
}
}
