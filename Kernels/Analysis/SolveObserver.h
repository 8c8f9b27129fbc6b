#ifndef TRABECULA_ANALYSIS_SOLVEOBSERVER_H
#define TRABECULA_ANALYSIS_SOLVEOBSERVER_H

#include "Core/Observer.h"
#include "Core/Timer.h"

#include <cstddef>
#include <string>
#include <utility>

namespace trabecula
{
/// Forwards stop requests, and maps the solver's progress to its part of an iteration.
class SolveObserver : public Observer
{
public:
  SolveObserver(Observer& outer, int iteration, std::size_t system, std::size_t systems)
    : SolveObserver(outer, "Iteration " + std::to_string(iteration) + ", ", system, systems)
  {
  }
  /// @param prefix of the progress text
  /// @param together number of systems that are solved together, of which system is the first
  SolveObserver(Observer& outer, std::string prefix, std::size_t system, std::size_t systems,
    std::size_t together = 1)
    : Outer(outer), Prefix(std::move(prefix)), First(double(system) / double(systems)),
      Share(double(together) / double(systems))
  {
  }
  void progress(double fraction, const std::string& text) override
  {
    // Handling of progress can be costly: at most ten reports per second.
    if (this->SinceReport.seconds() > 0.1)
    {
      this->SinceReport.restart();
      this->Outer.progress(this->First + fraction * this->Share, this->Prefix + text);
    }
  }
  void message(const std::string& text) override { this->Outer.message(text); }
  void note(const std::string& text) override { this->Outer.note(text); }
  bool stopRequested() override { return this->Outer.stopRequested(); }

private:
  Observer& Outer;
  std::string Prefix;
  double First;
  double Share;
  Timer SinceReport;
};
}

#endif
