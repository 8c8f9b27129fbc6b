#ifndef TRABECULA_OPERATOR_HEX8_STRATEGY_H
#define TRABECULA_OPERATOR_HEX8_STRATEGY_H

#include "Core/Device.h"

#include <string>
#include <vector>

namespace trabecula
{
/// How the product y = K(E) x with the stiffness matrix is made; all but the last do not assemble
/// it.
enum class Strategy
{
  Auto,      ///< the fastest for the mesh and the device
  Nbn,       ///< EbE paper, Algorithm 2
  Ebe,       ///< EbE paper, Algorithm 3
  Ebe8,      ///< EbE paper, Algorithm 4
  Ebe24,     ///< EbE paper, Algorithm 5
  Ebe64,     ///< EbE paper, Algorithm 6
  Coloured,  ///< stored matrices, elements of one colour at a time
  Recompute, ///< element products recomputed from corner coordinates
  Congruent, ///< few reference matrices for elements that are translations of each other
  Assembled  ///< a sparse matrix, of all elements and not of hexahedra alone
};

/// What a user wants to know of a strategy before choosing it.
struct StrategyInfo
{
  Strategy strategy;
  std::string name;        ///< as in scripts: "auto", "nbn", "ebe", "ebe8", ...
  std::string description; ///< one line, without a full stop
  bool onHost;             ///< it runs in the host space too; on CUDA all do
  bool storesMatrices;     ///< 24 x 24 of each element, 4608 bytes
  bool reproducible;       ///< on CUDA, the same bits run after run; on the host all are
};

/// All strategies of eight-node hexahedra without an assembled matrix, in the order of the
/// enumeration.
const std::vector<StrategyInfo>& strategies();

const StrategyInfo& strategyInfo(Strategy strategy);

/// @throws Error that lists the names if none matches.
Strategy strategyFromName(const std::string& name);

/// @throws Error that says what to choose instead if the strategy does not run in the space, or is
/// asked to be reproducible there and is not.
void checkStrategy(Strategy strategy, bool reproducible, ExecutionSpace space);
}

#endif
