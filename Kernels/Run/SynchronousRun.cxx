#include "Run/SynchronousRun.h"

#include "Core/Communication/Processes/Agreement.h"
#include "Core/Error.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace trabecula
{
bool SynchronousRun::setProblem(RunProblem problem, RunObserver& observer)
{
  observer.setText("");
  const std::shared_ptr<Parts> parts = problem.parts;
  bool isChanged = false;
  const auto change = [&]
  {
    if (parts && !areAlike(*parts, this->Present->standing()))
    {
      this->Present = std::make_unique<Run>(true); // one process has failed alone
    }
    isChanged = this->Present->changeProblem(std::move(problem), observer);
  };
  parts ? parts->together(change) : change();
  return isChanged;
}

void SynchronousRun::close(RunObserver& observer)
{
  this->Present->together([&] { this->Present->keepCheckpoint(true, observer); });
  this->Present = std::make_unique<Run>(true);
}

int SynchronousRun::clamp(int number) const
{
  const ConvergenceRule rule =
    this->Present->task() ? this->Present->task()->convergence() : ConvergenceRule();
  const std::optional<int> converged = rule.convergedIteration(
    this->Present->columns(), this->Present->rows(), this->Present->changeTolerance());
  return converged ? std::min(*converged, number) : number;
}

bool SynchronousRun::computeTo(int number, int total, RunObserver& observer)
{
  bool isFinished = false;
  this->Present->together([&] { isFinished = this->computeHere(number, total, observer); });
  return isFinished;
}

bool SynchronousRun::computeHere(int number, int total, RunObserver& observer)
{
  while (!this->isKept(number))
  {
    if (!this->Present->hasModel())
    {
      observer.setText("");
    }
    try
    {
      this->Present->rewind(this->clamp(number), observer);
    }
    catch (const SetupStopped&)
    {
      return false;
    }
    if (this->isKept(number))
    {
      break;
    }
    if (this->Present->hasUntaken())
    {
      this->Present->take(this->clamp(number));
      continue;
    }
    const int next = this->Present->iteration() + 1;
    const double parts = number + 1.0;
    observer.setRange(next / parts, (next + 1) / parts);
    switch (this->Present->step(observer))
    {
      case StepStatus::Advanced:
      {
        this->Present->take(this->clamp(number));
        this->Present->keepCheckpoint(false, observer);
        const HistoryRow& row = this->Present->rows()[static_cast<std::size_t>(next)];
        observer.setText("Iteration " + std::to_string(next) + " of " + std::to_string(total) +
          ": " + this->Present->task()->describe(row));
        break;
      }
      case StepStatus::Converged:
        this->Present->keepCheckpoint(true, observer);
        return true;
      case StepStatus::Stopped:
        this->Present->keepCheckpoint(true, observer);
        return false;
    }
  }
  if (number >= total)
  {
    this->Present->keepCheckpoint(true, observer);
  }
  return true;
}

std::shared_ptr<const RunIterate> SynchronousRun::iterate(int number) const
{
  const int last = static_cast<int>(this->Present->rows().size()) - 1;
  const auto found = this->Present->cache().find(std::min(this->clamp(number), last));
  return found ? found : this->Present->cache().last();
}
}
