#ifndef TRABECULA_ANALYSIS_PRECONDITIONING_MULTIGRIDCHOICE_H
#define TRABECULA_ANALYSIS_PRECONDITIONING_MULTIGRIDCHOICE_H

#include "Analysis/StructuralProblem.h"
#include "Core/Device.h"
#include "Mesh/Voxel/VoxelLattice.h"
#include "Solver/MeshMultigridSettings.h"

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
  /// On any other mesh; else empty.
  std::optional<MeshMultigridSettings> onMesh;
  std::string reason;                          ///< a sentence, where Preconditioner::Auto chose it
  ExecutionSpace space = ExecutionSpace::Host; ///< it is for

  /// Number of bricks of the lattice's grid; 0 without a lattice.
  std::size_t bricks() const { return this->lattice ? this->lattice->bricks() : 0; }
};

/// Preconditioner::Auto chooses multigrid where it is the faster one (Benchmark/README.md): on the
/// host on all but the smallest meshes, on CUDA on large ones, as its set-up and its many short
/// steps take as long there as many iterations. On a mesh that is no lattice it is that on a
/// lattice over the mesh, where one suits it.
/// @param space where it is to run
/// @throws Error if Preconditioner::Multigrid is requested and not applicable
MultigridChoice chooseMultigrid(
  const StructuralProblem& problem, const SolverRequirements& demands, ExecutionSpace space);

/// Makes a choice one for another space, where Preconditioner::Multigrid is requested, so that only
/// settings depend on the space.
void changeSpace(MultigridChoice& choice, const StructuralProblem& problem,
  const SolverRequirements& demands, ExecutionSpace space);
}

#endif
