#include "LiveHost.h"

#include "vtkInformation.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace trabecula::testing
{
LiveHost::LiveHost(vtkTopologyOptimize* filter) : Filter(filter)
{
  filter->AllowLive();
  filter->LiveOn();
}

void LiveHost::pollUntil(const std::function<bool()>& condition)
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

void LiveHost::pollUntilState(int state)
{
  this->pollUntil([this, state] { return this->Filter->GetRunState() == state; });
}

void LiveHost::pollUntilIteration(int number)
{
  this->pollUntil([this, number] { return this->Filter->GetIterationsDone() >= number; });
}

std::vector<double> LiveHost::times()
{
  this->Filter->UpdateInformation();
  using SDDP = vtkStreamingDemandDrivenPipeline;
  vtkInformation* info = this->Filter->GetOutputInformation(Iterations);
  const double* steps = info->Get(SDDP::TIME_STEPS());
  return info->Has(SDDP::TIME_STEPS())
    ? std::vector<double>(steps, steps + info->Length(SDDP::TIME_STEPS()))
    : std::vector<double>();
}

std::vector<double> iterationsUpTo(int last)
{
  std::vector<double> result;
  for (int i = 0; i <= last; ++i)
  {
    result.push_back(i);
  }
  return result;
}

vtkSmartPointer<vtkTopologyOptimize> makeLongFilter()
{
  auto filter = filterOf(largeImage(20, 10, 10));
  filter->SetDensityChangeTolerance(0.0);
  filter->SetMaximumIterations(1000);
  return filter;
}
}
