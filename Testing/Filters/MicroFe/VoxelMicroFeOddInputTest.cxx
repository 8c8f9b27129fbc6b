// Tests of Voxel Micro-FE with unusual input: refusals, warnings and accepted input; a run that is
// stopped.

#include "VoxelMicroFeTestInput.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkStructuredGrid.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace trabecula::testing
{
TEST(VoxelMicroFeOddInput, RefusesOtherKindsOfData)
{
  vtkNew<vtkStructuredGrid> input;
  auto filter = vtkSmartPointer<vtkVoxelMicroFe>::New();
  filter->SetInputDataObject(input);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "vtkStructuredGrid")) << errors.text();
}

TEST(VoxelMicroFeOddInput, RefusesBlocks)
{
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, labelledImage());
  blocks->SetBlock(1, labelledImage());
  auto filter = vtkSmartPointer<vtkVoxelMicroFe>::New();
  filter->SetInputDataObject(blocks);
  Errors errors(filter);
  filter->Update(Solid);
  filter->Update(Summary);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Extract Block")) << errors.text();
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 0);

  filter->SetInputDataObject(labelledImage());
  filter->Update(Solid);
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_EQ(filter->GetOutput(Solid)->GetNumberOfCells(), 63);
}

TEST(VoxelMicroFeOddInput, WarnsOnceOfWhatIsLeftOut)
{
  auto filter = microFeOf(voxelImage({ 6, 4, 4 },
    [](int i, int j, int k)
    { return i < 3 || (i == 4 && j == 1 && k > 1) || i + j == 5 ? 1 : 0; }));
  Errors errors(filter);
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_TRUE(contains(warnings.text(), "left out")) << warnings.text();
  EXPECT_EQ(quantity(filter, "DroppedVoxels") + quantity(filter, "Elements"),
    static_cast<double>(filter->GetOutput(Solid)->GetNumberOfCells()) +
      quantity(filter, "DroppedVoxels"));
  EXPECT_GT(quantity(filter, "DroppedVoxels"), 0.0);
}

TEST(VoxelMicroFeOddInput, WarnsOfASolverThatDoesNotConverge)
{
  auto filter = microFeOf(porousImage());
  filter->SetMaximumIterations(1);
  filter->SetTolerance(1e-12);
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->Update();
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_TRUE(contains(warnings.text(), "after 1 iteration")) << warnings.text();
  EXPECT_TRUE(contains(filter->GetStatus(), "after 1 iteration")) << filter->GetStatus();
}

TEST(VoxelMicroFeOddInput, WarnsOfAnotherPoissonsRatioInTheInput)
{
  auto image = labelledImage();
  vtkNew<vtkDoubleArray> ratio;
  ratio->SetName("PoissonsRatio");
  ratio->InsertNextValue(0.2);
  image->GetFieldData()->AddArray(ratio);
  auto filter = microFeOf(image);
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->Update();
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_TRUE(contains(warnings.text(), "0.2")) << warnings.text();
  filter->SetPoissonsRatio(0.2);
  filter->Update();
  EXPECT_EQ(warnings.count(), 1);
}

TEST(VoxelMicroFeOddInput, TakesOneVoxelAndLayersOfOne)
{
  for (const std::array<int, 3>& cells :
    { std::array<int, 3>{ 1, 1, 1 }, { 5, 4, 1 }, { 1, 1, 6 } })
  {
    auto filter = microFeOf(block(cells));
    Errors errors(filter);
    filter->Update();
    EXPECT_EQ(errors.count(), 0) << errors.text();
    EXPECT_NEAR(quantity(filter, "ApparentModulus"), 6829.0, 1.0);
  }
}

TEST(VoxelMicroFeOddInput, TakesAPointImageOfOneLayer)
{
  vtkNew<vtkImageData> image;
  image->SetDimensions(4, 3, 1);
  vtkNew<vtkDoubleArray> values;
  values->SetName("Scan");
  values->SetNumberOfTuples(12);
  values->FillValue(127.0);
  image->GetPointData()->SetScalars(values);
  auto filter = microFeOf(image);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_EQ(filter->GetOutput(Solid)->GetNumberOfCells(), 12);
}

TEST(VoxelMicroFeOddInput, StopsAndStartsAgain)
{
  auto image = porousImage();
  auto filter = microFeOf(image);
  filter->Update();
  const std::vector<double> before = pointValues(filter->GetOutput(Solid), "Displacement");
  filter->SetStrain(-0.02);
  {
    Watcher watcher(filter, "Reading");
    Errors errors(filter);
    filter->Update();
    EXPECT_EQ(errors.count(), 0) << errors.text();
    filter->RemoveObservers(vtkCommand::ProgressEvent);
  }
  EXPECT_TRUE(contains(filter->GetStatus(), "Stopped")) << filter->GetStatus();
  EXPECT_EQ(filter->GetAbortExecute(), 0);
  EXPECT_EQ(pointValues(filter->GetOutput(Solid), "Displacement"), before);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 1);
  // An update of another output does not restart it.
  filter->Update(Summary);
  filter->Update(Solid);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 1);

  filter->Continue();
  Watcher watcher(filter, "");
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 2);
  std::vector<double> twice = before;
  for (double& value : twice)
  {
    value *= 2.0;
  }
  EXPECT_LT(relative(pointValues(filter->GetOutput(Solid), "Displacement"), twice), 1e-4);
  EXPECT_TRUE(std::is_sorted(watcher.Progress.begin(), watcher.Progress.end()));
  EXPECT_EQ(watcher.Progress.back(), 1.0);
  EXPECT_GT(watcher.Texts.size(), 2U);
}
}
