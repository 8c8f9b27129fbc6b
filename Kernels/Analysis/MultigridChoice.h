#ifndef TRABECULA_ANALYSIS_MULTIGRIDCHOICE_H
#define TRABECULA_ANALYSIS_MULTIGRIDCHOICE_H

#include "Analysis/StructuralProblem.h"
#include "Core/Device.h"
#include "Mesh/Voxel/VoxelLattice.h"

#include <cstddef>
#include <optional>
#include <string>

namespace trabecula
{
/// Whether multigrid is the preconditioner of a problem, and which.
struct MultigridChoice
{
  /// Of the problem's mesh, for geometric multigrid; else empty.
  std::optional<VoxelLattice> lattice;
  bool aggregation = false; ///< multigrid by aggregation, on any other mesh
  std::string reason;       ///< a sentence, where Preconditioner::Auto chose it

  /// Number of bricks of the lattice's grid; 0 without a lattice.
  std::size_t bricks() const { return this->lattice ? this->lattice->bricks() : 0; }
};

/// @param space where it is to run: on CUDA, Preconditioner::Auto does not choose aggregation,
/// whose set-up takes longer there than the iterations that it saves (Benchmark/README.md)
/// @throws Error if Preconditioner::Multigrid is requested and not applicable
MultigridChoice chooseMultigrid(
  const StructuralProblem& problem, const SolverRequirements& demands, ExecutionSpace space);
}

#endif
