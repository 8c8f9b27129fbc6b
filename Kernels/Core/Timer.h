#ifndef TRABECULA_CORE_TIMER_H
#define TRABECULA_CORE_TIMER_H

#include <chrono>

namespace trabecula
{
/// Wall-clock seconds since construction or the last restart.
class Timer
{
public:
  double seconds() const
  {
    return std::chrono::duration<double>(Clock::now() - this->Start).count();
  }
  /// Seconds so far; starts anew.
  double restart()
  {
    const double elapsed = this->seconds();
    this->Start = Clock::now();
    return elapsed;
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point Start = Clock::now();
};
}

#endif
