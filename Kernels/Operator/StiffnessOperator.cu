#include "Operator/StiffnessOperator.inl"

namespace trabecula
{
template std::unique_ptr<StiffnessOperator<CudaSpace>> makeHex8Operator<CudaSpace>(
  const HexMesh& mesh, double poissonsRatio, Strategy strategy, bool reproducible);
}
