#include "Operator/OperatorSettings.h"

#include "Core/Error.h"
#include "Operator/Assembled/AssembledOperator.h"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/Hex8OperatorMemory.h"

namespace trabecula
{
namespace
{
std::size_t matrixFreeMemory(const Mesh& mesh, bool ratiosVary, const OperatorSettings& settings)
{
  return isHexahedral(mesh) && !ratiosVary
    ? hex8OperatorMemory(
        mesh.numberOfNodes(), mesh.numberOfElements(), settings.strategy, settings.reproducible)
    : ElementOperator<HostSpace>::memory(mesh, ratiosVary);
}
}

std::size_t operatorMemory(const Mesh& mesh, bool ratiosVary, const OperatorSettings& settings)
{
  if (settings.strategy == Strategy::Assembled)
  {
    return assembledOperatorMemory(mesh, settings.assembly, countNeighbours(mesh)) +
      matrixFreeMemory(mesh, ratiosVary, {});
  }
  return matrixFreeMemory(mesh, ratiosVary, settings);
}

void checkOperatorSettings(const Mesh& mesh, const OperatorSettings& settings, ExecutionSpace space)
{
  checkStrategy(settings.strategy, settings.reproducible, space);
  if (settings.strategy == Strategy::Assembled)
  {
    (void)matrixFormatInfo(settings.assembly.format);
    checkAssemblyMethod(settings.assembly.method, settings.reproducible, space);
    return;
  }
  if (!isHexahedral(mesh) && settings.strategy != Strategy::Auto)
  {
    throw Error("The strategy " + strategyInfo(settings.strategy).name +
      " is for eight-node hexahedra, but the mesh has " + cellTypesText(mesh) +
      ". Choose auto or assembled.");
  }
}
}
