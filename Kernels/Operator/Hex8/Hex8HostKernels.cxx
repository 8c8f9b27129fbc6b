#include "Operator/Hex8/Hex8HostKernels.h"
#include "Core/Execution/InstructionSet.h"

namespace trabecula
{
const Hex8HostKernels& hex8HostKernels()
{
  return forThisProcessor(hex8HostKernels_sse2, hex8HostKernels_avx2, hex8HostKernels_avx512);
}
}
