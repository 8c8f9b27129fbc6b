#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYSTATE_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYSTATE_H

#include "Design/Optimizer/MovingAsymptotesState.h"
#include "Optimization/IterationRecord.h"
#include "Optimization/Optimization.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
/**
 * Everything at an iterate that later iterates depend on and that the problem does not say.
 *
 * Fields of elements have one value per element and fields of nodes three per node, in the order of
 * the problem's mesh and in the units of TopologyOptimizer. What the optimizer makes anew from the
 * design in every iteration is not in it: moduli, preconditioners, eigenvalue estimates.
 */
struct TopologyState
{
  IterationRecord record; ///< of the iterate
  /// What multigrid takes void for at least, over solid; rounding may have raised it.
  double leastModulus = 0.0;

  std::vector<double> design;   ///< design variables x, one per element
  std::vector<double> density;  ///< physical density, one per element, of the density filter
  std::vector<double> energies; ///< weighted sum of u_e.(K_e u_e), unit modulus, one per element
  std::vector<std::vector<double>> displacements; ///< of each load case, 3 per node
  std::vector<double> adjoint;                    ///< of OutputDisplacement, 3 per node; else empty
  std::vector<double> adjointEnergies; ///< the same, weighted sum of v_e.(K_e u_e), one per element
  MovingAsymptotesState asymptotes;
};

/// A record as a row of a history with these columns, and the way back.
HistoryRow rowOf(const IterationRecord& record, const HistoryColumns& columns);
IterationRecord recordOf(const HistoryRow& row, const HistoryColumns& columns);

/// A state by the names of its parts, and the way back: a part that is missing is empty then.
OptimizationState namedState(TopologyState state, const HistoryColumns& columns);
TopologyState topologyState(
  const OptimizationState& named, const HistoryColumns& columns, std::size_t loadCases);
}

#endif
