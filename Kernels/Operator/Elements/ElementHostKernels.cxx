#include "Operator/Elements/ElementHostKernels.h"
#include "Core/Execution/InstructionSet.h"

namespace trabecula
{
const ElementHostKernels& elementHostKernels()
{
  return forThisProcessor(
    elementHostKernels_sse2, elementHostKernels_avx2, elementHostKernels_avx512);
}
}
