#include "Operator/MakeOperator.h"

#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/MakeHex8Operator.h"

namespace trabecula
{
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeOperator(
  const Mesh& mesh, double poissonsRatio, const OperatorSettings& settings)
{
  checkOperatorSettings(mesh, settings, Space::Id);
  if (isHexahedral(mesh))
  {
    return makeHex8Operator<Space>(mesh, poissonsRatio, settings.strategy, settings.reproducible);
  }
  return std::make_unique<ElementOperator<Space>>(mesh, poissonsRatio);
}

template std::unique_ptr<StiffnessOperator<CompiledSpace>> makeOperator<CompiledSpace>(
  const Mesh& mesh, double poissonsRatio, const OperatorSettings& settings);
}
