#include "Operator/MakeOperator.h"

#include "Core/Space.h"
#include "Element/Elements.h"
#include "Operator/Elements/ElementOperator.h"
#include "Operator/Hex8/MakeHex8Operator.h"

namespace trabecula
{
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeOperator(
  const Mesh& mesh, double poissonsRatio, const OperatorSettings& settings)
{
  checkOperatorSettings(mesh.cellType, settings, Space::Id);
  switch (mesh.cellType)
  {
    case CellType::Tetrahedron:
      return std::make_unique<ElementOperator<Space, Tet4Element>>(mesh, poissonsRatio);
    case CellType::Hexahedron:
      return makeHex8Operator<Space>(mesh, poissonsRatio, settings.strategy, settings.reproducible);
    case CellType::QuadraticTetrahedron:
      return std::make_unique<ElementOperator<Space, Tet10Element>>(mesh, poissonsRatio);
    case CellType::QuadraticHexahedron:
      return std::make_unique<ElementOperator<Space, Hex20Element>>(mesh, poissonsRatio);
  }
  return nullptr;
}

template std::unique_ptr<StiffnessOperator<CompiledSpace>> makeOperator<CompiledSpace>(
  const Mesh& mesh, double poissonsRatio, const OperatorSettings& settings);
}
