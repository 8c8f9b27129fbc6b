#include "BodyAnalysisTestInput.h"
#include "TopologyPipelineFixture.h"

#include "vtkBodyAnalysis.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"

#include <gtest/gtest.h>

namespace trabecula::testing
{
TEST(BodyAnalysis, SaysWhichInputIsMissing)
{
  vtkNew<vtkBodyAnalysis> filter;
  Errors errors(filter);
  filter->SetInputDataObject(0, design());
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Topology Surface")) << errors.text();
  errors.clear();
  filter->SetInputDataObject(0, cube({ 0, 6, 0, 3, 0, 3 }));
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Final design")) << errors.text();
  errors.clear();
  filter->SetInputDataObject(0, design());
  filter->AddInputDataObject(0, design());
  filter->SetInputDataObject(1, cube({ 0, 6, 0, 3, 0, 3 }));
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "two designs")) << errors.text();
}

TEST(BodyAnalysis, BadInputIsNamedAndTheLastResultStays)
{
  auto filter = analysisOf(design(), cube({ 0, 6, 0, 3, 0, 3 }));
  Errors errors(filter);
  filter->Update();
  const double compliance = filter->GetBodyCompliance();
  const auto expectRefusal = [&](const std::string& text)
  {
    filter->Update();
    EXPECT_EQ(errors.count(), 1) << text;
    EXPECT_TRUE(contains(errors.text(), text)) << errors.text();
    EXPECT_TRUE(contains(filter->GetStatus(), "Error: "));
    EXPECT_EQ(filter->GetOutput()->GetNumberOfCells(), 54);
    EXPECT_EQ(measure(filter, "Compliance", 0), compliance);
    errors.clear();
  };
  vtkNew<vtkPolyData> nothing;
  filter->SetInputDataObject(1, nothing);
  expectRefusal("no polygons");
  auto open = cube({ 0, 6, 0, 3, 0, 3 });
  open->BuildLinks();
  open->DeleteCell(2);
  open->RemoveDeletedCells();
  filter->SetInputDataObject(1, open);
  expectRefusal("not closed: it has 4 open edges");
  filter->SetInputDataObject(1, cube({ 10, 12, 0, 3, 0, 3 }));
  expectRefusal("encloses nothing of the design's mesh");
  filter->SetInputDataObject(1, cube({ 0, 4, 0, 3, 0, 3 }));
  expectRefusal("no material at node");
  filter->SetInputDataObject(1, cube({ 3, 6, 0, 3, 0, 3 }));
  expectRefusal("hang together with any support");

  filter->SetInputDataObject(1, cube({ 0, 6, 0, 3, 0, 3 }));
  filter->SetInputDataObject(0, hexahedra());
  expectRefusal("Density");
  auto tooDense = design(1.5);
  filter->SetInputDataObject(0, tooDense);
  expectRefusal("1.5 in cell 0");
  auto unloaded = design();
  unloaded->GetPointData()->RemoveArray("Force");
  filter->SetInputDataObject(0, unloaded);
  expectRefusal("no load");
  auto trimmed = design();
  vtkNew<vtkDoubleArray> threshold;
  threshold->SetName("DensityThreshold");
  threshold->InsertNextValue(0.3);
  trimmed->GetFieldData()->AddArray(threshold);
  filter->SetInputDataObject(0, trimmed);
  expectRefusal("Density Threshold");
  filter->SetInputDataObject(0, design());
  filter->SetYoungsModulus(-1.0);
  expectRefusal("Young's");
  filter->SetYoungsModulus(1.0);
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
}

TEST(BodyAnalysis, RefusesBlocks)
{
  const auto part = design();
  const auto surface = cube({ 0, 6, 0, 3, 0, 3 });
  for (const int port : { 0, 1 })
  {
    auto filter = analysisOf(part, surface);
    Errors errors(filter);
    vtkNew<vtkMultiBlockDataSet> blocks;
    for (const unsigned int block : { 0U, 1U })
    {
      blocks->SetBlock(block, filter->GetInputDataObject(port, 0));
    }
    filter->SetInputDataObject(port, blocks);
    filter->Update();
    EXPECT_EQ(errors.count(), 1);
    EXPECT_TRUE(contains(errors.text(), "Extract Block")) << errors.text();
    filter->SetInputDataObject(0, part);
    filter->SetInputDataObject(1, surface);
    filter->Update();
    EXPECT_EQ(errors.count(), 1) << errors.text();
    EXPECT_NEAR(measure(filter, "Compliance", 2), 1.0, 1e-6);
  }
}

TEST(BodyAnalysis, SaysWhatLiesOutsideOfTheMesh)
{
  auto filter = analysisOf(design(), cube({ 0, 6, 0, 3, 0, 6 }));
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->Update();
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_TRUE(contains(warnings.text(), "encloses 108, of which the mesh has 54"))
    << warnings.text();
}

TEST(BodyAnalysis, StopsAndKeepsTheLastResult)
{
  auto filter = analysisOf(design(), cube({ 0, 6, 0, 3, 0, 3 }));
  filter->Update();
  filter->SetInputDataObject(0, design(0.5));
  Watcher watcher(filter, "Reading design and surface");
  filter->Update();
  EXPECT_TRUE(contains(filter->GetStatus(), "Stopped")) << filter->GetStatus();
  EXPECT_EQ(filter->GetAbortExecute(), 0);
  EXPECT_NEAR(measure(filter, "Compliance", 2), 1.0, 1e-9);
  filter->RemoveObservers(vtkCommand::ProgressEvent);
  filter->Continue();
  filter->Update();
  EXPECT_NEAR(measure(filter, "Volume", 2), 2.0, 1e-9);
}
}
