#include "Operator/Hex8/Hex8HostKernels.h"

namespace trabecula
{
const Hex8HostKernels& hex8HostKernels()
{
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
    __builtin_cpu_supports("avx512cd"))
  {
    return hex8HostKernels_avx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
  {
    return hex8HostKernels_avx2;
  }
#endif
  return hex8HostKernels_sse2;
}
}
