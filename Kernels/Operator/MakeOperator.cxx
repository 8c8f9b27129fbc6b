#include "Operator/MakeOperator.h"

#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/MakeHex8Operator.h"

namespace trabecula
{
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeOperator(
  const Mesh& mesh, const PoissonsRatios& ratios, const OperatorSettings& settings)
{
  checkOperatorSettings(mesh, settings, Space::Id);
  checkStrategyOfRatios(settings.strategy, ratios.varies());
  if (isHexahedral(mesh) && !ratios.varies())
  {
    return makeHex8Operator<Space>(mesh, ratios.common, settings.strategy, settings.reproducible);
  }
  return std::make_unique<ElementOperator<Space>>(mesh, ratios);
}

template std::unique_ptr<StiffnessOperator<CompiledSpace>> makeOperator<CompiledSpace>(
  const Mesh& mesh, const PoissonsRatios& ratios, const OperatorSettings& settings);
}
