#include "LevelSetOutputWriter.h"

#include "Analysis/Isogeometric/LatticeConditions.h"
#include "Geometry/Level/Patch/PatchBoundary.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkHigherOrderHexahedron.h"
#include "vtkHigherOrderQuadrilateral.h"
#include "vtkIdTypeArray.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::filters
{
namespace
{
vtkSmartPointer<vtkDoubleArray> arrayOf(
  const std::string& name, const std::vector<double>& values, int components)
{
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  array->SetName(name.c_str());
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
  std::copy(values.begin(), values.end(), array->GetPointer(0));
  return array;
}

/// Returns, for each point of a Bezier cell in VTK's order, its index with the first direction
/// fastest.
std::vector<std::size_t> orderOf(const NurbsPatch& patch)
{
  const int* degrees = patch.degrees.data();
  std::vector<std::size_t> order(static_cast<std::size_t>(patch.functionsPerElement()));
  std::size_t local = 0;
  for (int k = 0; k <= degrees[2]; ++k)
  {
    for (int j = 0; j <= degrees[1]; ++j)
    {
      for (int i = 0; i <= degrees[0]; ++i)
      {
        const int place = patch.dimension == 3
          ? vtkHigherOrderHexahedron::PointIndexFromIJK(i, j, k, degrees)
          : vtkHigherOrderQuadrilateral::PointIndexFromIJK(i, j, degrees);
        order[static_cast<std::size_t>(place)] = local++;
      }
    }
  }
  return order;
}

vtkSmartPointer<vtkPoints> pointsFrom(const std::vector<double>& coordinates)
{
  auto points = vtkSmartPointer<vtkPoints>::New();
  points->SetData(arrayOf("Points", coordinates, 3));
  return points;
}
}

const BezierExtraction& LevelSetRunDescription::bezier() const
{
  if (!this->Extraction)
  {
    this->Extraction.emplace(this->patch);
  }
  return *this->Extraction;
}

vtkUnstructuredGrid* LevelSetRunDescription::cells() const
{
  if (!this->Cells)
  {
    this->Cells = makeBezierCells(this->patch, this->bezier());
    addConditions(this->Cells, this->patch, this->pointConditions);
  }
  return this->Cells;
}

vtkSmartPointer<vtkUnstructuredGrid> makeBezierCells(
  const NurbsPatch& patch, const BezierExtraction& bezier)
{
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  grid->SetPoints(pointsFrom(bezier(patch.points, 3)));
  const auto elements = static_cast<vtkIdType>(patch.numberOfElements());
  const std::vector<std::size_t> order = orderOf(patch);
  const auto size = static_cast<vtkIdType>(order.size());
  vtkNew<vtkIdTypeArray> offsets;
  vtkNew<vtkIdTypeArray> connectivity;
  offsets->SetNumberOfValues(elements + 1);
  connectivity->SetNumberOfValues(elements * size);
  for (vtkIdType e = 0; e <= elements; ++e)
  {
    offsets->SetValue(e, e * size);
  }
  const std::array<int, 3> spans = patch.elements();
  vtkIdType* next = connectivity->GetPointer(0);
  for (int c = 0; c < spans[2]; ++c)
  {
    for (int b = 0; b < spans[1]; ++b)
    {
      for (int a = 0; a < spans[0]; ++a)
      {
        const std::vector<std::int64_t> points = bezier.pointsOfElement({ a, b, c });
        next = std::transform(order.begin(), order.end(), next,
          [&](std::size_t local) { return static_cast<vtkIdType>(points[local]); });
      }
    }
  }
  vtkNew<vtkCellArray> cells;
  cells->SetData(offsets, connectivity);
  grid->SetCells(patch.dimension == 3 ? VTK_BEZIER_HEXAHEDRON : VTK_BEZIER_QUADRILATERAL, cells);

  vtkNew<vtkDoubleArray> degrees;
  degrees->SetName("HigherOrderDegrees");
  degrees->SetNumberOfComponents(3);
  degrees->SetNumberOfTuples(elements);
  for (int d = 0; d < 3; ++d)
  {
    degrees->FillComponent(d, patch.degrees[static_cast<std::size_t>(d)]);
  }
  grid->GetCellData()->SetHigherOrderDegrees(degrees);
  // VTK reads the weights from this attribute only, whatever the name of the array.
  grid->GetPointData()->SetRationalWeights(arrayOf("RationalWeights", bezier.weights(), 1));
  return grid;
}

PatchConditions conditionsOf(const LevelSetProblem& problem)
{
  return { problem.conditions.supports, problem.conditions.loadCases, problem.conditions.springs,
    problem.design.outputWeights };
}

void addConditions(
  vtkUnstructuredGrid* grid, const NurbsPatch& patch, const PatchConditions& conditions)
{
  const LatticeConditions lattice(patch);
  vtkPointData* points = grid->GetPointData();
  const auto addSums = [&](const std::string& name, const std::vector<double>& values)
  {
    if (!values.empty())
    {
      points->AddArray(arrayOf(name, lattice.sums(values), 3));
    }
  };
  if (!conditions.supports.empty())
  {
    const std::vector<std::uint8_t> held = lattice.supports(conditions.supports);
    vtkNew<vtkUnsignedCharArray> supports;
    supports->SetName("Supports");
    supports->SetNumberOfComponents(3);
    supports->SetNumberOfTuples(static_cast<vtkIdType>(held.size() / 3));
    std::copy(held.begin(), held.end(), supports->GetPointer(0));
    points->AddArray(supports);
  }
  for (const LoadCase& load : conditions.loadCases)
  {
    addSums(load.name, load.forces);
  }
  addSums("Springs", conditions.springs);
  addSums("OutputWeights", conditions.outputWeights);
}

void writeLevelSet(
  vtkUnstructuredGrid* output, const LevelSetRunDescription& run, const RunIterate& iterate)
{
  if (!output)
  {
    return;
  }
  output->ShallowCopy(run.cells());
  vtkPointData* points = output->GetPointData();
  vtkCellData* cells = output->GetCellData();
  bool hasDisplacement = false;
  for (std::size_t i = 0; i < iterate.fields.size(); ++i)
  {
    const FieldDescription& field = iterate.fields[i];
    const std::vector<double>& values = iterate.values[i];
    if (field.support == FieldSupport::Elements)
    {
      cells->AddArray(arrayOf(field.name, values, field.components));
      continue;
    }
    constexpr const char* displacement = "Displacement";
    const auto array = arrayOf(field.name,
      run.bezier()(values, static_cast<std::size_t>(field.components)), field.components);
    if (field.components == 3 && !std::exchange(hasDisplacement, true) &&
      field.name != displacement)
    {
      auto first = vtkSmartPointer<vtkDoubleArray>::New();
      first->ShallowCopy(array);
      first->SetName(displacement);
      points->AddArray(first);
    }
    points->AddArray(array);
  }
  cells->SetActiveScalars("Density");
  points->SetActiveVectors("Displacement");
  writeRunDescription(output->GetFieldData(), run, iterate);
}

void writeBoundary(
  vtkPolyData* output, const LevelSetRunDescription& run, const RunIterate& iterate)
{
  if (!output)
  {
    return;
  }
  const PatchBoundary boundary = extractBoundary(run.patch, iterate.field("LevelSet"));
  output->Initialize();
  output->SetPoints(pointsFrom(boundary.points));
  vtkNew<vtkCellArray> cells;
  if (boundary.pointsPerCell == 2)
  {
    for (std::size_t c = 0; c + 1 < boundary.curves.size(); ++c)
    {
      const std::size_t first = boundary.curves[c];
      const std::size_t last = boundary.curves[c + 1];
      cells->InsertNextCell(static_cast<int>(last - first) + 1);
      for (std::size_t s = first; s < last; ++s)
      {
        cells->InsertCellPoint(boundary.cells[2 * s]);
      }
      cells->InsertCellPoint(boundary.cells[2 * first]);
    }
    output->SetLines(cells);
  }
  else
  {
    vtkNew<vtkUnsignedCharArray> sides;
    sides->SetName("PatchSide");
    for (std::size_t t = 0; t < boundary.numberOfCells(); ++t)
    {
      cells->InsertNextCell(3);
      for (std::size_t i = 0; i < 3; ++i)
      {
        cells->InsertCellPoint(boundary.cells[3 * t + i]);
      }
      sides->InsertNextValue(boundary.origins[t]);
    }
    output->SetPolys(cells);
    output->GetCellData()->AddArray(sides);
  }
  vtkFieldData* fields = output->GetFieldData();
  vtkNew<vtkIntArray> iteration;
  iteration->SetName("Iteration");
  iteration->InsertNextValue(iterate.number());
  fields->AddArray(iteration);
  fields->AddArray(
    arrayOf(run.patch.dimension == 3 ? "Volume" : "Area", { enclosedMeasure(boundary) }, 1));
}
}
