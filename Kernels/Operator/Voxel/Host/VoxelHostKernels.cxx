#include "Operator/Voxel/Host/VoxelHostKernels.h"

namespace trabecula
{
const VoxelHostKernels& voxelHostKernels()
{
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
    __builtin_cpu_supports("avx512cd"))
  {
    return voxelHostKernels_avx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
  {
    return voxelHostKernels_avx2;
  }
#endif
  return voxelHostKernels_sse2;
}
}
