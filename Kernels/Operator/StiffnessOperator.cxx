#include "Operator/StiffnessOperator.inl"

namespace trabecula
{
template std::unique_ptr<StiffnessOperator<HostSpace>> makeHex8Operator<HostSpace>(
  const HexMesh& mesh, double poissonsRatio, Strategy strategy, bool reproducible);

std::size_t hex8OperatorMemory(std::size_t nodes, std::size_t elements, Strategy /*strategy*/)
{
  return Hex8Operator<HostSpace>::memory(nodes, elements);
}
}
