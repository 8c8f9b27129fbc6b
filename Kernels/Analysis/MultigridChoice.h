#ifndef TRABECULA_ANALYSIS_MULTIGRIDCHOICE_H
#define TRABECULA_ANALYSIS_MULTIGRIDCHOICE_H

#include "Analysis/StructuralProblem.h"
#include "Mesh/Voxel/VoxelLattice.h"

#include <cstddef>
#include <optional>
#include <string>

namespace trabecula
{
/// Whether multigrid preconditions a problem's systems.
struct MultigridChoice
{
  std::optional<VoxelLattice> lattice; ///< of the problem's mesh, if it does
  std::string reason;                  ///< a sentence, where Preconditioner::Auto chose it

  /// Of the lattice's grid; 0 without.
  std::size_t bricks() const { return this->lattice ? this->lattice->bricks() : 0; }
};

/// @throws Error if Preconditioner::Multigrid is asked for and does not suit the problem
MultigridChoice chooseMultigrid(const StructuralProblem& problem, const SolverDemands& demands);
}

#endif
