#ifndef TRABECULA_CORE_EXECUTION_HOSTVECTORS_H
#define TRABECULA_CORE_EXECUTION_HOSTVECTORS_H

// For the time-critical host loops, which are compiled once for each instruction set, whose name is
// TRABECULA_ISA. They may use no inline function or template that another file also instantiates:
// the linker keeps one copy of each, which might contain instructions that this processor lacks.
// Hence all functions and types here are in an anonymous namespace.

#define TRABECULA_JOIN2(a, b) a##b
#define TRABECULA_JOIN(a, b) TRABECULA_JOIN2(a, b)

namespace trabecula
{
#if defined(__AVX512F__)
constexpr int VectorBytes = 64;
#elif defined(__AVX2__)
constexpr int VectorBytes = 32;
#else
constexpr int VectorBytes = 16;
#endif

namespace
{
template <class Pack, class Real>
inline __attribute__((always_inline)) Pack load(const Real* from)
{
  Pack pack;
  __builtin_memcpy(&pack, from, sizeof(Pack));
  return pack;
}

template <class Pack, class Real>
inline __attribute__((always_inline)) void add(Real* to, Pack value)
{
  const Pack sum = load<Pack>(to) + value;
  __builtin_memcpy(to, &sum, sizeof(Pack));
}
}
}

#endif
