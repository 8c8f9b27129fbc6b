#ifndef TRABECULA_BENCHMARK_PAPER_VOXEL_PAPERVOXELSOLVER_H
#define TRABECULA_BENCHMARK_PAPER_VOXEL_PAPERVOXELSOLVER_H

#include "Benchmark/Paper/Voxel/PaperVoxelMultigrid.h"
#include "Core/Context.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "MicroFe/VoxelMicroFeProblem.h"
#include "Solver/SolverReport.h"

#include <memory>
#include <vector>

namespace trabecula
{
/**
 * The first load of a voxel micro-FE analysis, solved as in the micro-FE paper: conjugate gradients
 * with its multigrid, all in double precision. For comparison with VoxelMicroFe, which solves the
 * same system.
 */
template <class Space>
class PaperVoxelSolver
{
public:
  /// @param problem a valid one
  PaperVoxelSolver(const Context<Space>& context, const VoxelMicroFeProblem& problem,
    const PaperVoxelSettings& settings);

  /// Solves the load anew. @throws Error if the preconditioner is found not to be positive definite
  SolverReport solve();

  const VoxelGrid& grid() const { return this->Grid; }
  const PaperVoxelMultigrid<Space>& multigrid() const { return *this->Multigrid; }
  /// 3 per node in the numbering of grid(), length.
  std::vector<double> displacement() const;

private:
  PaperVoxelSettings Settings;
  VoxelGrid Grid;
  std::unique_ptr<PaperVoxelMultigrid<Space>> Multigrid;
  Vector<Space> Prescribed;
  Vector<Space> Forces;
  Vector<Space> Displacement;
};
}

#endif
