#include "Operator/Hex8/MakeHex8Operator.h"

#include "Core/Space.h"
#include "Operator/Hex8/Hex8CongruentOperator.h"
#include "Operator/Hex8/Hex8OperatorMemory.h"
#include "Operator/Hex8/Stored/Hex8StoredOperator.h"
#include "Operator/OperatorChecks.h"

namespace trabecula
{
namespace detail
{
/// Returns the fastest operator for a mesh, and the reason for the choice.
template <class Space>
std::unique_ptr<Hex8Operator<Space>> chooseHex8Operator(
  const OperatorLayouts<Space>& layouts, const Mesh& mesh, double poissonsRatio, bool reproducible)
{
  std::unique_ptr<Hex8Operator<Space>> result;
  if (mesh.numberOfElements() == 0) // a part without elements
  {
    return std::make_unique<Hex8Operator<Space>>(layouts, mesh, poissonsRatio, reproducible);
  }
  const ElementShapes shapes = findElementShapes(mesh);
  if (shapes.elementsSeen == mesh.numberOfElements())
  {
    const ModalStiffness stiffness = makeModalStiffness(shapes, poissonsRatio);
    // The product with a full matrix is at most 10 % faster than recomputation.
    if (stiffness.form != ModalForm::General)
    {
      result = std::make_unique<Hex8CongruentOperator<Space>>(
        layouts, mesh, poissonsRatio, reproducible, shapes, stiffness);
      const std::string count = std::to_string(shapes.shapes.size());
      result->reason = "The strategy is congruent, as all elements have " +
        (shapes.shapes.size() == 1 ? std::string("one shape") : "one of " + count + " shapes") +
        (stiffness.form == ModalForm::Bricks ? ", bricks along the axes."
                                             : " with parallel faces.");
      return result;
    }
  }
  result = std::make_unique<Hex8Operator<Space>>(layouts, mesh, poissonsRatio, reproducible);
  result->reason = "The strategy is recompute, as the elements have " +
    std::string(shapes.elementsSeen == mesh.numberOfElements() ? "faces that are not parallel."
                                                               : "many shapes.");
  return result;
}
}

template <class Space>
std::unique_ptr<Hex8Operator<Space>> makeHex8Operator(const OperatorLayouts<Space>& layouts,
  const Mesh& mesh, double poissonsRatio, Strategy strategy, bool reproducible)
{
  requireHexahedral(mesh, "An operator of hexahedra");
  checkStrategy(strategy, reproducible, Space::Id);
  checkHex8OperatorMemory(mesh.numberOfNodes(), mesh.numberOfElements(), strategy, reproducible,
    layouts.context().presentDevice());
  switch (strategy)
  {
    case Strategy::Auto:
      return detail::chooseHex8Operator(layouts, mesh, poissonsRatio, reproducible);
    case Strategy::Recompute:
      return std::make_unique<Hex8Operator<Space>>(layouts, mesh, poissonsRatio, reproducible);
    case Strategy::Congruent:
    {
      const ElementShapes shapes = requireFewShapes(mesh);
      return std::make_unique<Hex8CongruentOperator<Space>>(layouts, mesh, poissonsRatio,
        reproducible, shapes, makeModalStiffness(shapes, poissonsRatio));
    }
    default:
      return std::make_unique<Hex8StoredOperator<Space>>(
        layouts, mesh, poissonsRatio, reproducible, strategy);
  }
}

template std::unique_ptr<Hex8Operator<CompiledSpace>> makeHex8Operator(
  const OperatorLayouts<CompiledSpace>& layouts, const Mesh& mesh, double poissonsRatio,
  Strategy strategy, bool reproducible);
}
