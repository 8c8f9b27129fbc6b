#include "Operator/MakeOperator.h"

#include "Core/Space.h"
#include "Element/Tet4Element.h"
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
  }
  return nullptr;
}

template std::unique_ptr<StiffnessOperator<CompiledSpace>> makeOperator<CompiledSpace>(
  const Mesh& mesh, double poissonsRatio, const OperatorSettings& settings);
}
