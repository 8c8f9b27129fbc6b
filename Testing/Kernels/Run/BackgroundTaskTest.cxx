// Tests of work in a background thread: its reports, its end, and its results.

#include "Support/Random.h"

#include "Core/Error.h"
#include "Run/BackgroundTask.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

using namespace trabecula;
using trabecula::testing::Random;
using namespace std::chrono_literals;

namespace
{
constexpr auto Long = 60s;

void workUntilStopped(RunObserver& observer)
{
  while (!observer.stopRequested())
  {
    std::this_thread::sleep_for(1ms);
  }
}
}

TEST(BackgroundTaskTest, WorksInAThreadOfItsOwn)
{
  std::thread::id used;
  BackgroundTask task([&](RunObserver&) { used = std::this_thread::get_id(); });
  task.finish();
  EXPECT_TRUE(task.messages().empty());
  EXPECT_NE(used, std::thread::id());
  EXPECT_NE(used, std::this_thread::get_id());
  EXPECT_TRUE(task.report().isFinished);
  EXPECT_FALSE(task.isStopRequested());
}

TEST(BackgroundTaskTest, ProgressIsThatOfTheWholeAndNeverDecreases)
{
  std::atomic<int> stage = 0;
  std::atomic<int> allowed = 0;
  const auto reach = [&](int next)
  {
    stage = next;
    while (allowed < next)
    {
      std::this_thread::sleep_for(1ms);
    }
  };
  BackgroundTask task(
    [&](RunObserver& observer)
    {
      observer.setRange(0.2, 0.6);
      observer.progress(0.5, "half");
      reach(1);
      observer.progress(0.25, "back");
      reach(2);
      observer.setText("fixed");
      observer.setRange(0.6, 1.0);
      observer.progress(2.0, "not shown");
      reach(3);
    });
  const auto reportAt = [&](int wanted)
  {
    while (stage < wanted)
    {
      std::this_thread::sleep_for(1ms);
    }
    const BackgroundTaskReport report = task.report();
    allowed = wanted;
    return report;
  };
  BackgroundTaskReport report = reportAt(1);
  EXPECT_FALSE(report.isFinished);
  EXPECT_DOUBLE_EQ(report.fraction, 0.4);
  EXPECT_EQ(report.activity, "half");
  report = reportAt(2);
  EXPECT_DOUBLE_EQ(report.fraction, 0.4);
  EXPECT_EQ(report.activity, "back");
  report = reportAt(3);
  EXPECT_DOUBLE_EQ(report.fraction, 1.0);
  EXPECT_EQ(report.activity, "fixed");
  task.finish();
}

TEST(BackgroundTaskTest, MessagesArriveInOrder)
{
  Random generator(20);
  std::vector<std::string> sent;
  for (int i = 0; i < 100; ++i)
  {
    sent.push_back(std::to_string(generator.index(1000000)));
  }
  BackgroundTask task(
    [&](RunObserver& observer)
    {
      for (const std::string& text : sent)
      {
        observer.message(text);
        observer.note("note " + text);
      }
    });
  task.finish();
  EXPECT_EQ(task.messages(), sent);
  ASSERT_EQ(task.notes().size(), sent.size());
  EXPECT_EQ(task.notes().back(), "note " + sent.back());
}

TEST(BackgroundTaskTest, WhatTheWorkThrowsIsThrownToTheCaller)
{
  BackgroundTask failing([](RunObserver&) { throw Error("Nothing is held."); });
  try
  {
    failing.finish();
    FAIL() << "nothing was thrown";
  }
  catch (const Error& error)
  {
    EXPECT_EQ(std::string(error.what()), "Nothing is held.");
  }
  EXPECT_TRUE(failing.report().isFinished);
  BackgroundTask lacking([](RunObserver&) { throw std::bad_alloc(); });
  EXPECT_THROW(lacking.finish(), std::bad_alloc);
}

TEST(BackgroundTaskTest, WaitsNoLongerThanAsked)
{
  BackgroundTask task(workUntilStopped);
  EXPECT_FALSE(task.waitFor(20ms));
  EXPECT_FALSE(task.report().isFinished);
  EXPECT_TRUE(task.messages().empty());
  task.stop();
  EXPECT_TRUE(task.isStopRequested());
  EXPECT_TRUE(task.waitFor(Long));
  EXPECT_TRUE(task.waitFor(0ms));
  task.finish();
}

TEST(BackgroundTaskTest, DeletedItStopsAndFreesWhatItHolds)
{
  const auto held = std::make_shared<int>(0);
  std::weak_ptr<int> watched = held;
  {
    BackgroundTask task(
      [mine = std::make_shared<int>(1), &watched](RunObserver& observer)
      {
        watched = mine;
        workUntilStopped(observer);
      });
    EXPECT_FALSE(task.waitFor(10ms));
  }
  EXPECT_TRUE(watched.expired());
}

TEST(BackgroundTaskTest, FinishedItHoldsNothing)
{
  auto held = std::make_shared<int>(0);
  const std::weak_ptr<int> watched = held;
  BackgroundTask task([mine = std::move(held)](RunObserver&) { static_cast<void>(mine); });
  task.finish();
  EXPECT_TRUE(watched.expired());
}
