// Tests that one error yields one message: filters downstream of a failed filter state its error
// without an error event of their own, and VTK adds none.

#include "TopologyTestInput.h"
#include "vtkBodyAnalysis.h"
#include "vtkElasticAnalysis.h"
#include "vtkMechanicalLoad.h"
#include "vtkMechanicalSupport.h"
#include "vtkTopologyBenchmark.h"
#include "vtkTopologyOptimize.h"
#include "vtkTopologySurface.h"
#include "vtkVoxelizeSurface.h"

#include "vtkCellArray.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkOutputWindow.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkSphereSource.h"

#include <gtest/gtest.h>

#include <string>

namespace trabecula::testing
{
namespace
{
/// Counts all errors, including those of executives, which are not reported to observers of a
/// filter.
class CountingWindow : public vtkOutputWindow
{
public:
  static CountingWindow* New();
  vtkTypeMacro(CountingWindow, vtkOutputWindow);

  void DisplayErrorText(const char* text) override
  {
    ++this->Count;
    this->Text += text;
  }

  int Count = 0;
  std::string Text;
};
vtkStandardNewMacro(CountingWindow);

class FailedInput : public ::testing::Test
{
protected:
  void SetUp() override { vtkOutputWindow::SetInstance(this->Window); }
  void TearDown() override { vtkOutputWindow::SetInstance(this->Before); }

  vtkSmartPointer<vtkOutputWindow> Before = vtkOutputWindow::GetInstance();
  vtkNew<CountingWindow> Window;
};

/// A pipeline of all kinds of filters downstream of a surface.
struct Pipeline
{
  explicit Pipeline(vtkPolyData* surface)
  {
    voxels->SetInputData(surface);
    voxels->SetCells(16);
    support->SetInputConnection(voxels->GetOutputPort());
    load->SetInputConnection(support->GetOutputPort());
    analysis->SetInputConnection(load->GetOutputPort());
    optimization->SetInputConnection(load->GetOutputPort());
    optimization->SetMaximumIterations(2);
    result->SetInputConnection(optimization->GetOutputPort(vtkTopologyOptimize::FINAL_DESIGN));
    body->SetInputConnection(optimization->GetOutputPort(vtkTopologyOptimize::FINAL_DESIGN));
    body->SetInputConnection(1, result->GetOutputPort());
  }

  void update()
  {
    for (vtkAlgorithm* last : { static_cast<vtkAlgorithm*>(analysis.Get()),
           static_cast<vtkAlgorithm*>(result.Get()), static_cast<vtkAlgorithm*>(body.Get()) })
    {
      last->Update();
      last->Update(); // views update repeatedly, too
    }
  }

  vtkNew<vtkVoxelizeSurface> voxels;
  vtkNew<vtkMechanicalSupport> support;
  vtkNew<vtkMechanicalLoad> load;
  vtkNew<vtkElasticAnalysis> analysis;
  vtkNew<vtkTopologyOptimize> optimization;
  vtkNew<vtkTopologySurface> result;
  vtkNew<vtkBodyAnalysis> body;
};

vtkSmartPointer<vtkPolyData> sphere()
{
  vtkNew<vtkSphereSource> source;
  source->SetThetaResolution(24);
  source->SetPhiResolution(24);
  source->Update();
  return source->GetOutput();
}

/// Returns a sphere without its first triangle.
vtkSmartPointer<vtkPolyData> openSphere()
{
  vtkSmartPointer<vtkPolyData> surface = sphere();
  vtkNew<vtkCellArray> rest;
  vtkNew<vtkIdList> points;
  for (vtkIdType cell = 1; cell < surface->GetNumberOfCells(); ++cell)
  {
    surface->GetCellPoints(cell, points);
    rest->InsertNextCell(points);
  }
  surface->SetPolys(rest);
  return surface;
}
}

TEST_F(FailedInput, OneCauseIsOneMessage)
{
  Pipeline pipeline(openSphere());
  pipeline.update();

  EXPECT_EQ(Window->Count, 1) << Window->Text;
  const std::string cause = pipeline.voxels->GetErrorMessage();
  EXPECT_NE(cause.find("not closed"), std::string::npos) << cause;
  for (vtkTrabeculaAlgorithm* filter :
    { static_cast<vtkTrabeculaAlgorithm*>(pipeline.support.Get()),
      static_cast<vtkTrabeculaAlgorithm*>(pipeline.load.Get()),
      static_cast<vtkTrabeculaAlgorithm*>(pipeline.analysis.Get()),
      static_cast<vtkTrabeculaAlgorithm*>(pipeline.optimization.Get()),
      static_cast<vtkTrabeculaAlgorithm*>(pipeline.result.Get()),
      static_cast<vtkTrabeculaAlgorithm*>(pipeline.body.Get()) })
  {
    const std::string message =
      "There is no input: VoxelizeSurface has ended with an error: " + cause;
    EXPECT_EQ(std::string(filter->GetErrorMessage()), message) << filter->GetClassName();
    EXPECT_EQ(std::string(filter->GetStatus()), "Error: " + message) << filter->GetClassName();
  }
}

TEST_F(FailedInput, IsForgottenOnceItIsMended)
{
  Pipeline pipeline(openSphere());
  pipeline.update();
  pipeline.voxels->SetInputData(sphere());
  pipeline.update();

  EXPECT_EQ(Window->Count, 1) << Window->Text;
  EXPECT_EQ(std::string(pipeline.result->GetErrorMessage()), "");
  EXPECT_EQ(std::string(pipeline.analysis->GetErrorMessage()), "");
  EXPECT_GT(
    vtkPolyData::SafeDownCast(pipeline.result->GetOutputDataObject(0))->GetNumberOfCells(), 0);
}

// Earlier results of filters downstream remain and are marked.
TEST_F(FailedInput, LeavesEarlierResults)
{
  Pipeline pipeline(sphere());
  pipeline.update();
  ASSERT_EQ(Window->Count, 0) << Window->Text;
  const vtkIdType triangles =
    vtkPolyData::SafeDownCast(pipeline.result->GetOutputDataObject(0))->GetNumberOfCells();

  pipeline.optimization->SetFilterRadius(-1.0);
  pipeline.update();

  EXPECT_EQ(Window->Count, 1) << Window->Text;
  auto* surface = vtkPolyData::SafeDownCast(pipeline.result->GetOutputDataObject(0));
  EXPECT_EQ(surface->GetNumberOfCells(), triangles);
  EXPECT_TRUE(surface->GetFieldData()->HasArray("OutOfDate"));
}

TEST_F(FailedInput, MayBeThatOfASource)
{
  vtkNew<vtkTopologyBenchmark> source;
  source->SetResolution(-3);
  vtkNew<vtkTopologyOptimize> optimization;
  optimization->SetInputConnection(source->GetOutputPort());
  optimization->Update();

  EXPECT_EQ(Window->Count, 1) << Window->Text;
  const std::string message = optimization->GetErrorMessage();
  EXPECT_EQ(message.rfind("There is no input: TopologyBenchmark has ended", 0), 0U) << message;
}
}
