// Tests of a background run that is paused, stopped, changed or made invalid, and continues.

#include "LiveHost.h"

#include "vtkDataSetAttributes.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace trabecula::testing
{
TEST(TopologyLive, APauseLastsOverChangesAndErrors)
{
  auto filter = makeLongFilter();
  LiveHost host(filter);
  Errors errors(filter);
  update(filter, Iterations, 0.0);
  host.pollUntilIteration(2);
  filter->Pause();
  host.pollUntilState(vtkTopologyOptimize::PAUSED);
  const int paused = filter->GetIterationsDone();
  filter->SetVolumeFraction(2.0);
  update(filter, Iterations, 0.0);
  host.pollUntil([&errors] { return errors.count() > 0; });
  EXPECT_EQ(filter->GetRunState(), vtkTopologyOptimize::FAILED);
  EXPECT_TRUE(filter->GetOutputDataObject(FinalDesign)->GetFieldData()->HasArray("OutOfDate"));
  EXPECT_TRUE(filter->GetOutputDataObject(Convergence)->GetFieldData()->HasArray("OutOfDate"));
  filter->SetVolumeFraction(0.4);
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::PAUSED);
  EXPECT_EQ(filter->GetIterationsDone(), paused);
  EXPECT_FALSE(filter->GetOutputDataObject(FinalDesign)->GetFieldData()->HasArray("OutOfDate"));
  EXPECT_TRUE(contains(filter->GetStatus(), "Paused"));
  filter->Resume();
  host.pollUntilIteration(paused + 2);
  EXPECT_EQ(errors.count(), 1);
}

TEST(TopologyLive, PausesStepsAndResumes)
{
  auto filter = makeLongFilter();
  LiveHost host(filter);
  update(filter, Iterations, 0.0);
  host.pollUntilIteration(2);
  EXPECT_TRUE(host.times().empty()); // while it runs
  EXPECT_GT(host.Updates, 0);
  filter->Pause();
  host.pollUntilState(vtkTopologyOptimize::PAUSED);
  const int paused = filter->GetIterationsDone();
  EXPECT_EQ(host.times(), iterationsUpTo(paused));
  EXPECT_EQ(iterationShown(filter, Iterations), paused);
  EXPECT_TRUE(contains(filter->GetStatus(), "Paused at iteration"));
  update(filter, Iterations, 1.0);
  EXPECT_EQ(iterationShown(filter, Iterations), 1);

  filter->OneStep();
  host.pollUntilIteration(paused + 1);
  host.pollUntilState(vtkTopologyOptimize::PAUSED);
  EXPECT_EQ(filter->GetIterationsDone(), paused + 1);
  filter->Resume();
  host.pollUntilIteration(paused + 3);
  filter->Stop();
  host.pollUntilState(vtkTopologyOptimize::STOPPED);
  EXPECT_EQ(filter->GetDeviceMemory(), 0.0);
  const int stopped = filter->GetIterationsDone();
  EXPECT_EQ(host.times(), iterationsUpTo(stopped));
  EXPECT_TRUE(contains(filter->GetStatus(), "Stopped at iteration"));
  filter->Resume();
  host.pollUntilIteration(stopped + 1);
  EXPECT_EQ(column(filter, "Iteration").front(), 0.0);
}

TEST(TopologyLive, ResumesOnAnImageWithHiddenCells)
{
  auto image = largeImage(20, 10, 10);
  image->AllocateCellGhostArray();
  for (vtkIdType cell = 0; cell < 40; ++cell)
  {
    image->GetCellGhostArray()->SetValue(
      image->GetNumberOfCells() / 2 - cell, vtkDataSetAttributes::HIDDENCELL);
  }
  auto filter = filterOf(image);
  filter->SetDensityChangeTolerance(0.0);
  filter->SetMaximumIterations(1000);
  filter->SetResultGeometry(vtkTopologyOptimize::AS_INPUT);
  LiveHost host(filter);
  update(filter, Iterations, 0.0);
  host.pollUntilIteration(2);
  filter->Stop();
  host.pollUntilState(vtkTopologyOptimize::STOPPED);
  const int stopped = filter->GetIterationsDone();
  for (int times = 1; times <= 2; ++times)
  {
    filter->Resume();
    EXPECT_FALSE(contains(filter->GetStatus(), "Stopped")) << filter->GetStatus();
    host.pollUntilIteration(stopped + times);
    filter->Stop();
    host.pollUntilState(vtkTopologyOptimize::STOPPED);
    for (const int port : { Iterations, FinalDesign })
    {
      auto* design = vtkImageData::SafeDownCast(filter->GetOutputDataObject(port));
      ASSERT_NE(design, nullptr);
      ASSERT_EQ(design->GetNumberOfCells(), image->GetNumberOfCells());
      EXPECT_GE(design->GetFieldData()->GetArray("Iteration")->GetTuple1(0), stopped + times);
    }
  }
}

TEST(TopologyLive, GoesOnFromThePresentDesignOrStartsOver)
{
  auto filter = makeFilter();
  LiveHost host(filter);
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  filter->SetVolumeFraction(0.5);
  update(filter, Iterations, 0.0);
  host.pollUntilIteration(2 * Steps + 1);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  EXPECT_EQ(column(filter, "Iteration"), iterationsUpTo(2 * Steps + 1));
  EXPECT_EQ(host.times(), iterationsUpTo(2 * Steps + 1));
  update(filter, Iterations, Steps + 1);
  EXPECT_LT(difference(density(filter, Iterations), expected().Densities[Steps]), 1e-10);
  EXPECT_NEAR(column(filter, "VolumeFraction").back(), 0.5, 1e-6);

  filter->SetWhenSomethingChanges(vtkTopologyOptimize::RESTART);
  filter->SetVolumeFraction(0.3);
  update(filter, Iterations, 0.0);
  host.pollUntil([&] { return filter->GetIterationsDone() == Steps; });
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  expectIterate(filter, FinalDesign, Steps);
  EXPECT_EQ(host.times(), iterationsUpTo(Steps));

  // The loads change, and with them the arrays.
  auto* input = vtkUnstructuredGrid::SafeDownCast(filter->GetInputDataObject(0, 0));
  setPointArray(input, "Force", edgeForces(1, -1.0));
  filter->SetWhenSomethingChanges(vtkTopologyOptimize::GO_ON);
  update(filter, Iterations, 0.0);
  host.pollUntilIteration(2 * Steps + 1);
  EXPECT_EQ(pointValues(filter->GetOutput(FinalDesign), "Force"), edgeForces(1, -1.0));
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  update(filter, Iterations, 2.0); // earlier iterations keep their loads
  EXPECT_EQ(pointValues(filter->GetOutput(Iterations), "Force"), edgeForces(2, -1.0));
}

TEST(TopologyLive, MoreIterationsAndLessToShow)
{
  auto filter = makeFilter();
  LiveHost host(filter);
  filter->SetMaximumIterations(4);
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  filter->SetDensityThreshold(0.3);
  update(filter, Iterations, 0.0);
  const std::vector<double> shown = density(filter, Iterations);
  ASSERT_FALSE(shown.empty());
  EXPECT_GE(*std::min_element(shown.begin(), shown.end()), 0.3);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 5);
  filter->SetDensityThreshold(0.0);
  filter->SetMaximumIterations(Steps);
  update(filter, FinalDesign);
  host.pollUntilIteration(Steps);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  expectIterate(filter, FinalDesign, Steps);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
}

TEST(TopologyLive, AMistakeIsReportedOnceAndCostsNothing)
{
  auto filter = makeFilter();
  Errors errors(filter);
  LiveHost host(filter);
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);

  // An error that the library detects in its thread.
  filter->SetVolumeFraction(2.0);
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FAILED);
  update(filter, FinalDesign);
  update(filter, Convergence);
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_TRUE(contains(errors.text(), "olume fraction"));
  EXPECT_TRUE(contains(filter->GetStatus(), "Error: "));
  expectIterate(filter, FinalDesign, Steps);

  // An error that the filter detects.
  filter->SetVolumeFraction(0.3);
  filter->AddForceArray("Absent");
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FAILED);
  update(filter, FinalDesign);
  EXPECT_EQ(errors.count(), 2) << errors.text();
  expectIterate(filter, FinalDesign, Steps);

  // After the correction all results are still available.
  filter->ClearForceArrays();
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  expectIterate(filter, FinalDesign, Steps);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
  EXPECT_EQ(errors.count(), 2) << errors.text();
}

TEST(TopologyLive, ABadFirstProblemShowsNothing)
{
  auto filter = makeFilter();
  Errors errors(filter);
  LiveHost host(filter);
  filter->AddForceArray("Absent");
  update(filter, Iterations, 0.0);
  EXPECT_EQ(filter->GetRunState(), vtkTopologyOptimize::FAILED);
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_EQ(filter->GetOutput(Iterations)->GetNumberOfCells(), 0);
  EXPECT_EQ(filter->GetIterationsDone(), -1);
  filter->ClearForceArrays();
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  expectIterate(filter, FinalDesign, Steps);
}

TEST(TopologyLive, AMistakeWhileItIsStoppedIsReportedByResume)
{
  auto filter = makeLongFilter();
  Errors errors(filter);
  LiveHost host(filter);
  update(filter, Iterations, 0.0);
  host.pollUntilIteration(1);
  filter->Stop();
  host.pollUntilState(vtkTopologyOptimize::STOPPED);
  const int stopped = filter->GetIterationsDone();
  filter->AddForceArray("Absent");
  filter->Resume();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_EQ(filter->GetRunState(), vtkTopologyOptimize::FAILED);
  EXPECT_EQ(filter->GetIterationsDone(), stopped);
  filter->ClearForceArrays();
  filter->Resume();
  host.pollUntilIteration(stopped + 1);
  EXPECT_EQ(errors.count(), 1) << errors.text();
}
}
