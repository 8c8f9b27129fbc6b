// Tests of invalid inputs and properties of Compare Topologies: there is one message that names the
// design, earlier results remain, and the filter works afterwards.

#include "CompareTestInput.h"

#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"

#include <gtest/gtest.h>

#include <limits>

namespace trabecula::testing
{
namespace
{
double half(double x, double, double)
{
  return x < 3.0 ? 1.0 : 0.0;
}

struct BadComparison
{
  const char* name;
  /// Invalidates the second input or the filter; may replace the input or remove it.
  std::function<void(vtkSmartPointer<vtkDataObject>&, vtkCompareTopologies*)> spoil;
  std::vector<std::string> words; ///< the message contains each of them
};

vtkSmartPointer<vtkUnstructuredGrid> design()
{
  return withDensity(hexahedra(), half);
}

vtkDataSet* dataset(const vtkSmartPointer<vtkDataObject>& input)
{
  return vtkDataSet::SafeDownCast(input);
}

const BadComparison BadComparisons[] = {
  { "OneInput", [](auto& input, auto*) { input = nullptr; },
    { "nothing to compare Cantilever with", "two or more inputs", "Change Input" } },
  { "Empty", [](auto& input, auto*) { input = vtkSmartPointer<vtkUnstructuredGrid>::New(); },
    { "Design 2", "empty" } },
  { "Surface", [](auto& input, auto*) { input = vtkSmartPointer<vtkPolyData>::New(); },
    { "Design 2" } },
  { "Blocks", [](auto& input, auto*) { input = vtkSmartPointer<vtkMultiBlockDataSet>::New(); },
    { "Design 2", "vtkMultiBlockDataSet", "Extract Block" } },
  { "Wedge",
    [](auto& input, auto*)
    {
      const vtkIdType corners[6] = { 0, 1, 7, 28, 29, 35 };
      auto* grid = vtkUnstructuredGrid::SafeDownCast(input);
      grid->InsertNextCell(VTK_WEDGE, 6, corners);
      setCellArray(
        grid, "Density", std::vector<double>(std::size_t(grid->GetNumberOfCells()), 0.5));
    },
    { "Design 2", "1 solid cell", "vtkWedge" } },
  { "ImageWithoutDensity",
    [](auto& input, auto*)
    {
      input = image();
      setCellArray(dataset(input), "Solid", std::vector<double>(54, 1.0));
    },
    { "Design 2", "Cell array \"Density\" is missing", "\"Solid\"" } },
  { "GridWithoutDensity",
    [](auto& input, auto* filter)
    {
      input = hexahedra();
      filter->CellsWithoutDensityAreSolidOff();
    },
    { "Design 2", "Cell array \"Density\" is missing" } },
  { "DensityBeyondOne",
    [](auto& input, auto*)
    {
      std::vector<double> values(54, 0.5);
      values[7] = 2.0;
      setCellArray(dataset(input), "Density", values);
    },
    { "Design 2", "\"Density\" has the value 2 in cell 7", "Calculator" } },
  { "DensityNotANumber",
    [](auto& input, auto*)
    {
      std::vector<double> values(54, 0.5);
      values[53] = std::numeric_limits<double>::quiet_NaN();
      setCellArray(dataset(input), "Density", values);
    },
    { "Design 2", "\"Density\" has the value nan in cell 53" } },
  { "DensityOfThreeComponents",
    [](auto& input, auto*)
    {
      vtkDataSet* data = dataset(input);
      data->GetCellData()->GetArray("Density")->SetNumberOfComponents(3);
      data->GetCellData()->GetArray("Density")->SetNumberOfTuples(54);
    },
    { "Design 2", "3 components" } },
  { "NoSpacing",
    [](auto& input, auto*)
    {
      auto flat = withDensity(image(), half);
      flat->SetSpacing(1.0, 0.0, 1.0);
      input = flat;
    },
    { "Design 2", "spacing", "along y is 0" } },
  { "FlatCells",
    [](auto& input, auto*)
    {
      vtkPoints* points = vtkUnstructuredGrid::SafeDownCast(input)->GetPoints();
      for (vtkIdType i = 0; i < points->GetNumberOfPoints(); ++i)
      {
        double x[3];
        points->GetPoint(i, x);
        points->SetPoint(i, x[0], x[1], 0.0);
      }
    },
    { "Design 2", "Cell 0 has the volume 0" } },
  { "Apart",
    [](auto& input, auto*) {
      input = densityImage({ 6, 3, 3 }, { 1, 1, 1 }, { 0, 3, 0 }, half);
    },
    { "Design 2 and Cantilever have no place in common", "along y", "3 to 6", "0 to 3",
      "Transform" } },
  { "ThresholdOfZero", [](auto&, auto* filter) { filter->SetThreshold(0.0); },
    { "Threshold is 0", "above 0" } },
  { "ThresholdNotANumber",
    [](auto&, auto* filter) { filter->SetThreshold(std::numeric_limits<double>::quiet_NaN()); },
    { "Threshold is nan" } },
  { "NoResolution", [](auto&, auto* filter) { filter->SetResolution(0); },
    { "Resolution is 0", "at least 2" } },
  { "TooManyVoxels",
    [](auto&, auto* filter)
    {
      filter->SetResolution(100000);
      filter->AlwaysResampleOn();
    },
    { "100000 x 50000 x 50000 voxels is too large", "smaller Resolution" } },
};

class CompareTopologiesRefusal : public ::testing::TestWithParam<BadComparison>
{
};
}

TEST_P(CompareTopologiesRefusal, SaysOnceWhatIsWrongAndKeepsWhatWasThere)
{
  auto first = design();
  auto good = design();
  auto filter = comparisonOf({ first, good });
  filter->AddName("Cantilever");
  filter->Update();
  const vtkIdType cells = differencesOf(filter)->GetNumberOfCells();
  ASSERT_EQ(cells, 27);

  Errors errors(filter);
  vtkSmartPointer<vtkDataObject> bad = design();
  GetParam().spoil(bad, filter);
  filter->RemoveAllInputs();
  filter->AddInputDataObject(first);
  if (bad)
  {
    filter->AddInputDataObject(bad);
  }
  filter->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  for (const std::string& word : GetParam().words)
  {
    EXPECT_TRUE(contains(errors.text(), word)) << word << " in " << errors.text();
  }
  EXPECT_TRUE(contains(filter->GetStatus(), "Error: ")) << filter->GetStatus();
  EXPECT_EQ(differencesOf(filter)->GetNumberOfCells(), cells);

  filter->RemoveAllInputs();
  filter->AddInputDataObject(first);
  filter->AddInputDataObject(good);
  filter->SetThreshold(0.5);
  filter->SetResolution(16);
  filter->AlwaysResampleOff();
  filter->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_EQ(filter->GetNumberOfComparisons(), 2);
}

INSTANTIATE_TEST_SUITE_P(Inputs, CompareTopologiesRefusal, ::testing::ValuesIn(BadComparisons),
  [](const auto& info) { return std::string(info.param.name); });
}
