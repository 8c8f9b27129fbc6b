#include "Solver/Aggregation/Host/BlockHostKernels.h"
#include "Core/Execution/InstructionSet.h"

namespace trabecula
{
const BlockHostKernels& blockHostKernels()
{
  return forThisProcessor(blockHostKernels_sse2, blockHostKernels_avx2, blockHostKernels_avx512);
}
}
