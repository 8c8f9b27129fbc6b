#include "Solver/Eigen/ColumnHostKernels.h"
#include "Core/Execution/InstructionSet.h"

namespace trabecula
{
const ColumnHostKernels& columnHostKernels()
{
  return forThisProcessor(columnHostKernels_sse2, columnHostKernels_avx2, columnHostKernels_avx512);
}
}
