#include "Operator/MakeOperator.h"

#include "Operator/Assembled/AssembledOperator.h"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/MakeHex8Operator.h"

namespace trabecula
{
namespace detail
{
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeMatrixFree(const OperatorLayouts<Space>& layouts,
  const Mesh& mesh, const PoissonsRatios& ratios, const OperatorSettings& settings)
{
  if (isHexahedral(mesh) && !ratios.varies())
  {
    return makeHex8Operator(layouts, mesh, ratios.common, settings.strategy, settings.reproducible);
  }
  return std::make_unique<ElementOperator<Space>>(layouts, mesh, ratios);
}
}

template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeOperator(const OperatorLayouts<Space>& layouts,
  const Mesh& mesh, const PoissonsRatios& ratios, const OperatorSettings& settings)
{
  checkOperatorSettings(mesh, settings, Space::Id);
  checkStrategyOfRatios(settings.strategy, ratios.varies());
  if (settings.strategy == Strategy::Assembled)
  {
    AssemblySettings assembly = settings.assembly;
    if (settings.reproducible)
    {
      assembly.method = reproducibleMethod(assembly.method, Space::Id);
    }
    return makeAssembledOperator(
      layouts, mesh, ratios, assembly, detail::makeMatrixFree(layouts, mesh, ratios, {}));
  }
  return detail::makeMatrixFree(layouts, mesh, ratios, settings);
}

template std::unique_ptr<StiffnessOperator<CompiledSpace>> makeOperator(
  const OperatorLayouts<CompiledSpace>& layouts, const Mesh& mesh, const PoissonsRatios& ratios,
  const OperatorSettings& settings);
}
