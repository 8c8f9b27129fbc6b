#include "Operator/MakeOperator.h"

#include "Operator/Assembled/AssembledOperator.h"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/MakeHex8Operator.h"

namespace trabecula
{
namespace detail
{
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeMatrixFree(
  const Mesh& mesh, double poissonsRatio, const OperatorSettings& settings)
{
  if (isHexahedral(mesh))
  {
    return makeHex8Operator<Space>(mesh, poissonsRatio, settings.strategy, settings.reproducible);
  }
  return std::make_unique<ElementOperator<Space>>(mesh, poissonsRatio);
}
}

template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeOperator(
  const Mesh& mesh, double poissonsRatio, const OperatorSettings& settings)
{
  checkOperatorSettings(mesh, settings, Space::Id);
  if (settings.strategy == Strategy::Assembled)
  {
    return makeAssembledOperator<Space>(mesh, poissonsRatio, settings.assembly,
      detail::makeMatrixFree<Space>(mesh, poissonsRatio, {}));
  }
  return detail::makeMatrixFree<Space>(mesh, poissonsRatio, settings);
}

template std::unique_ptr<StiffnessOperator<CompiledSpace>> makeOperator<CompiledSpace>(
  const Mesh& mesh, double poissonsRatio, const OperatorSettings& settings);
}
