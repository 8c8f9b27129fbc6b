#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Core/Execution/InstructionSet.h"

namespace trabecula
{
const VoxelHostKernels& voxelHostKernels()
{
  return forThisProcessor(voxelHostKernels_sse2, voxelHostKernels_avx2, voxelHostKernels_avx512);
}
}
