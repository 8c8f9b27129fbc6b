#include "Solver/Host/DenseHostKernels.h"
#include "Core/Execution/InstructionSet.h"

namespace trabecula
{
const DenseHostKernels& denseHostKernels()
{
  return forThisProcessor(denseHostKernels_sse2, denseHostKernels_avx2, denseHostKernels_avx512);
}
}
