// Tests of the outputs of a background run over time.

#include "LiveHost.h"
#include "ResultMarks.h"

#include "vtkTopologySurface.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkWeakPointer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <thread>

namespace trabecula::testing
{
TEST(TopologyLive, StatusHistoryAndActivityAreOfOneIteration)
{
  auto filter = makeLongFilter();
  LiveHost host(filter);
  update(filter, Iterations, 0.0);
  const auto agree = [&]
  {
    filter->Poll(); // without an update, however long it takes
    const std::string done = std::to_string(filter->GetIterationsDone());
    const std::string next = "Iteration " + std::to_string(filter->GetIterationsDone() + 1);
    const std::string activity = filter->GetActivity();
    if (filter->GetIterationsDone() >= 0)
    {
      EXPECT_EQ(filter->GetStatus(), "Running, at iteration " + done + " of 1000.");
      EXPECT_TRUE(activity.rfind("Iteration", 0) != 0 || activity == next ||
        activity.rfind(next + ":", 0) == 0 || activity.rfind(next + ",", 0) == 0)
        << activity << " after " << done;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return filter->GetIterationsDone() >= 30;
  };
  const auto start = std::chrono::steady_clock::now();
  while (!agree())
  {
    ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
  }
  filter->Stop();
}

TEST(TopologyLive, GivesWhatAPlainRunGives)
{
  auto filter = makeFilter();
  Errors errors(filter);
  LiveHost host(filter);
  EXPECT_EQ(filter->GetRunState(), vtkTopologyOptimize::IDLE);
  EXPECT_TRUE(host.times().empty());
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  expectIterate(filter, FinalDesign, Steps);
  // It follows the run, because no other time has been requested.
  expectIterate(filter, Iterations, Steps);
  EXPECT_EQ(column(filter, "Iteration"), iterationsUpTo(Steps));
  EXPECT_EQ(filter->GetIterationsDone(), Steps);
  EXPECT_EQ(filter->GetIterationsLeft(), 0);
  EXPECT_EQ(filter->GetCompliance(), expected().Records.back()["Compliance"]);
  EXPECT_GT(filter->GetDeviceMemory(), 0.0);
  EXPECT_GT(filter->GetFilterRadiusUsed(), 0.0);
  EXPECT_TRUE(contains(filter->GetStatus(), "At iteration 8 of 8."));

  // The available iterations are time steps.
  EXPECT_EQ(host.times(), iterationsUpTo(Steps));
  for (const int step : { 3, 0, 8 })
  {
    update(filter, Iterations, step);
    expectIterate(filter, Iterations, step);
  }
  vtkDoubleArray* history = filter->GetHistory();
  ASSERT_EQ(history->GetNumberOfTuples(), Steps + 1);
  EXPECT_EQ(history->GetComponent(5, 0), 5.0);
  EXPECT_EQ(history->GetComponent(5, 1), expected().Records[5]["Compliance"]);
  vtkStringArray* columns = filter->GetHistoryColumns();
  ASSERT_EQ(columns->GetNumberOfTuples(), history->GetNumberOfComponents());
  for (vtkIdType i = 0; i < columns->GetNumberOfTuples(); ++i)
  {
    EXPECT_EQ(columns->GetValue(3 * i), history->GetComponentName(i));
  }
  EXPECT_EQ(columns->GetValue(3), "Compliance");
  EXPECT_EQ(columns->GetValue(4), "Objective");
  EXPECT_EQ(columns->GetValue(5), "Real");
  EXPECT_EQ(errors.count(), 0);
}

TEST(TopologyLive, DesignsOfARunThatGoesOnAreMarked)
{
  auto filter = makeLongFilter();
  LiveHost host(filter);
  const auto isMarked = [&](int port)
  { return filter->GetOutputDataObject(port)->GetFieldData()->HasArray(filters::InProgress) != 0; };
  update(filter, Iterations, 0.0);
  host.pollUntilIteration(2);
  EXPECT_TRUE(isMarked(Iterations));
  EXPECT_TRUE(isMarked(FinalDesign));
  filter->Pause();
  host.pollUntilState(vtkTopologyOptimize::PAUSED);
  EXPECT_FALSE(isMarked(Iterations));
  EXPECT_FALSE(isMarked(FinalDesign));
}

TEST(TopologyLive, IsPlainWhereNobodyPolls)
{
  auto filter = makeFilter();
  filter->LiveOn();
  EXPECT_FALSE(filter->IsLive());
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, Steps);
  EXPECT_FALSE(filter->GetNeedsUpdate());
  filter->Pause();
  filter->Resume();
  filter->OneStep();
  filter->Stop();
  EXPECT_EQ(filter->GetRunState(), vtkTopologyOptimize::FINISHED);
}

TEST(TopologyLive, OutputsBeforeTheFirstIterationSayThatItWillCome)
{
  auto filter = makeLongFilter();
  filter->AllowLive();
  filter->LiveOn();
  vtkNew<vtkTopologySurface> surface;
  surface->SetInputConnection(filter->GetOutputPort(FinalDesign));
  Errors errors(surface);
  surface->Update();
  EXPECT_TRUE(filter->GetOutputDataObject(FinalDesign)->GetFieldData()->HasArray("Awaited"));
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_TRUE(contains(surface->GetStatus(), "Waits")) << surface->GetStatus();
  EXPECT_TRUE(surface->GetOutput()->GetFieldData()->HasArray("Awaited"));
  LiveHost host(filter);
  host.pollUntilIteration(1);
  filter->Pause();
  host.pollUntilState(vtkTopologyOptimize::PAUSED);
  surface->Update();
  EXPECT_GT(surface->GetOutput()->GetNumberOfCells(), 0);
  EXPECT_EQ(errors.count(), 0) << errors.text();
}

TEST(TopologyLive, KeepsWhatFitsTheCache)
{
  auto filter = makeFilter();
  LiveHost host(filter);
  filter->SetCacheSize(0);
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  EXPECT_EQ(host.times(), std::vector<double>{ Steps });
  EXPECT_EQ(column(filter, "Iteration"), iterationsUpTo(Steps));
  expectIterate(filter, FinalDesign, Steps);
}

TEST(TopologyLive, CanBeSwitchedOffAndOn)
{
  auto filter = makeFilter();
  LiveHost host(filter);
  update(filter, Iterations, 0.0);
  filter->LiveOff();
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, Steps);
  EXPECT_EQ(host.times(), iterationsUpTo(Steps));
  filter->LiveOn();
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  expectIterate(filter, FinalDesign, Steps);
}

TEST(TopologyLive, CanBeDeletedAtAnyMoment)
{
  const auto threads = []
  {
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::distance(begin(tasks), end(tasks));
  };
  std::ptrdiff_t before = 0; // includes the threads that OpenMP and VTK keep after the first run
  for (int milliseconds = 0; milliseconds < 50; milliseconds += 5)
  {
    vtkWeakPointer<vtkTopologyOptimize> deleted;
    {
      auto filter = makeLongFilter();
      deleted = filter;
      Errors errors(filter);
      LiveHost host(filter);
      update(filter, Iterations, 0.0);
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      filter->GetNeedsUpdate();
      EXPECT_EQ(errors.count(), 0) << errors.text();
    }
    EXPECT_EQ(deleted, nullptr);
    for (int i = 0; i < 500 && (milliseconds == 0 ? i < 20 : threads() > before); ++i)
    {
      std::this_thread::sleep_for(std::chrono::milliseconds(10)); // lets ending threads end
    }
    before = milliseconds == 0 ? threads() : before;
    EXPECT_LE(threads(), before);
  }
}
}
