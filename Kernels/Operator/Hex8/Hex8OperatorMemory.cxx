#include "Operator/Hex8/Hex8OperatorMemory.h"

#include "Core/Error.h"
#include "Core/Space.h"
#include "Core/Text.h"
#include "Operator/Hex8/Hex8CongruentOperator.h"
#include "Operator/Hex8/Hex8Operator.h"
#include "Operator/Hex8/Stored/Hex8StoredOperator.h"

namespace trabecula
{
std::size_t hex8OperatorMemory(
  std::size_t nodes, std::size_t elements, Strategy strategy, bool reproducible)
{
  using Space = HostSpace; // the estimate is the same for all spaces
  switch (strategy)
  {
    case Strategy::Auto:
    case Strategy::Congruent:
      return Hex8CongruentOperator<Space>::memory(nodes, elements, reproducible);
    case Strategy::Recompute:
      return Hex8Operator<Space>::memory(nodes, elements, reproducible);
    default:
      return Hex8StoredOperator<Space>::memory(nodes, elements, strategy, reproducible);
  }
}

void checkHex8OperatorMemory(std::size_t nodes, std::size_t elements, Strategy strategy,
  bool reproducible, const Device& device)
{
  const std::size_t needed = hex8OperatorMemory(nodes, elements, strategy, reproducible);
  if (needed > device.availableMemory)
  {
    const StrategyInfo& info = strategyInfo(strategy);
    throw Error("Products of the strategy " + info.name + " with " +
      countText(static_cast<std::int64_t>(elements), "element") + " need " + mebibytesText(needed) +
      " on " + device.name + ", but " + mebibytesText(device.availableMemory) + " are available. " +
      (info.storesMatrices ? "It stores the matrix of each element; choose recompute or auto, "
                             "which do not."
                           : "Use a coarser mesh or a device with more memory."));
  }
}
}
