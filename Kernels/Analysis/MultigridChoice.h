#ifndef TRABECULA_ANALYSIS_MULTIGRIDCHOICE_H
#define TRABECULA_ANALYSIS_MULTIGRIDCHOICE_H

#include "Mesh/Voxel/VoxelLattice.h"
#include "Optimization/TopologyProblem.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

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
MultigridChoice chooseMultigrid(const TopologyProblem& problem);

/**
 * A problem with the numbers of its mesh's voxel grid, for a model whose fields then belong to the
 * grid, and the way back.
 */
class ProblemOnGrid
{
public:
  ProblemOnGrid(const TopologyProblem& original, const VoxelLattice& lattice);

  const VoxelGrid& grid() const { return this->Numbering.grid; }
  const TopologyProblem& problem() const { return this->Problem; }
  /// Lets go of what only makeTopologyModel() reads.
  void forgetProblem() { this->Problem = TopologyProblem(); }

  /// A field of the grid, one value per element, in the order of the original's elements.
  std::vector<double> elementField(const std::vector<double>& values) const;
  /// The way back.
  std::vector<double> elementFieldOnGrid(const std::vector<double>& values) const;
  /// The same for displacements; nodes that belong to no element have the prescribed one, or zero.
  std::vector<double> displacement(const std::vector<double>& values) const;
  std::vector<double> displacementOnGrid(const std::vector<double>& values) const;

private:
  VoxelNumbering Numbering;
  TopologyProblem Problem;
  std::vector<double>
    Idle; ///< displacements of nodes without element, if there are any; else empty
};
}

#endif
