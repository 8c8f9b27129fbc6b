#include "Run/ToyOptimization.h"

#include "Core/Error.h"
#include "Core/Hash.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

namespace trabecula::testing
{
std::atomic<int> ToyTask::models{ 0 };
std::atomic<int> ToyTask::unreadable{ -1 };

class ToyOptimization : public Optimization
{
public:
  ToyOptimization(const ToyTask& task, std::shared_ptr<const ExecutionContext> context)
    : Computing(std::move(context)), Target(task.Target), Rate(task.Rate), Duration(task.Duration),
      X(task.Start)
  {
    this->X.resize(this->Target.size(), 0.0);
    ++ToyTask::models;
  }
  ~ToyOptimization() override { --ToyTask::models; }

  StepStatus step(Observer& observer) override
  {
    if (this->Number > 0 && this->Change < this->Tolerance)
    {
      return StepStatus::Converged;
    }
    for (int i = 0; i <= this->Duration; ++i)
    {
      if (observer.stopRequested())
      {
        return StepStatus::Stopped;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(i < this->Duration ? 1 : 0));
    }
    ++this->Number;
    this->Change = 0.0;
    for (std::size_t i = 0; this->Number > 0 && i < this->X.size(); ++i)
    {
      const double step = this->Rate * (this->Target[i] - this->X[i]);
      this->X[i] += step;
      this->Change = std::max(this->Change, std::abs(step));
    }
    return StepStatus::Advanced;
  }
  void setChangeTolerance(double tolerance) override { this->Tolerance = tolerance; }
  int iteration() const override { return this->Number; }
  HistoryRow historyRow() const override
  {
    double distance = 0.0;
    for (std::size_t i = 0; i < this->X.size(); ++i)
    {
      distance += (this->X[i] - this->Target[i]) * (this->X[i] - this->Target[i]);
    }
    return { this->Number, { distance, this->Change } };
  }
  std::vector<FieldDescription> fields() const override
  {
    return { { "Position", FieldSupport::Nodes, 1 } };
  }
  std::vector<double> field(std::size_t) const override
  {
    int number = this->Number;
    if (ToyTask::unreadable.compare_exchange_strong(number, -1))
    {
      throw Error("The toy cannot be read.");
    }
    return this->X;
  }
  OptimizationState saveState() const override
  {
    return { this->historyRow(), { { "change", this->Change } }, { { "x", this->X } } };
  }
  void restoreState(const OptimizationState& state) override
  {
    if (state.field("x").size() != this->X.size())
    {
      throw Error("The state is of another toy.");
    }
    this->X = state.field("x");
    this->Change = state.scalar("change");
    this->Number = state.iteration();
  }
  const Device& device() const override { return this->Computing->device(); }
  std::size_t deviceMemory() const override { return this->X.size() * sizeof(double); }

private:
  std::shared_ptr<const ExecutionContext> Computing;
  std::vector<double> Target;
  double Rate;
  int Duration;
  std::vector<double> X;
  double Change = 0.0;
  double Tolerance = 0.0;
  int Number = -1;
};

void ToyTask::validate() const
{
  if (!(this->Rate > 0.0))
  {
    throw Error("The rate must be positive.");
  }
}

void ToyTask::checkDevice(const Device& device) const
{
  if (this->Target.size() * sizeof(double) > device.availableMemory)
  {
    throw Error("The toy does not fit.");
  }
}

std::unique_ptr<Optimization> ToyTask::make(
  std::shared_ptr<const ExecutionContext> context, Observer& observer) const
{
  checkForStop(observer);
  return std::make_unique<ToyOptimization>(*this, std::move(context));
}

std::uint64_t ToyTask::fingerprint() const
{
  Hash hash;
  hash.add(this->Target);
  hash.add(this->Rate);
  hash.add(this->Start);
  return hash.value();
}

ProblemIdentity ToyTask::identity() const
{
  Hash target;
  target.add(this->Target);
  Hash start;
  start.add(this->Start);
  return { { "the target", std::to_string(this->Target.size()), target.value() },
    { "Rate", std::to_string(this->Rate), 0 },
    { StartPart, this->Start.empty() ? "none" : "given", start.value() } };
}

HistoryColumns ToyTask::columns() const
{
  return HistoryColumns(
    { { "Distance", ColumnRole::Objective, false }, { "Step", ColumnRole::Change, false } });
}

std::string ToyTask::describe(const HistoryRow& row) const
{
  return "distance " + std::to_string(row.values[0]);
}
}
