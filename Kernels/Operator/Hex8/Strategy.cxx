#include "Operator/Hex8/Strategy.h"

#include "Core/Error.h"

#include <algorithm>

namespace trabecula
{
const std::vector<StrategyInfo>& strategies()
{
  static const std::vector<StrategyInfo> all = {
    { Strategy::Auto, "auto", "The fastest for this mesh and device", true, false, true },
    { Strategy::Nbn, "nbn", "Node by node: a thread gathers all of a node's elements", true, true,
      true },
    { Strategy::Ebe, "ebe", "Element by element: a thread multiplies a whole element", true, true,
      false },
    { Strategy::Ebe8, "ebe8", "Eight threads an element, three rows each", false, true, false },
    { Strategy::Ebe24, "ebe24", "24 threads an element, a row each", false, true, false },
    { Strategy::Ebe64, "ebe64", "64 threads an element, a 3 x 3 tile each", false, true, false },
    { Strategy::Coloured, "coloured", "Elements that share no node at a time, without atomics",
      true, true, true },
    { Strategy::Recompute, "recompute",
      "No stored matrices: element products recomputed from corner coordinates", true, false,
      true },
    { Strategy::Congruent, "congruent",
      "One matrix for all elements of one shape; for meshes of few distinct shapes", true, false,
      true },
  };
  return all;
}

namespace
{
const StrategyInfo& assembled()
{
  static const StrategyInfo info = { Strategy::Assembled, "assembled",
    "A sparse matrix is assembled and multiplied; any element", true, false, true };
  return info;
}
}

const StrategyInfo& strategyInfo(Strategy strategy)
{
  if (strategy == Strategy::Assembled)
  {
    return assembled();
  }
  const auto number = static_cast<std::size_t>(strategy);
  if (number >= strategies().size())
  {
    throw Error("There is no strategy of number " + std::to_string(static_cast<int>(strategy)) +
      ": they are 0 to " + std::to_string(strategies().size()) + ".");
  }
  return strategies()[number];
}

void checkStrategy(Strategy strategy, bool reproducible, ExecutionSpace space)
{
  std::vector<StrategyInfo> all = strategies();
  all.push_back(assembled());
  const auto found = std::find_if(all.begin(), all.end(),
    [strategy](const StrategyInfo& info) { return info.strategy == strategy; });
  if (found == all.end())
  {
    throw Error("The strategy has the number " + std::to_string(static_cast<int>(strategy)) +
      ", but the last one is " + std::to_string(all.size() - 1) + ".");
  }
  const auto namesWhere = [&all](bool StrategyInfo::*property)
  {
    std::string names;
    for (const StrategyInfo& info : all)
    {
      names += info.*property ? (names.empty() ? "" : ", ") + info.name : "";
    }
    return names;
  };
  if (space == ExecutionSpace::Host && !found->onHost)
  {
    throw Error("The strategy " + found->name + " spreads an element over threads of a GPU and " +
      "does not run on the host. Choose one of: " + namesWhere(&StrategyInfo::onHost) + ".");
  }
  if (space == ExecutionSpace::Cuda && reproducible && !found->reproducible)
  {
    throw Error("The strategy " + found->name + " adds in an order that differs from run to run, " +
      "so its results are not reproducible. Choose one of: " +
      namesWhere(&StrategyInfo::reproducible) + "; or do without reproducibility.");
  }
}
}
