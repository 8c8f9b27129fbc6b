#ifndef TRABECULA_TESTING_SUPPORT_RANDOMCASES_H
#define TRABECULA_TESTING_SUPPORT_RANDOMCASES_H

// Functions of the runtime libraries of sanitizers, which a program has if it is linked to one.
// Tests are compiled once and linked to the library with and without.
extern "C" void __asan_init() __attribute__((weak));
extern "C" void __tsan_init() __attribute__((weak));

namespace trabecula::testing
{
/// Number of random cases of a test, or the size of one. It is smaller under sanitizers, which make
/// tests up to ten times slower, whereas further cases would not reach additional code.
inline int randomCases(int plain, int sanitized)
{
  return &__asan_init || &__tsan_init ? sanitized : plain;
}
}

#endif
