#include "TopologyTestInput.h"

#include "vtkCommand.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkStructuredGrid.h"

#include <gtest/gtest.h>

namespace trabecula::testing
{
namespace
{
constexpr int FinalDesign = vtkTopologyOptimize::FINAL_DESIGN;

constexpr int Convergence = vtkTopologyOptimize::CONVERGENCE;
}

TEST(TopologyRefusal, RefusesAMeshThatDoesNotFit)
{
  auto filter = run(hexahedra());
  const auto before = density(filter, FinalDesign);
  Errors errors(filter);
  filter->SetInputData(largeImage(30, 30, 30));
  filter->SetMemoryLimit(2);
  filter->Update(FinalDesign);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "27000 elements")) << errors.text();
  EXPECT_TRUE(contains(errors.text(), "2 MiB are available")) << errors.text();
  EXPECT_EQ(density(filter, FinalDesign), before);

  // With the original mesh again, the earlier results are reused.
  filter->SetInputData(hexahedra());
  filter->SetMemoryLimit(0);
  filter->SetMaximumIterations(4);
  filter->Update(FinalDesign);
  auto fresh = run(hexahedra(), 4);
  EXPECT_LT(difference(density(filter, FinalDesign), density(fresh, FinalDesign)), 1e-10);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 5);
}

TEST(TopologyRefusal, WarnsOnceOfASolverThatDoesNotConverge)
{
  auto filter = filterOf(hexahedra());
  filter->SetMaximumIterations(3);
  filter->SetSolverMaximumIterations(5);
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->Update(FinalDesign);
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_TRUE(contains(warnings.text(), "limit of 5 iterations")) << warnings.text();
  EXPECT_TRUE(contains(filter->GetStatus(), "limit of 5 iterations")) << filter->GetStatus();
  filter->Update(Convergence);
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_GT(column(filter, "Residual")[0], filter->GetSolverTolerance());

  filter->SetSolverMaximumIterations(1000);
  filter->Update(FinalDesign);
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_FALSE(contains(filter->GetStatus(), "limit")) << filter->GetStatus();
}

TEST(TopologyRefusal, WarnsOfAFilterRadiusBeyondThePart)
{
  const auto warningOf = [](double radius, int type)
  {
    auto filter = filterOf(hexahedra());
    filter->SetMaximumIterations(1);
    filter->SetFilterType(type);
    filter->SetFilterRadius(radius);
    Errors warnings(filter, vtkCommand::WarningEvent);
    filter->Update(FinalDesign);
    EXPECT_EQ(
      contains(filter->GetStatus(), "Filter radius is"), contains(warnings.text(), "Filter radius"))
      << filter->GetStatus();
    return warnings.text();
  };
  // The mesh is 6 long.
  EXPECT_EQ(warningOf(6.0, vtkTopologyOptimize::SENSITIVITY_FILTER), "");
  EXPECT_TRUE(contains(warningOf(6.5, vtkTopologyOptimize::SENSITIVITY_FILTER),
    "Filter radius is 6.5, but the part is only 6 long"));
  EXPECT_TRUE(contains(warningOf(60.0, vtkTopologyOptimize::DENSITY_FILTER), "only 6 long"));
  EXPECT_EQ(warningOf(60.0, vtkTopologyOptimize::NO_FILTER), "");
}

TEST(TopologyRefusal, WritesASmallResidualSoThatItCanBeRead)
{
  auto filter = filterOf(hexahedra());
  filter->SetMaximumIterations(0);
  filter->SetSolverTolerance(1e-30);
  filter->SetSolverMaximumIterations(100);
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->Update(FinalDesign);
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_TRUE(contains(warnings.text(), "e-")) << warnings.text();
  EXPECT_FALSE(contains(warnings.text(), "0.000000")) << warnings.text();
}

TEST(TopologyRefusal, RefusesAFlatImage)
{
  auto input = image();
  input->SetDimensions(28, 4, 1);
  auto filter = filterOf(input);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "28 x 4 x 1")) << errors.text();
}

TEST(TopologyRefusal, RefusesOtherKindsOfData)
{
  vtkNew<vtkStructuredGrid> input;
  auto filter = filterOf(nullptr);
  filter->SetInputData(input);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "vtkStructuredGrid")) << errors.text();
}

TEST(TopologyRefusal, RefusesBlocks)
{
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, hexahedra());
  blocks->SetBlock(1, hexahedra());
  auto filter = filterOf(nullptr);
  filter->SetInputDataObject(blocks);
  Errors errors(filter);
  filter->Update();
  filter->Update(FinalDesign);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Merge Blocks")) << errors.text();
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 0);

  filter->SetInputDataObject(hexahedra());
  filter->SetMaximumIterations(0);
  filter->Update(FinalDesign);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_EQ(filter->GetOutput(FinalDesign)->GetNumberOfCells(), 54);
}
}
