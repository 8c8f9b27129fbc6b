#include "Design/Filter/VoxelFilterHostKernels.h"
#include "Core/Execution/InstructionSet.h"

namespace trabecula
{
const VoxelFilterHostKernels& voxelFilterHostKernels()
{
  return forThisProcessor(
    voxelFilterHostKernels_sse2, voxelFilterHostKernels_avx2, voxelFilterHostKernels_avx512);
}
}
