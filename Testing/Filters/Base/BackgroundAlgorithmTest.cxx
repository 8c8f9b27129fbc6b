// Tests of the background computation of vtkTrabeculaAlgorithm with a minimal filter.

#include "ResultMarks.h"
#include "TopologyTestInput.h"
#include "vtkTrabeculaAlgorithm.h"

#include "Core/Error.h"
#include "Run/RunObserver.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"
#include "vtkTrivialProducer.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace
{
using namespace std::chrono_literals;
using trabecula::RunObserver;
using trabecula::testing::Errors;
using trabecula::testing::hexahedra;

bool contains(const std::string& text, const std::string& word)
{
  return text.find(word) != std::string::npos;
}

/// Controls the work of a filter from the thread of the test.
struct Gate
{
  std::atomic<bool> isOpen = false;
  std::atomic<int> entered = 0;

  /// @return false if asked to stop
  bool pass(RunObserver& observer)
  {
    ++this->entered;
    while (!this->isOpen)
    {
      if (observer.stopRequested())
      {
        return false;
      }
      std::this_thread::sleep_for(1ms);
    }
    return true;
  }
};

/// A filter whose output is the number of its computation, which ends when a gate is opened.
class GatedFilter : public vtkTrabeculaAlgorithm
{
public:
  static GatedFilter* New();
  vtkTypeMacro(GatedFilter, vtkTrabeculaAlgorithm);

  std::shared_ptr<Gate> Door = std::make_shared<Gate>();
  std::function<void()> AfterDoor = [] {};
  int Computations = 0;
  std::thread::id Used;

  /// Returns the number of the computation that the output shows, -1 without one.
  int shown()
  {
    auto* table = vtkTable::SafeDownCast(this->GetOutputDataObject(0));
    return table->GetNumberOfRows() > 0 ? static_cast<int>(table->GetValue(0, 0).ToDouble()) : -1;
  }
  bool has(const char* mark)
  {
    return this->GetOutputDataObject(0)->GetFieldData()->HasArray(mark) != 0;
  }
  /// Polls until results or an error can be fetched. @return false if they do not come
  bool awaitNews()
  {
    for (int i = 0; i < 60000 && this->GetBackgroundPhase() != FINISHED; ++i)
    {
      this->PollBackground();
      std::this_thread::sleep_for(1ms);
    }
    return this->GetBackgroundPhase() == FINISHED;
  }

protected:
  int FillOutputPortInformation(int, vtkInformation* info) override
  {
    info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkTable");
    return 1;
  }

  Work Prepare(vtkInformationVector**, RunObserver&) override
  {
    const int number = ++this->Computations;
    return [this, number, door = this->Door, after = this->AfterDoor](
             RunObserver& observer) -> Publication
    {
      observer.progress(0.5, "At the door");
      if (!door->pass(observer))
      {
        return nullptr;
      }
      after();
      observer.message("The door was open.");
      return [this, number, used = std::this_thread::get_id()]
      {
        vtkNew<vtkDoubleArray> column;
        column->SetName("Computation");
        column->InsertNextValue(number);
        vtkNew<vtkTable> table;
        table->AddColumn(column);
        this->SetResult(0, table);
        this->SetStatus("Computed.");
        this->Used = used;
      };
    };
  }
};
vtkStandardNewMacro(GatedFilter);

/// Returns a filter with a host that polls, and with Background on.
vtkSmartPointer<GatedFilter> hostedFilter()
{
  auto filter = vtkSmartPointer<GatedFilter>::New();
  filter->SetInputDataObject(hexahedra());
  filter->SetBackground(true);
  filter->AllowBackground();
  return filter;
}
}

TEST(BackgroundAlgorithm, WithoutAHostAnUpdateWaits)
{
  for (const bool isOn : { false, true })
  {
    vtkNew<GatedFilter> filter;
    filter->SetInputDataObject(hexahedra());
    filter->SetBackground(isOn);
    if (!isOn)
    {
      filter->AllowBackground();
    }
    filter->Door->isOpen = true;
    filter->Update();
    EXPECT_EQ(filter->shown(), 1);
    EXPECT_EQ(filter->Used, std::this_thread::get_id());
    EXPECT_EQ(filter->GetBackgroundPhase(), vtkTrabeculaAlgorithm::NOTHING);
  }
}

TEST(BackgroundAlgorithm, WhatIsQuickIsThereAtOnce)
{
  auto filter = hostedFilter();
  filter->Door->isOpen = true;
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(filter->shown(), 1);
  EXPECT_NE(filter->Used, std::this_thread::get_id());
  EXPECT_EQ(filter->GetBackgroundPhase(), vtkTrabeculaAlgorithm::NOTHING);
  EXPECT_FALSE(filter->has("Awaited"));
  EXPECT_EQ(std::string(filter->GetStatus()), "Computed. The door was open.");
  EXPECT_EQ(errors.count(), 0);
}

TEST(BackgroundAlgorithm, WhatTakesLongIsShownLater)
{
  auto filter = hostedFilter();
  filter->Update();
  EXPECT_EQ(filter->shown(), -1);
  EXPECT_TRUE(filter->has("Awaited"));
  EXPECT_EQ(filter->GetBackgroundPhase(), vtkTrabeculaAlgorithm::RUNNING);
  EXPECT_EQ(std::string(filter->GetStatus()), "In the background, 50 %: At the door.");
  const vtkMTimeType before = filter->GetMTime();
  filter->PollBackground();
  EXPECT_EQ(filter->GetMTime(), before) << "there is no news";
  filter->Update();
  EXPECT_EQ(filter->Computations, 1);

  filter->Door->isOpen = true;
  ASSERT_TRUE(filter->awaitNews());
  EXPECT_EQ(filter->shown(), -1) << "only an update changes outputs";
  filter->Update();
  EXPECT_EQ(filter->shown(), 1);
  EXPECT_FALSE(filter->has("Awaited"));
  EXPECT_FALSE(filter->has("OutOfDate"));
  EXPECT_EQ(filter->GetBackgroundPhase(), vtkTrabeculaAlgorithm::NOTHING);
  EXPECT_TRUE(contains(filter->GetStatus(), "The door was open.")) << filter->GetStatus();
  filter->Update();
  filter->PollBackground();
  filter->Update();
  EXPECT_EQ(filter->Computations, 1);

  // During a later computation, the output shows the earlier results, marked as out of date.
  filter->Door = std::make_shared<Gate>();
  filter->Modified();
  filter->Update();
  EXPECT_EQ(filter->shown(), 1);
  EXPECT_TRUE(filter->has("OutOfDate"));
  filter->Door->isOpen = true;
  ASSERT_TRUE(filter->awaitNews());
  filter->Update();
  EXPECT_EQ(filter->shown(), 2);
  EXPECT_FALSE(filter->has("OutOfDate"));
}

TEST(BackgroundAlgorithm, AChangeStartsAnew)
{
  auto filter = hostedFilter();
  const auto first = filter->Door;
  filter->Update();
  filter->Door = std::make_shared<Gate>();
  filter->Door->isOpen = true;
  filter->Modified();
  filter->Update();
  EXPECT_EQ(filter->Computations, 2);
  EXPECT_EQ(filter->shown(), 2);
  EXPECT_EQ(first->entered, 1);
  EXPECT_EQ(filter->GetBackgroundPhase(), vtkTrabeculaAlgorithm::NOTHING);

  // The same holds if results were available but not taken: they belong to the previous state.
  filter->Door = std::make_shared<Gate>();
  filter->Modified();
  filter->Update();
  filter->Door->isOpen = true;
  ASSERT_TRUE(filter->awaitNews());
  filter->Modified();
  filter->Update();
  EXPECT_EQ(filter->Computations, 4);
  EXPECT_EQ(filter->shown(), 4);
}

TEST(BackgroundAlgorithm, StoppedItHasNoResultsAndCanBeContinued)
{
  auto filter = hostedFilter();
  Errors errors(filter);
  filter->Update();
  filter->StopBackground();
  ASSERT_TRUE(filter->awaitNews());
  filter->Update();
  EXPECT_EQ(filter->shown(), -1);
  EXPECT_FALSE(filter->has("Awaited"));
  EXPECT_TRUE(contains(filter->GetStatus(), "Stopped")) << filter->GetStatus();
  filter->Update();
  EXPECT_EQ(filter->Computations, 1);
  filter->Door->isOpen = true;
  filter->Continue();
  filter->Update();
  EXPECT_EQ(filter->Computations, 2);
  EXPECT_EQ(filter->shown(), 2);
  EXPECT_EQ(errors.count(), 0) << errors.text();
}

TEST(BackgroundAlgorithm, AnErrorIsReportedOnceAndResultsStay)
{
  auto filter = hostedFilter();
  Errors errors(filter);
  filter->Door->isOpen = true;
  filter->Update();
  EXPECT_EQ(filter->shown(), 1);

  filter->Door = std::make_shared<Gate>();
  filter->AfterDoor = [] { throw trabecula::Error("The load is missing."); };
  filter->Modified();
  filter->Update();
  EXPECT_EQ(errors.count(), 0);
  filter->Door->isOpen = true;
  ASSERT_TRUE(filter->awaitNews());
  filter->Update();
  filter->PollBackground();
  filter->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_EQ(std::string(filter->GetStatus()), "Error: The load is missing.");
  EXPECT_EQ(filter->shown(), 1);
  EXPECT_TRUE(filter->has("OutOfDate"));
}

TEST(BackgroundAlgorithm, InputsWithTimeStepsAreWaitedFor)
{
  vtkNew<vtkTrivialProducer> producer;
  producer->SetOutput(hexahedra());
  const double times[2] = { 0.0, 1.0 };
  producer->GetOutputInformation(0)->Set(vtkStreamingDemandDrivenPipeline::TIME_STEPS(), times, 2);
  vtkNew<GatedFilter> filter;
  filter->SetInputConnection(producer->GetOutputPort());
  filter->SetBackground(true);
  filter->AllowBackground();
  filter->Door->isOpen = true;
  filter->Update();
  EXPECT_EQ(filter->shown(), 1);
  EXPECT_EQ(filter->Used, std::this_thread::get_id());
}

TEST(BackgroundAlgorithm, DeletedWhileItComputesItLeavesNoThread)
{
  auto filter = hostedFilter();
  const std::weak_ptr<Gate> watched = filter->Door;
  filter->Update();
  EXPECT_EQ(filter->GetBackgroundPhase(), vtkTrabeculaAlgorithm::RUNNING);
  filter = nullptr;
  EXPECT_TRUE(watched.expired());
}

TEST(BackgroundAlgorithm, ALiveRunIsFollowedInTurns)
{
  vtkNew<GatedFilter> filter; // Background is off
  filter->AllowBackground();
  auto design = hexahedra();
  const auto showNext = [&]
  {
    trabecula::filters::setMark(design, trabecula::filters::InProgress, "goes on");
    design->Modified();
    filter->Update();
  };
  filter->SetInputDataObject(design);
  showNext();
  EXPECT_TRUE(filter->has("Awaited"));
  EXPECT_EQ(filter->GetBackgroundPhase(), vtkTrabeculaAlgorithm::FOLLOWING);
  showNext();
  EXPECT_EQ(filter->Computations, 1) << "the first one is not finished";

  filter->Door->isOpen = true;
  ASSERT_TRUE(filter->awaitNews());
  showNext();
  EXPECT_EQ(filter->shown(), 1) << "of an earlier design, but of this run";
  EXPECT_EQ(filter->Computations, 1) << "the run has the larger part of the time";
  EXPECT_FALSE(filter->has("OutOfDate"));
  EXPECT_TRUE(filter->has("InProgress"));
  for (int i = 0; i < 6000 && filter->Computations == 1; ++i)
  {
    std::this_thread::sleep_for(10ms);
    showNext();
  }
  EXPECT_EQ(filter->Computations, 2);

  // Changes by the user are computed immediately, and the last design is not skipped.
  filter->Door = std::make_shared<Gate>();
  filter->Modified();
  filter->Update();
  EXPECT_EQ(filter->Computations, 3);
  filter->Door->isOpen = true;
  ASSERT_TRUE(filter->awaitNews());
  design->GetFieldData()->RemoveArray(trabecula::filters::InProgress);
  design->Modified();
  filter->Update();
  EXPECT_EQ(filter->Computations, 4);
  EXPECT_EQ(filter->shown(), 4);
  EXPECT_FALSE(filter->has("InProgress"));
  EXPECT_FALSE(filter->has("OutOfDate"));
}

TEST(BackgroundAlgorithm, WithoutAHostWhatTakesLongWaitsForTheRunToRest)
{
  vtkNew<GatedFilter> filter;
  filter->Door->isOpen = true;
  filter->AfterDoor = [] { std::this_thread::sleep_for(150ms); };
  auto design = hexahedra();
  trabecula::filters::setMark(design, trabecula::filters::InProgress, "goes on");
  filter->SetInputDataObject(design);
  filter->Update();
  EXPECT_EQ(filter->shown(), 1);
  std::this_thread::sleep_for(1s);
  trabecula::filters::setMark(design, trabecula::filters::InProgress, "goes on");
  design->Modified();
  filter->Update();
  EXPECT_EQ(filter->Computations, 1);
  filter->Modified();
  filter->Update();
  EXPECT_EQ(filter->shown(), 2);
  design->GetFieldData()->RemoveArray(trabecula::filters::InProgress);
  design->Modified();
  filter->Update();
  EXPECT_EQ(filter->shown(), 3);
}
