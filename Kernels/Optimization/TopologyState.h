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
 * Data of an iterate that, with the problem, determine later iterates.
 *
 * Fields of elements have one value per element and fields of nodes three per node, in the order of
 * the problem's mesh and in the units of TopologyOptimizer. Where design variables or material
 * points are not elements, theirs have one value each. Data recomputed in every iteration are not
 * included: moduli, preconditioners, eigenvalue estimates.
 */
struct TopologyState
{
  IterationRecord record; ///< of the iterate
  /// Caution of the preconditioner, see LadderState: of multigrid on voxels its least modulus over
  /// the largest.
  double leastModulus = 0.0;
  int replacements = 0; ///< of preconditioners, see LadderState

  std::vector<double> design;   ///< design variables x, one per element
  std::vector<double> density;  ///< physical density, one per element, of the density filter
  std::vector<double> energies; ///< weighted sum of u_e.(K_e u_e), unit modulus, one per element
  std::vector<std::vector<double>> displacements; ///< of each load case, 3 per node
  std::vector<double> adjoint;                    ///< of OutputDisplacement, 3 per node; else empty
  std::vector<double> adjointEnergies; ///< the same, weighted sum of v_e.(K_e u_e), one per element
  MovingAsymptotesState asymptotes;
};

/// Sizes of the fields of a state.
struct TopologyStateSizes
{
  std::size_t variables;      ///< of the design
  std::size_t materialPoints; ///< the same for elements
  std::size_t unknowns;
  std::size_t loadCases;
  bool filtersDensity;
  bool hasOutput;
  bool hasAsymptotes;
};

/// @throws Error if a state does not have these sizes
void checkState(const TopologyState& state, const TopologyStateSizes& sizes);

/// Conversion of a record to a row of a history with these columns, and back.
HistoryRow rowOf(const IterationRecord& record, const HistoryColumns& columns);
IterationRecord recordOf(const HistoryRow& row, const HistoryColumns& columns);

/// Conversion of a state to named parts, and back: missing parts become empty.
OptimizationState namedState(TopologyState state, const HistoryColumns& columns);
TopologyState topologyState(
  const OptimizationState& named, const HistoryColumns& columns, std::size_t loadCases);
}

#endif
