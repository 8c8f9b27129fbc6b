#include "Operator/StiffnessOperator.h"

#include "Core/Error.h"
#include "Core/Space.h"
#include "Operator/Hex8Operator.h"

namespace trabecula
{
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeHex8Operator(
  const HexMesh& mesh, double poissonsRatio, Strategy strategy, bool reproducible)
{
  checkStrategy(strategy, reproducible, Space::Id);
  if (strategy != Strategy::Auto && strategy != Strategy::Recompute)
  {
    throw Error("The strategy " + strategyInfo(strategy).name + " is not implemented.");
  }
  auto result = std::make_unique<Hex8Operator<Space>>(mesh, poissonsRatio);
  if (strategy == Strategy::Auto)
  {
    result->reason = "recompute, as it is the fastest on distorted elements";
  }
  return result;
}
}
