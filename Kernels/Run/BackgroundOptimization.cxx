#include "Run/BackgroundOptimization.h"

#include "Run/BackgroundWorker.h"

#include <utility>

namespace trabecula
{
std::size_t BackgroundIterate::bytes() const
{
  std::size_t values = this->density.size() + this->strainEnergyDensity.size();
  for (const std::vector<double>& displacement : this->displacements)
  {
    values += displacement.size();
  }
  return values * sizeof(double);
}

BackgroundOptimization::BackgroundOptimization() : Implementation(std::make_unique<Worker>())
{
}

BackgroundOptimization::~BackgroundOptimization() = default;

int BackgroundOptimization::compute(BackgroundProblem problem)
{
  return this->Implementation->compute(std::move(problem));
}

void BackgroundOptimization::pause()
{
  this->Implementation->pause();
}

void BackgroundOptimization::resume()
{
  this->Implementation->resume();
}

void BackgroundOptimization::step()
{
  this->Implementation->step();
}

void BackgroundOptimization::stop()
{
  this->Implementation->stop();
}

void BackgroundOptimization::setMaximumIterations(int iterations)
{
  this->Implementation->setMaximumIterations(iterations);
}

void BackgroundOptimization::setDensityChangeTolerance(double tolerance)
{
  this->Implementation->setDensityChangeTolerance(tolerance);
}

void BackgroundOptimization::setBudget(std::size_t bytes)
{
  this->Implementation->setBudget(bytes);
}

BackgroundReport BackgroundOptimization::report()
{
  return this->Implementation->report();
}

std::uint64_t BackgroundOptimization::news() const
{
  return this->Implementation->news();
}

BackgroundState BackgroundOptimization::state() const
{
  return this->Implementation->state();
}

std::string BackgroundOptimization::activity() const
{
  return this->Implementation->activity();
}

void BackgroundOptimization::wait()
{
  this->Implementation->wait();
}
}
