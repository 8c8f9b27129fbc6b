// Tests of progress, and of a run that is stopped and continued.

#include "TopologyPipelineFixture.h"

#include "vtkCallbackCommand.h"
#include "vtkCommand.h"
#include "vtkNew.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace trabecula::testing
{
TEST(TopologyStop, ReportsProgress)
{
  auto filter = makeFilter();
  Watcher watcher(filter, "");
  update(filter, FinalDesign);
  EXPECT_TRUE(std::is_sorted(watcher.Progress.begin(), watcher.Progress.end()));
  EXPECT_EQ(watcher.Progress.front(), 0.0);
  EXPECT_EQ(watcher.Progress.back(), 1.0);
  char text[128];
  const IterationRecord& record = expected().Records[5];
  std::snprintf(text, sizeof(text), "Iteration 5 of 8: compliance %.4g, %d solver iterations",
    record["Compliance"], record.solverIterations());
  EXPECT_NE(std::find(watcher.Texts.begin(), watcher.Texts.end(), text), watcher.Texts.end())
    << text;
}

TEST(TopologyStop, AStoppedRunKeepsWhatItHasAndGoesOn)
{
  auto filter = makeFilter();
  Errors errors(filter);
  {
    Watcher watcher(filter, "Iteration 3 ");
    update(filter, FinalDesign);
    expectIterate(filter, FinalDesign, 3);
    EXPECT_NE(std::string(filter->GetStatus()).find("Stopped at iteration 3"), std::string::npos);
    filter->RemoveObservers(vtkCommand::ProgressEvent);
  }
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 4);
  EXPECT_EQ(filter->GetAbortExecute(), 0);

  // Updates of other outputs of the filter do not restart it.
  update(filter, Convergence);
  EXPECT_EQ(column(filter, "Iteration").size(), 4);
  update(filter, FinalDesign);
  update(filter, Iterations, 2);
  expectIterate(filter, Iterations, 2);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 4);
  filter->SetDensityThreshold(0.1);
  update(filter, FinalDesign);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 4);
  filter->SetDensityThreshold(0.0);
  update(filter, FinalDesign);

  // A request for another iteration continues the run, and so does Continue().
  update(filter, Iterations, 5);
  expectIterate(filter, Iterations, 5);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 6);
  filter->Continue();
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, Steps);
  update(filter, Convergence);
  EXPECT_EQ(column(filter, "Iteration").size(), Steps + 1);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
  EXPECT_EQ(errors.count(), 0);
}

TEST(TopologyStop, AnotherInputAfterAStopIsComputed)
{
  auto filter = makeFilter();
  Watcher watcher(filter, "Iteration 3 ");
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, 3);
  filter->RemoveObservers(vtkCommand::ProgressEvent);
  auto* input = vtkUnstructuredGrid::SafeDownCast(filter->GetInputDataObject(0, 0));
  setPointArray(input, "Force", edgeForces(1, -1.0));
  update(filter, FinalDesign);
  EXPECT_EQ(iterationShown(filter, FinalDesign), Steps);
}

TEST(TopologyStop, AnAbortFlagLeftOverDoesNotStopTheNextRun)
{
  auto filter = makeFilter();
  filter->SetAbortExecute(1);
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, Steps);
}

TEST(TopologyStop, StoppedBeforeTheFirstIterationShowsNothingWrong)
{
  auto filter = makeFilter();
  Errors errors(filter);
  {
    Watcher watcher(filter, "");
    watcher.StopAt = " "; // never
    vtkNew<vtkCallbackCommand> stop;
    stop->SetCallback([](vtkObject* caller, unsigned long, void*, void*)
      { static_cast<vtkTopologyOptimize*>(caller)->SetAbortExecute(1); });
    filter->AddObserver(vtkCommand::ProgressEvent, stop);
    update(filter, FinalDesign);
    filter->RemoveObservers(vtkCommand::ProgressEvent);
  }
  EXPECT_EQ(filter->GetOutput(FinalDesign)->GetNumberOfCells(), 0);
  EXPECT_NE(std::string(filter->GetStatus()).find("Stopped"), std::string::npos);
  EXPECT_EQ(errors.count(), 0);
  filter->Modified();
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, Steps);
}
}
