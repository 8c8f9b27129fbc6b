#include "Operator/OperatorSettings.h"

#include "Core/Error.h"
#include "Element/Elements.h"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/Hex8OperatorMemory.h"

namespace trabecula
{
std::size_t operatorMemory(const Mesh& mesh, const OperatorSettings& settings)
{
  switch (mesh.cellType)
  {
    case CellType::Tetrahedron:
      return ElementOperator<HostSpace, Tet4Element>::memory(
        mesh.numberOfNodes(), mesh.numberOfElements());
    case CellType::QuadraticTetrahedron:
      return ElementOperator<HostSpace, Tet10Element>::memory(
        mesh.numberOfNodes(), mesh.numberOfElements());
    case CellType::QuadraticHexahedron:
      return ElementOperator<HostSpace, Hex20Element>::memory(
        mesh.numberOfNodes(), mesh.numberOfElements());
    case CellType::Hexahedron:
      return hex8OperatorMemory(
        mesh.numberOfNodes(), mesh.numberOfElements(), settings.strategy, settings.reproducible);
  }
  return 0;
}

void checkOperatorSettings(CellType cells, const OperatorSettings& settings, ExecutionSpace space)
{
  checkStrategy(settings.strategy, settings.reproducible, space);
  if (cells != CellType::Hexahedron && settings.strategy != Strategy::Auto)
  {
    throw Error("The strategy " + strategyInfo(settings.strategy).name +
      " is for eight-node hexahedra, but the mesh has " + cellShape(cells).plural +
      ". Choose auto.");
  }
}
}
