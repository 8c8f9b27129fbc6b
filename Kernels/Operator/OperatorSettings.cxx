#include "Operator/OperatorSettings.h"

#include "Core/Error.h"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/Hex8OperatorMemory.h"

namespace trabecula
{
std::size_t operatorMemory(const Mesh& mesh, bool ratiosVary, const OperatorSettings& settings)
{
  return isHexahedral(mesh) && !ratiosVary
    ? hex8OperatorMemory(
        mesh.numberOfNodes(), mesh.numberOfElements(), settings.strategy, settings.reproducible)
    : ElementOperator<HostSpace>::memory(mesh, ratiosVary);
}

void checkOperatorSettings(const Mesh& mesh, const OperatorSettings& settings, ExecutionSpace space)
{
  checkStrategy(settings.strategy, settings.reproducible, space);
  if (!isHexahedral(mesh) && settings.strategy != Strategy::Auto)
  {
    throw Error("The strategy " + strategyInfo(settings.strategy).name +
      " is for eight-node hexahedra, but the mesh has " + cellTypesText(mesh) + ". Choose auto.");
  }
}
}
