#include "Core/Execution/ThreadPriority.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace trabecula
{
void lowerPriorityOfThisThread()
{
#ifdef __linux__
  constexpr int nicer = 10;
  constexpr int thisThread = 0; // on Linux, where POSIX says process
  // On failure the priority is unchanged; values beyond the lowest are clamped.
  static_cast<void>(
    setpriority(PRIO_PROCESS, thisThread, getpriority(PRIO_PROCESS, thisThread) + nicer));
#endif
}
}
