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
/// The choice of multigrid as the preconditioner of a problem, and of its kind.
struct MultigridChoice
{
  /// Lattice of the problem's mesh for geometric multigrid; else empty.
  std::optional<VoxelLattice> lattice;
  /// Settings of multigrid on any other mesh; else empty.
  std::optional<MeshMultigridSettings> onMesh;
  std::string reason;                          ///< a sentence if Preconditioner::Auto chose it
  ExecutionSpace space = ExecutionSpace::Host; ///< of the model
  /// Number of bodies of the whole mesh, for estimates of the memory of its parts; 0 means that it
  /// is that of the mesh the estimate is for.
  std::size_t bodies = 0;

  /// Number of bricks of the lattice's grid; 0 without a lattice.
  std::size_t bricks() const { return this->lattice ? this->lattice->bricks() : 0; }
};

/// Preconditioner::Auto chooses multigrid if it is faster (Benchmark/README.md): on the host for
/// all but the smallest meshes, on CUDA for large ones, as its set-up and its many short steps take
/// as long there as many iterations. For a mesh that is no lattice it chooses multigrid on a
/// lattice over the mesh if that is applicable, else aggregation.
/// @param space execution space of the model
/// @throws Error if Preconditioner::Multigrid is requested and not applicable
MultigridChoice chooseMultigrid(
  const StructuralProblem& problem, const SolverRequirements& demands, ExecutionSpace space);

/// Why a structure cannot be divided into parts, as a sentence; empty if it can.
std::string reasonAgainstParts(const StructuralProblem& problem);

/// @throws Error if a structure cannot be divided into parts
void requireDivisible(const StructuralProblem& problem);

/// The choice for a problem that is divided among several parts, with the numbers of one part, for
/// estimates of its memory. @param part its mesh
MultigridChoice choiceOfPart(const MultigridChoice& choice, const Mesh& part);

/// Changes a choice to another space. Preconditioner::Multigrid must be requested, so that only the
/// settings depend on the space.
void changeSpace(MultigridChoice& choice, const StructuralProblem& problem,
  const SolverRequirements& demands, ExecutionSpace space);
}

#endif
