#ifndef TRABECULA_ANALYSIS_MULTIGRIDCHOICE_H
#define TRABECULA_ANALYSIS_MULTIGRIDCHOICE_H

#include "Analysis/StructuralProblem.h"
#include "Mesh/Voxel/VoxelLattice.h"

#include <cstddef>
#include <optional>
#include <string>

namespace trabecula
{
/// Whether multigrid is the preconditioner of a problem.
struct MultigridChoice
{
  std::optional<VoxelLattice> lattice; ///< of the problem's mesh; empty without multigrid
  std::string reason;                  ///< a sentence, where Preconditioner::Auto chose it

  /// Number of bricks of the lattice's grid; 0 without multigrid.
  std::size_t bricks() const { return this->lattice ? this->lattice->bricks() : 0; }
};

/// @throws Error if Preconditioner::Multigrid is requested and not applicable
MultigridChoice chooseMultigrid(
  const StructuralProblem& problem, const SolverRequirements& demands);
}

#endif
