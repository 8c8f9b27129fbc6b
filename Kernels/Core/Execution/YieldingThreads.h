#ifndef TRABECULA_CORE_EXECUTION_YIELDINGTHREADS_H
#define TRABECULA_CORE_EXECUTION_YIELDINGTHREADS_H

#include <memory>

namespace trabecula
{
/**
 * While the returned object exists, waiting threads of the host space yield their core after
 * microseconds instead of milliseconds.
 *
 * Waiting threads of GNU's OpenMP spin, which makes parallel loops many times slower if another
 * program, or rendering, uses one of the cores. The environment variable OMP_WAIT_POLICY is read
 * when the runtime is loaded, possibly by another library before this one. However, the runtime
 * reduces spinning to a hundredth if a process has more OpenMP threads than cores; therefore an
 * additional, sleeping team of two threads is kept.
 *
 * Small problems become slower on idle cores; on loaded cores most of the time is saved.
 *
 * All callers share one such team, which is terminated with the last returned object. Returns null,
 * without effect, if the user has set OMP_WAIT_POLICY or GOMP_SPINCOUNT, if there is only one
 * thread, or if no other thread can be started.
 */
std::shared_ptr<const void> makeThreadsYield();
}

#endif
