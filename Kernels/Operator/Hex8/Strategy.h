#ifndef TRABECULA_OPERATOR_HEX8_STRATEGY_H
#define TRABECULA_OPERATOR_HEX8_STRATEGY_H

#include "Core/Device.h"

#include <string>
#include <vector>

namespace trabecula
{
/// How the product y = K(E) x with the stiffness matrix is computed. Only Assembled assembles the
/// matrix.
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
  Assembled  ///< a sparse matrix, for elements of all types
};

/// Properties of a strategy.
struct StrategyInfo
{
  Strategy strategy;
  std::string name;        ///< as in scripts: "auto", "nbn", "ebe", "ebe8", ...
  std::string description; ///< one line, without a full stop
  bool onHost;             ///< available in the host space; on CUDA all are
  bool storesMatrices;     ///< a 24 x 24 matrix per element, 4608 bytes
  bool reproducible;       ///< bitwise on CUDA; on the host all are
};

/// All strategies of eight-node hexahedra without an assembled matrix, in the order of the
/// enumeration.
const std::vector<StrategyInfo>& strategies();

const StrategyInfo& strategyInfo(Strategy strategy);

/// @throws Error naming alternatives if the strategy is not available in the space, or not
/// reproducible there although requested.
void checkStrategy(Strategy strategy, bool reproducible, ExecutionSpace space);
}

#endif
