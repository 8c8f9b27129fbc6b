// A run in the background, as one who hosts it sees it: updates do not wait, and the host polls.

#include "ResultMarks.h"
#include "TopologyPipelineFixture.h"

#include "vtkTopologySurface.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkWeakPointer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <iterator>
#include <thread>

namespace trabecula::testing
{
namespace
{
/// What ParaView's window does with a live source.
class Host
{
public:
  explicit Host(vtkTopologyOptimize* filter) : Filter(filter)
  {
    filter->AllowLive();
    filter->LiveOn();
  }

  /// Polls, and updates when there is news, until a condition holds.
  void pollUntil(const std::function<bool()>& condition)
  {
    const auto start = std::chrono::steady_clock::now();
    while (!condition())
    {
      ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
      if (this->Filter->GetNeedsUpdate())
      {
        update(this->Filter, Iterations, this->Time);
        update(this->Filter, Convergence);
        ++this->Updates;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    this->Filter->GetNeedsUpdate();
    update(this->Filter, Iterations, this->Time);
    update(this->Filter, FinalDesign);
    update(this->Filter, Convergence);
  }
  void pollUntilState(int state)
  {
    this->pollUntil([this, state] { return this->Filter->GetRunState() == state; });
  }
  void pollUntilIteration(int number)
  {
    this->pollUntil([this, number] { return this->Filter->GetIterationsDone() >= number; });
  }
  std::vector<double> times()
  {
    this->Filter->UpdateInformation();
    using SDDP = vtkStreamingDemandDrivenPipeline;
    vtkInformation* info = this->Filter->GetOutputInformation(Iterations);
    const double* steps = info->Get(SDDP::TIME_STEPS());
    return info->Has(SDDP::TIME_STEPS())
      ? std::vector<double>(steps, steps + info->Length(SDDP::TIME_STEPS()))
      : std::vector<double>();
  }

  double Time = 0.0;
  int Updates = 0;

private:
  vtkTopologyOptimize* Filter;
};

std::vector<double> upTo(int last)
{
  std::vector<double> result;
  for (int i = 0; i <= last; ++i)
  {
    result.push_back(i);
  }
  return result;
}

/// Long enough to be caught while it runs.
vtkSmartPointer<vtkTopologyOptimize> makeLongFilter()
{
  auto filter = filterOf(largeImage(20, 10, 10));
  filter->SetDensityChangeTolerance(0.0);
  filter->SetMaximumIterations(1000);
  return filter;
}
}

TEST(TopologyLive, StatusHistoryAndActivityAreOfOneIteration)
{
  auto filter = makeLongFilter();
  Host host(filter);
  update(filter, Iterations, 0.0);
  const auto agree = [&]
  {
    filter->Poll(); // without an update, as long as it may take
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
  Host host(filter);
  EXPECT_EQ(filter->GetRunState(), vtkTopologyOptimize::IDLE);
  EXPECT_TRUE(host.times().empty());
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  expectIterate(filter, FinalDesign, Steps);
  expectIterate(filter, Iterations, Steps); // it looks on: no other time has been asked for
  EXPECT_EQ(column(filter, "Iteration"), upTo(Steps));
  EXPECT_EQ(filter->GetIterationsDone(), Steps);
  EXPECT_EQ(filter->GetIterationsLeft(), 0);
  EXPECT_EQ(filter->GetCompliance(), expected().Records.back()["Compliance"]);
  EXPECT_GT(filter->GetDeviceMemory(), 0.0);
  EXPECT_GT(filter->GetFilterRadiusUsed(), 0.0);
  EXPECT_TRUE(contains(filter->GetStatus(), "At iteration 8 of 8."));

  // The iterations that are there are times.
  EXPECT_EQ(host.times(), upTo(Steps));
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
  Host host(filter);
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

TEST(TopologyLive, APauseLastsOverChangesAndErrors)
{
  auto filter = makeLongFilter();
  Host host(filter);
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
  Host host(filter);
  host.pollUntilIteration(1);
  filter->Pause();
  host.pollUntilState(vtkTopologyOptimize::PAUSED);
  surface->Update();
  EXPECT_GT(surface->GetOutput()->GetNumberOfCells(), 0);
  EXPECT_EQ(errors.count(), 0) << errors.text();
}

TEST(TopologyLive, PausesStepsAndResumes)
{
  auto filter = makeLongFilter();
  Host host(filter);
  update(filter, Iterations, 0.0);
  host.pollUntilIteration(2);
  EXPECT_TRUE(host.times().empty()); // while it runs
  EXPECT_GT(host.Updates, 0);
  filter->Pause();
  host.pollUntilState(vtkTopologyOptimize::PAUSED);
  const int paused = filter->GetIterationsDone();
  EXPECT_EQ(host.times(), upTo(paused));
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
  EXPECT_EQ(host.times(), upTo(stopped));
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
  Host host(filter);
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
  Host host(filter);
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  filter->SetVolumeFraction(0.5);
  update(filter, Iterations, 0.0);
  host.pollUntilIteration(2 * Steps + 1);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  EXPECT_EQ(column(filter, "Iteration"), upTo(2 * Steps + 1));
  EXPECT_EQ(host.times(), upTo(2 * Steps + 1));
  update(filter, Iterations, Steps + 1);
  EXPECT_LT(difference(density(filter, Iterations), expected().Densities[Steps]), 1e-10);
  EXPECT_NEAR(column(filter, "VolumeFraction").back(), 0.5, 1e-6);

  filter->SetWhenSomethingChanges(vtkTopologyOptimize::RESTART);
  filter->SetVolumeFraction(0.3);
  update(filter, Iterations, 0.0);
  host.pollUntil([&] { return filter->GetIterationsDone() == Steps; });
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  expectIterate(filter, FinalDesign, Steps);
  EXPECT_EQ(host.times(), upTo(Steps));

  // Other loads, and other arrays with them.
  auto* input = vtkUnstructuredGrid::SafeDownCast(filter->GetInputDataObject(0, 0));
  setPointArray(input, "Force", edgeForces(1, -1.0));
  filter->SetWhenSomethingChanges(vtkTopologyOptimize::GO_ON);
  update(filter, Iterations, 0.0);
  host.pollUntilIteration(2 * Steps + 1);
  EXPECT_EQ(pointValues(filter->GetOutput(FinalDesign), "Force"), edgeForces(1, -1.0));
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  update(filter, Iterations, 2.0); // what was computed before keeps its loads
  EXPECT_EQ(pointValues(filter->GetOutput(Iterations), "Force"), edgeForces(2, -1.0));
}

TEST(TopologyLive, MoreIterationsAndLessToShow)
{
  auto filter = makeFilter();
  Host host(filter);
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

TEST(TopologyLive, KeepsWhatFitsTheCache)
{
  auto filter = makeFilter();
  Host host(filter);
  filter->SetCacheSize(0);
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);
  EXPECT_EQ(host.times(), std::vector<double>{ Steps });
  EXPECT_EQ(column(filter, "Iteration"), upTo(Steps));
  expectIterate(filter, FinalDesign, Steps);
}

TEST(TopologyLive, AMistakeIsReportedOnceAndCostsNothing)
{
  auto filter = makeFilter();
  Errors errors(filter);
  Host host(filter);
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FINISHED);

  // One that the library finds, in its thread.
  filter->SetVolumeFraction(2.0);
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FAILED);
  update(filter, FinalDesign);
  update(filter, Convergence);
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_TRUE(contains(errors.text(), "olume fraction"));
  EXPECT_TRUE(contains(filter->GetStatus(), "Error: "));
  expectIterate(filter, FinalDesign, Steps);

  // One that the filter finds.
  filter->SetVolumeFraction(0.3);
  filter->AddForceArray("Absent");
  update(filter, Iterations, 0.0);
  host.pollUntilState(vtkTopologyOptimize::FAILED);
  update(filter, FinalDesign);
  EXPECT_EQ(errors.count(), 2) << errors.text();
  expectIterate(filter, FinalDesign, Steps);

  // Put right, everything is still there.
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
  Host host(filter);
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
  Host host(filter);
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

TEST(TopologyLive, CanBeSwitchedOffAndOn)
{
  auto filter = makeFilter();
  Host host(filter);
  update(filter, Iterations, 0.0);
  filter->LiveOff();
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, Steps);
  EXPECT_EQ(host.times(), upTo(Steps));
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
  std::ptrdiff_t before = 0; // with the threads that OpenMP and VTK keep after the first run
  for (int milliseconds = 0; milliseconds < 50; milliseconds += 5)
  {
    vtkWeakPointer<vtkTopologyOptimize> deleted;
    {
      auto filter = makeLongFilter();
      deleted = filter;
      Errors errors(filter);
      Host host(filter);
      update(filter, Iterations, 0.0);
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      filter->GetNeedsUpdate();
      EXPECT_EQ(errors.count(), 0) << errors.text();
    }
    EXPECT_EQ(deleted, nullptr);
    for (int i = 0; i < 500 && (milliseconds == 0 ? i < 20 : threads() > before); ++i)
    {
      std::this_thread::sleep_for(std::chrono::milliseconds(10)); // for those that are ending
    }
    before = milliseconds == 0 ? threads() : before;
    EXPECT_LE(threads(), before);
  }
}
}
