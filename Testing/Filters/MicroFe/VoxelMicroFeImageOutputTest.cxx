// Tests of results of Voxel Micro-FE as image data with hidden void voxels.

#include "VoxelMicroFeTestInput.h"

#include "HexMeshConverter.h"

#include "MicroFe/VoxelMicroFeValidation.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkInformation.h"
#include "vtkPointData.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace trabecula::testing
{
namespace
{
vtkSmartPointer<vtkVoxelMicroFe> withImage(vtkImageData* input)
{
  auto filter = accurateMicroFeOf(input);
  filter->SetResultGeometry(vtkVoxelMicroFe::IMAGE);
  return filter;
}

vtkImageData* imageOf(vtkVoxelMicroFe* filter)
{
  return vtkImageData::SafeDownCast(filter->GetOutputDataObject(Solid));
}

vtkSmartPointer<vtkVoxelMicroFe> chosen(vtkSmartPointer<vtkVoxelMicroFe> filter)
{
  filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Solid");
  return filter;
}

/// Expects a dense array to have these tuples at these places, and 0 at all others.
void expectScattered(vtkDataSetAttributes* dense, vtkDataSetAttributes* packed, const char* name,
  const std::vector<vtkIdType>& places)
{
  vtkDataArray* found = dense->GetArray(name);
  vtkDataArray* wanted = packed->GetArray(name);
  ASSERT_NE(found, nullptr) << name;
  ASSERT_EQ(found->GetNumberOfComponents(), wanted->GetNumberOfComponents());
  std::map<vtkIdType, vtkIdType> tuples;
  for (std::size_t i = 0; i < places.size(); ++i)
  {
    tuples[places[i]] = static_cast<vtkIdType>(i);
  }
  for (vtkIdType tuple = 0; tuple < found->GetNumberOfTuples(); ++tuple)
  {
    const auto at = tuples.find(tuple);
    for (int c = 0; c < found->GetNumberOfComponents(); ++c)
    {
      ASSERT_EQ(found->GetComponent(tuple, c),
        at == tuples.end() ? 0.0 : wanted->GetComponent(at->second, c))
        << name << " " << tuple;
    }
  }
}

/// Expects the stored ranges of an array to be those of its values.
void expectRanges(vtkDataArray* array)
{
  const auto values = vtk::TakeSmartPointer(vtkDataArray::CreateDataArray(array->GetDataType()));
  values->SetNumberOfComponents(array->GetNumberOfComponents());
  values->SetNumberOfTuples(array->GetNumberOfTuples());
  values->InsertTuples(0, array->GetNumberOfTuples(), 0, array);
  for (int c = -1; c < array->GetNumberOfComponents(); ++c)
  {
    double found[2];
    double wanted[2];
    values->GetRange(wanted, c);
    for (const bool finite : { false, true })
    {
      finite ? array->GetFiniteRange(found, c) : array->GetRange(found, c);
      EXPECT_DOUBLE_EQ(found[0], wanted[0]) << array->GetName() << " " << c;
      EXPECT_DOUBLE_EQ(found[1], wanted[1]) << array->GetName() << " " << c;
    }
  }
}

void expectRanges(vtkDataSet* data)
{
  for (int i = 0; i < data->GetCellData()->GetNumberOfArrays(); ++i)
  {
    expectRanges(data->GetCellData()->GetArray(i));
  }
  for (int i = 0; i < data->GetPointData()->GetNumberOfArrays(); ++i)
  {
    expectRanges(data->GetPointData()->GetArray(i));
  }
}

std::vector<vtkIdType> numbersIn(vtkDataSetAttributes* attributes, const char* name, int divisor)
{
  vtkDataArray* array = attributes->GetArray(name);
  std::vector<vtkIdType> numbers;
  for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
  {
    numbers.push_back(static_cast<vtkIdType>(array->GetComponent(i, 0)) / divisor);
  }
  return numbers;
}
}

TEST(VoxelMicroFeImageOutput, HasTheNumbersOfHexahedraAndZeroInTheVoid)
{
  const auto input = numberedImage();
  auto grids = chosen(accurateMicroFeOf(input));
  grids->Update();
  vtkUnstructuredGrid* grid = grids->GetOutput(Solid);
  // The same object is used, because the solver stops at slightly different points in each run.
  vtkNew<vtkUnstructuredGrid> packed;
  packed->ShallowCopy(grid);
  auto filter = chosen(withImage(input));
  filter->Update();
  vtkImageData* image = imageOf(filter);
  ASSERT_NE(image, nullptr);
  EXPECT_EQ(grids->GetSolverIterations(), filter->GetSolverIterations());
  const auto cells = numbersIn(packed->GetCellData(), "Number", 1);
  const auto points = numbersIn(packed->GetPointData(), "PointNumber", 3);
  for (const char* name : { "EffectiveStrain", "VonMisesStress", "StrainEnergyDensity", "Strain",
         "Stress", "YoungsModulus" })
  {
    expectScattered(image->GetCellData(), packed->GetCellData(), name, cells);
  }
  for (const char* name : { "Displacement", "ReactionForce" })
  {
    expectScattered(image->GetPointData(), packed->GetPointData(), name, points);
  }
  EXPECT_EQ(cellValues(image, "Number"), cellValues(input, "Number"));
  EXPECT_EQ(pointValues(image, "PointNumber"), pointValues(input, "PointNumber"));
  EXPECT_STREQ(image->GetCellData()->GetScalars()->GetName(), "EffectiveStrain");
  EXPECT_STREQ(image->GetPointData()->GetVectors()->GetName(), "Displacement");
  EXPECT_GT(image->GetFieldData()->GetArray("Stiffness")->GetTuple1(0), 0.0);
}

TEST(VoxelMicroFeImageOutput, KnowsTheRangesOfItsArrays)
{
  const auto input = numberedImage();
  auto filter = chosen(withImage(input));
  filter->Update();
  vtkImageData* image = imageOf(filter);
  expectRanges(image);
  auto grids = chosen(accurateMicroFeOf(input));
  grids->Update();
  expectRanges(grids->GetOutput(Solid));

  vtkDataArray* moduli = image->GetCellData()->GetArray("YoungsModulus");
  double range[2];
  moduli->GetRange(range, 0);
  moduli->SetComponent(0, 0, 2.0 * range[1]);
  moduli->Modified();
  expectRanges(moduli);
}

TEST(VoxelMicroFeImageOutput, TakesTheMemoryThatItIsCheckedFor)
{
  const auto input = block({ 20, 18, 16 });
  auto filter = chosen(withImage(input));
  filter->Update();
  VoxelMicroFeProblem problem = microFeProblem(input);
  problem.fieldRoom = FieldRoom::Image;
  const VoxelGrid grid(problem.image);
  const std::size_t room = std::max(3 * grid.numberOfNodes(), 6 * grid.numberOfElements());
  EXPECT_EQ(
    voxelFieldMemory(grid, problem), bytesOfResults(imageOf(filter)) + room * sizeof(double));
}

TEST(VoxelMicroFeImageOutput, HidesWhatIsNotAnalysed)
{
  const auto input = numberedImage();
  auto filter = chosen(withImage(input));
  filter->Update();
  vtkImageData* image = imageOf(filter);
  EXPECT_TRUE(std::equal(image->GetExtent(), image->GetExtent() + 6, input->GetExtent()));
  vtkDataArray* moduli = image->GetCellData()->GetArray("YoungsModulus");
  std::vector<char> used(static_cast<std::size_t>(image->GetNumberOfPoints()), 0);
  vtkNew<vtkIdList> corners;
  vtkIdType visible = 0;
  for (vtkIdType cell = 0; cell < image->GetNumberOfCells(); ++cell)
  {
    ASSERT_EQ(image->IsCellVisible(cell) != 0, moduli->GetComponent(cell, 0) > 0.0);
    image->GetCellPoints(cell, corners);
    for (vtkIdType i = 0; image->IsCellVisible(cell) && i < 8; ++i)
    {
      used[static_cast<std::size_t>(corners->GetId(i))] = 1;
    }
    visible += image->IsCellVisible(cell) ? 1 : 0;
  }
  EXPECT_EQ(static_cast<double>(visible), quantity(filter, "Elements"));
  EXPECT_EQ(image->GetFieldData()->GetArray("VisibleCells")->GetTuple1(0), visible);
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    ASSERT_EQ(image->IsPointVisible(i) != 0, used[static_cast<std::size_t>(i)] != 0);
  }

  // Filters of designs read the visible cells: those of the other geometry, in another order.
  auto grids = chosen(accurateMicroFeOf(input));
  grids->Update();
  const auto grid = filters::makeHexahedralGrid(image);
  EXPECT_EQ(grid->GetNumberOfCells(), visible);
  EXPECT_EQ(grid->GetNumberOfPoints(), grids->GetOutput(Solid)->GetNumberOfPoints());
}

TEST(VoxelMicroFeImageOutput, HasTheVoxelsAroundPointsAsCells)
{
  const auto input = porousImage();
  const auto scan = valuesAtPoints(input);
  auto ofCells = withImage(input);
  ofCells->Update();
  for (const bool byName : { false, true })
  {
    auto ofPoints = withImage(scan);
    if (byName)
    {
      ofPoints->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Solid");
    }
    ofPoints->Update();
    vtkImageData* a = imageOf(ofCells);
    vtkImageData* b = imageOf(ofPoints);
    ASSERT_EQ(a->GetNumberOfPoints(), b->GetNumberOfPoints());
    for (vtkIdType i = 0; i < a->GetNumberOfPoints(); ++i)
    {
      for (int d = 0; d < 3; ++d)
      {
        EXPECT_NEAR(a->GetPoint(i)[d], b->GetPoint(i)[d], 1e-12);
      }
    }
    EXPECT_EQ(cellValues(b, "Solid"), cellValues(input, "Solid"));
    EXPECT_EQ(cellValues(a, "vtkGhostType"), cellValues(b, "vtkGhostType"));
    EXPECT_EQ(pointValues(a, "Displacement"), pointValues(b, "Displacement"));
    // A request for the whole extent is answered without another execution of the filter.
    std::array<int, 6> whole{};
    ofPoints->UpdateInformation();
    ofPoints->GetOutputInformation(Solid)->Get(
      vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), whole.data());
    EXPECT_TRUE(std::equal(whole.begin(), whole.end(), b->GetExtent()));
    ofPoints->UpdateWholeExtent();
    EXPECT_EQ(ofPoints->GetNumberOfAnalyses(), 1);
    EXPECT_EQ(imageOf(ofPoints)->GetNumberOfCells(), input->GetNumberOfCells());
  }
}

TEST(VoxelMicroFeImageOutput, TurnsResultsWithTheImage)
{
  auto turned = vtkSmartPointer<vtkImageData>::New();
  turned->ShallowCopy(numberedImage());
  turned->SetDirectionMatrix(0, -1, 0, 1, 0, 0, 0, 0, 1);
  auto grids = chosen(accurateMicroFeOf(turned));
  grids->Update();
  auto filter = chosen(withImage(turned));
  filter->Update();
  vtkUnstructuredGrid* grid = grids->GetOutput(Solid);
  expectScattered(imageOf(filter)->GetCellData(), grid->GetCellData(), "Stress",
    numbersIn(grid->GetCellData(), "Number", 1));
  expectScattered(imageOf(filter)->GetPointData(), grid->GetPointData(), "Displacement",
    numbersIn(grid->GetPointData(), "PointNumber", 3));
}

TEST(VoxelMicroFeImageOutput, ChangesItsTypeAndBack)
{
  const auto input = porousImage();
  auto filter = accurateMicroFeOf(input);
  filter->Update();
  EXPECT_NE(filter->GetOutput(Solid), nullptr);
  filter->SetResultGeometry(vtkVoxelMicroFe::IMAGE);
  filter->Update();
  ASSERT_NE(imageOf(filter), nullptr);
  EXPECT_EQ(imageOf(filter)->GetNumberOfCells(), input->GetNumberOfCells());
  filter->SetResultGeometry(vtkVoxelMicroFe::HEXAHEDRA);
  filter->Update();
  ASSERT_NE(filter->GetOutput(Solid), nullptr);
  EXPECT_GT(filter->GetOutput(Solid)->GetNumberOfCells(), 0);

  // Without a result, the output does not keep data of another type.
  filter->SetResultGeometry(vtkVoxelMicroFe::IMAGE);
  filter->SetTolerance(-1.0);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_EQ(imageOf(filter)->GetNumberOfCells(), 0);
}
}
