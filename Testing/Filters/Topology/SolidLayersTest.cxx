// Tests of cells at loads and supports that remain solid, through the pipeline.

#include "TopologyTestInput.h"
#include "vtkIsogeometricLevelSet.h"
#include "vtkMeshfreeTopologyOptimize.h"
#include "vtkNurbsPatch.h"
#include "vtkTopologyBenchmark.h"
#include "vtkTopologyOptimize.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace trabecula::testing
{
namespace
{
constexpr int FinalDesign = vtkOptimizationAlgorithm::FINAL_DESIGN;

/// Returns 16 x 8 x 8 voxels with 64 cells at the held side and 8 at the loaded edge.
vtkSmartPointer<vtkImageData> userImage()
{
  auto data = largeImage(16, 8, 8);
  data->GetFieldData()->RemoveArray("SolidLayers"); // the test input states none
  std::vector<double> forces(3 * static_cast<std::size_t>(data->GetNumberOfPoints()), 0.0);
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    double x[3];
    data->GetPoint(i, x);
    forces[3 * static_cast<std::size_t>(i) + 2] = x[0] == 16.0 && x[2] == 0.0 ? -1.0 : 0.0;
  }
  setPointArray(data, "Force", forces);
  return data;
}

vtkSmartPointer<vtkTopologyOptimize> optimize(vtkDataSet* data, int layers)
{
  auto filter = vtkSmartPointer<vtkTopologyOptimize>::New();
  filter->SetInputData(data);
  filter->SetMaximumIterations(5);
  filter->SetSolidLayers(layers);
  filter->Update(FinalDesign);
  return filter;
}

std::ptrdiff_t solidCells(vtkOptimizationAlgorithm* filter)
{
  const std::vector<double> densities = density(filter, FinalDesign);
  return std::count(densities.begin(), densities.end(), 1.0);
}
}

TEST(SolidLayers, OneLayerByDefault)
{
  auto filter = optimize(userImage(), vtkTopologyOptimize::AUTOMATIC_LAYERS);
  EXPECT_TRUE(contains(filter->GetStatus(), "Kept solid at loads and supports: 72 cells."))
    << filter->GetStatus();
  EXPECT_GE(solidCells(filter), 72);
  const std::vector<double> densities = density(filter, FinalDesign);
  for (int k = 0; k < 8; ++k)
  {
    for (int j = 0; j < 8; ++j)
    {
      EXPECT_EQ(densities[std::size_t(16 * (j + 8 * k))], 1.0);
    }
  }
  filter->SetSolidLayers(2);
  filter->Update(FinalDesign);
  EXPECT_TRUE(contains(filter->GetStatus(), ": 160 cells.")) << filter->GetStatus();
  filter->SetSolidLayers(vtkTopologyOptimize::NO_LAYERS);
  filter->Update(FinalDesign);
  EXPECT_FALSE(contains(filter->GetStatus(), "Kept solid")) << filter->GetStatus();
}

TEST(SolidLayers, PublishedExamplesDesignAllCells)
{
  vtkNew<vtkTopologyBenchmark> example;
  example->SetResolution(8);
  example->Update();
  auto published = optimize(example->GetOutput(), vtkTopologyOptimize::AUTOMATIC_LAYERS);
  auto none = optimize(example->GetOutput(), vtkTopologyOptimize::NO_LAYERS);
  EXPECT_EQ(published->GetCompliance(), none->GetCompliance());
  auto kept = optimize(example->GetOutput(), 1);
  EXPECT_NE(published->GetCompliance(), kept->GetCompliance());
}

TEST(SolidLayers, TheDefaultLeavesMostOfTheVolumeToTheDesign)
{
  // The cells at the held side are a sixth of all cells, which exceeds half of 0.3.
  const auto data = hexahedra();
  data->GetFieldData()->RemoveArray("SolidLayers");
  auto filter = optimize(data, vtkTopologyOptimize::AUTOMATIC_LAYERS);
  EXPECT_TRUE(contains(filter->GetStatus(), "Loads and supports are not kept solid"))
    << filter->GetStatus();
  filter->SetVolumeFraction(0.6);
  filter->Update(FinalDesign);
  EXPECT_TRUE(contains(filter->GetStatus(), "Kept solid")) << filter->GetStatus();
}

TEST(SolidLayers, RefusesWhatIsNoNumberOfLayers)
{
  const auto data = userImage();
  vtkNew<vtkIntArray> layers;
  layers->SetName("SolidLayers");
  layers->InsertNextValue(-2);
  data->GetFieldData()->AddArray(layers);
  auto filter = vtkSmartPointer<vtkTopologyOptimize>::New();
  filter->SetInputData(data);
  Errors errors(filter);
  filter->Update(FinalDesign);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "SolidLayers")) << errors.text();
}

TEST(SolidLayers, OfNodesAndOfControlPoints)
{
  vtkNew<vtkMeshfreeTopologyOptimize> meshfree;
  meshfree->SetInputData(userImage());
  meshfree->SetMaximumIterations(1);
  meshfree->Update(FinalDesign);
  EXPECT_TRUE(contains(meshfree->GetStatus(), "nodes.")) << meshfree->GetStatus();

  vtkNew<vtkNurbsPatch> patch;
  patch->SetPreset(vtkNurbsPatch::CANTILEVER);
  patch->SetElements(32, 16, 1);
  vtkNew<vtkIsogeometricLevelSet> levelSet;
  levelSet->SetInputConnection(patch->GetOutputPort());
  levelSet->SetMaximumIterations(2);
  levelSet->Update(FinalDesign);
  EXPECT_FALSE(contains(levelSet->GetStatus(), "Kept solid")) << levelSet->GetStatus();
  levelSet->SetSolidLayers(1);
  levelSet->Update(FinalDesign);
  EXPECT_TRUE(contains(levelSet->GetStatus(), "control points.")) << levelSet->GetStatus();

  // A body is not a published example: its cells at the loaded side and the support, an eighth of
  // it, remain solid.
  vtkNew<vtkNurbsPatch> body;
  body->SetPreset(vtkNurbsPatch::CANTILEVER_3D);
  body->SetElements(16, 8, 8);
  vtkNew<vtkIsogeometricLevelSet> ofBody;
  ofBody->SetInputConnection(body->GetOutputPort());
  ofBody->SetVolumeFraction(0.4);
  ofBody->SetMaximumIterations(1);
  ofBody->Update(FinalDesign);
  EXPECT_TRUE(contains(ofBody->GetStatus(), "400 control points.")) << ofBody->GetStatus();
}
}
