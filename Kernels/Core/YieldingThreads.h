#ifndef TRABECULA_CORE_YIELDINGTHREADS_H
#define TRABECULA_CORE_YIELDINGTHREADS_H

#include <memory>

namespace trabecula
{
/**
 * While what this returns is held, threads of the host space that wait for each other give up their
 * core after microseconds instead of milliseconds.
 *
 * GNU's OpenMP lets waiting threads spin, which makes parallel loops many times slower as soon as
 * another program, or a window that draws, wants one of the cores. The setting against it,
 * OMP_WAIT_POLICY, counts only if it is there when the runtime is loaded, which other libraries may
 * have done long before. But the runtime itself spins a hundredth of the time once a process has
 * more of its threads than cores; so a team of two that sleeps is kept beside the others.
 *
 * On idle cores that costs a small problem some of its speed; beside other programs it saves most
 * of the time. Both are measured in Benchmark/README.md.
 *
 * All callers share one such team; it goes with the last of them. Nothing is done, and null is
 * returned, where the user has set OMP_WAIT_POLICY or GOMP_SPINCOUNT, with one thread only, and
 * where no other can be started.
 */
std::shared_ptr<const void> makeThreadsYield();
}

#endif
