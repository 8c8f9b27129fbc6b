#include "Core/Execution/InstructionSet.h"

namespace trabecula
{
InstructionSet instructionSet()
{
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
    __builtin_cpu_supports("avx512cd"))
  {
    return InstructionSet::Avx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
  {
    return InstructionSet::Avx2;
  }
#endif
  return InstructionSet::Sse2;
}
}
