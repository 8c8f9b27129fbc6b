#include "TopologyComparisonWriter.h"

#include "HexMeshConverter.h"

#include "Core/Text.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkSmartPointer.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkThreshold.h"
#include "vtkTypeInt64Array.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVariant.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace trabecula::filters
{
namespace
{
constexpr const char* SolidIn = "SolidIn";

/// Densities of each design in the cells of the output.
using CellDensities = std::vector<std::vector<double>>;

/// Returns the cells of the common mesh, and the densities in them.
vtkSmartPointer<vtkUnstructuredGrid> cellsOf(
  const std::vector<ComparedDesign>& designs, const CommonMesh& common, CellDensities& densities)
{
  if (common.isOneMesh)
  {
    for (const ComparedDesign& design : designs)
    {
      densities.push_back(design.density);
    }
    auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
    grid->CopyStructure(designs.front().grid);
    return grid;
  }
  VoxelImage image;
  image.cells = common.cells;
  image.spacing = common.spacing;
  image.origin = common.origin;
  image.moduli.assign(common.covered.begin(), common.covered.end());
  const VoxelGrid voxels(image, VoxelParts::All);
  const std::vector<std::int32_t> positions = voxels.elementPositions();
  for (const std::vector<double>& values : common.images)
  {
    std::vector<double>& column = densities.emplace_back(positions.size() / 3);
    for (std::size_t e = 0; e < column.size(); ++e)
    {
      const std::int32_t* p = &positions[3 * e];
      column[e] =
        values[p[0] + std::size_t(common.cells[0]) * (p[1] + std::size_t(common.cells[1]) * p[2])];
    }
  }
  return makeGrid(voxels.mesh());
}

template <typename ArrayT>
vtkSmartPointer<ArrayT> addCellArray(vtkUnstructuredGrid* grid, const std::string& name)
{
  auto array = vtkSmartPointer<ArrayT>::New();
  array->SetName(name.c_str());
  array->SetNumberOfTuples(grid->GetNumberOfCells());
  grid->GetCellData()->AddArray(array);
  return array;
}

void addArrays(vtkUnstructuredGrid* grid, const CellDensities& densities, double threshold)
{
  auto solidIn = addCellArray<vtkUnsignedCharArray>(grid, SolidIn);
  solidIn->FillValue(0);
  const std::vector<double>& first = densities.front();
  for (std::size_t i = 0; i < densities.size(); ++i)
  {
    const std::string number = std::to_string(i + 1);
    auto density = addCellArray<vtkDoubleArray>(grid, "Density_" + number);
    std::copy(densities[i].begin(), densities[i].end(), density->GetPointer(0));
    for (std::size_t e = 0; e < first.size(); ++e)
    {
      const auto cell = static_cast<vtkIdType>(e);
      const int count = solidIn->GetValue(cell) + (densities[i][e] >= threshold ? 1 : 0);
      solidIn->SetValue(cell, static_cast<unsigned char>(std::min(count, 255)));
    }
    if (i == 0)
    {
      continue;
    }
    auto difference = addCellArray<vtkDoubleArray>(grid, "Difference_" + number);
    auto category = addCellArray<vtkUnsignedCharArray>(grid, "Category_" + number);
    for (std::size_t e = 0; e < first.size(); ++e)
    {
      const auto cell = static_cast<vtkIdType>(e);
      difference->SetValue(cell, densities[i][e] - first[e]);
      category->SetValue(cell,
        static_cast<unsigned char>(
          (first[e] >= threshold ? 1 : 0) + (densities[i][e] >= threshold ? 2 : 0)));
    }
  }
}

template <typename ArrayT, typename ValueOf>
void addColumn(vtkTable* table, const char* name, const std::vector<DesignMeasures>& measures,
  const ValueOf& valueOf)
{
  vtkNew<ArrayT> column;
  column->SetName(name);
  for (const DesignMeasures& row : measures)
  {
    column->InsertNextValue(valueOf(row));
  }
  table->AddColumn(column);
}
}

void writeDifferences(vtkUnstructuredGrid* output, const std::vector<ComparedDesign>& designs,
  const TopologyComparison& comparison, bool keepVoid)
{
  CellDensities densities;
  vtkSmartPointer<vtkUnstructuredGrid> grid = cellsOf(designs, comparison.common, densities);
  addArrays(grid, densities, comparison.threshold);
  if (!keepVoid)
  {
    vtkNew<vtkThreshold> threshold;
    threshold->SetInputData(grid);
    threshold->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, SolidIn);
    threshold->SetThresholdFunction(vtkThreshold::THRESHOLD_UPPER);
    threshold->SetUpperThreshold(1.0);
    threshold->Update();
    grid = threshold->GetOutput();
  }
  output->ShallowCopy(grid);
  output->GetCellData()->SetActiveScalars("Category_2");
}

void writeMeasures(
  vtkTable* output, const std::vector<std::string>& names, const TopologyComparison& comparison)
{
  vtkNew<vtkStringArray> name;
  name->SetName("Name");
  for (const std::string& text : names)
  {
    name->InsertNextValue(text);
  }
  output->AddColumn(name);
  const auto real = [&](const char* column, double DesignMeasures::*member)
  {
    addColumn<vtkDoubleArray>(output, column, comparison.measures,
      [member](const DesignMeasures& row) { return row.*member; });
  };
  const auto count = [&](const char* column, std::int64_t VoxelTopology::*member)
  {
    addColumn<vtkTypeInt64Array>(output, column, comparison.measures,
      [member](const DesignMeasures& row) { return row.topology.*member; });
  };
  addColumn<vtkTypeInt64Array>(
    output, "Rank", comparison.measures, [](const DesignMeasures& row) { return row.rank; });
  real("BodyCompliance", &DesignMeasures::bodyCompliance);
  real("BodyComplianceError", &DesignMeasures::bodyComplianceError);
  real("Compliance", &DesignMeasures::compliance);
  real("ComplianceRatio", &DesignMeasures::complianceRatio);
  real("BodyVolume", &DesignMeasures::bodyVolume);
  real("BodyVolumeFraction", &DesignMeasures::bodyVolumeFraction);
  real("Volume", &DesignMeasures::volume);
  if (std::any_of(comparison.measures.begin(), comparison.measures.end(),
        [](const DesignMeasures& row) { return !std::isnan(row.mass); }))
  {
    real("Mass", &DesignMeasures::mass);
  }
  real("VolumeFraction", &DesignMeasures::volumeFraction);
  real("SolidVolume", &DesignMeasures::solidVolume);
  real("Greyness", &DesignMeasures::greyness);
  real("Dice", &DesignMeasures::dice);
  real("Hausdorff", &DesignMeasures::hausdorff);
  real("MeanSurfaceDistance", &DesignMeasures::meanSurfaceDistance);
  count("Pieces", &VoxelTopology::pieces);
  count("Holes", &VoxelTopology::holes);
  count("Cavities", &VoxelTopology::cavities);
  count("EulerCharacteristic", &VoxelTopology::eulerCharacteristic);
  real("SmallestThickness", &DesignMeasures::smallestThickness);
  const auto& spacing = comparison.common.spacing;
  addColumn<vtkDoubleArray>(output, "VoxelSize", comparison.measures,
    [&spacing](const DesignMeasures&)
    { return *std::max_element(spacing.begin(), spacing.end()); });
  addColumn<vtkTypeInt64Array>(output, "MeshElements", comparison.measures,
    [](const DesignMeasures& row) { return row.elements; });
  const auto text = [&](const char* column, std::string DesignMeasures::*member)
  {
    addColumn<vtkStringArray>(output, column, comparison.measures,
      [member](const DesignMeasures& row) { return (row.*member).c_str(); });
  };
  text("Fault", &DesignMeasures::fault);
  text("Remark", &DesignMeasures::remark);
}

void writeSummary(vtkTable* output, vtkTable* measures)
{
  // Columns that are not listed are numbers without a unit.
  const std::map<std::string, std::string> units = { { "Name", "" }, { "Fault", "" },
    { "Remark", "" }, { "Compliance", "energy" }, { "BodyCompliance", "energy" },
    { "Mass", "mass" }, { "BodyVolume", "length^3" }, { "Volume", "length^3" },
    { "SolidVolume", "length^3" }, { "Hausdorff", "length" }, { "MeanSurfaceDistance", "length" },
    { "SmallestThickness", "length" }, { "VoxelSize", "length" } };
  const vtkIdType rows = measures->GetNumberOfColumns();
  const auto addText = [&](const std::string& name, const auto& textOf)
  {
    vtkNew<vtkStringArray> column;
    column->SetName(name.c_str());
    for (vtkIdType row = 0; row < rows; ++row)
    {
      column->InsertNextValue(textOf(row));
    }
    output->AddColumn(column);
  };
  const auto nameOf = [measures](vtkIdType row) { return measures->GetColumnName(row); };
  addText("Measure", nameOf);
  addText("Unit",
    [&](vtkIdType row)
    {
      const auto unit = units.find(nameOf(row));
      return unit == units.end() ? "1" : unit->second;
    });
  for (vtkIdType design = 0; design < measures->GetNumberOfRows(); ++design)
  {
    const std::string name = measures->GetValueByName(design, "Name").ToString();
    const bool isTaken = output->GetColumnByName(name.c_str()) != nullptr || name.empty();
    addText(isTaken ? name + " (" + std::to_string(design + 1) + ")" : name,
      [&](vtkIdType row) -> std::string
      {
        const vtkVariant value = measures->GetValue(design, row);
        return value.IsDouble() ? shortText(value.ToDouble()) : value.ToString();
      });
  }
}
}
