#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_H

#include "Operator/VoxelOperator.h"
#include "Solver/LinearPreconditioner.h"
#include "Solver/VoxelCoarsening.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// How a level is smoothed and how often the next one is visited from it.
struct VoxelMultigridLevelSettings
{
  int smoothing;       ///< degree of the Chebyshev polynomials, at least 1
  double smoothedPart; ///< largest eigenvalue over the least that smoothing takes care of
  int cycles;          ///< visits of the next level in each cycle: 1 for V, 2 for W
};

/// Coarse levels are cheap, and what slows convergence down is there: trilinear motions of cells
/// wider than a strut bend it too stiffly.
struct VoxelMultigridSettings
{
  VoxelMultigridLevelSettings finest = { 4, 10.0, 1 };
  VoxelMultigridLevelSettings coarse = { 8, 30.0, 3 };
};

/**
 * A multigrid cycle on a voxel grid as preconditioner (the micro-FE paper, Algorithm 1), in single
 * precision throughout.
 *
 * Coarse matrices are exact Galerkin products, and coarse meshes keep apart what the structure
 * keeps apart (see Solver/VoxelCoarsening.h): with the averaged moduli of the paper's eq. 5, struts
 * that pass each other are joined and those that fill part of a cell too stiff, which costs porous
 * samples several times the iterations. Smoothing is by Chebyshev polynomials over the diagonal
 * (Adams, Brezina, Hu, Tuminaro, J. Comput. Phys. 188, 2003).
 *
 * Transfer and coarse meshes belong to the grid and its supports; update() follows the moduli.
 */
template <class Space>
class VoxelMultigrid : public LinearPreconditioner<Space>
{
public:
  /**
   * Builds all levels and calls update().
   *
   * @param K the operator to precondition, which must outlive this
   * @param supports 3 per node, nonzero where a displacement is prescribed
   */
  VoxelMultigrid(const VoxelGrid& grid, VoxelOperator<Space>& K, double poissonsRatio,
    const std::vector<std::uint8_t>& supports, const VoxelMultigridSettings& settings = {});
  ~VoxelMultigrid() override;
  VoxelMultigrid(const VoxelMultigrid&) = delete;
  VoxelMultigrid& operator=(const VoxelMultigrid&) = delete;

  /// Makes coarse matrices and eigenvalue estimates for the present moduli of the operator.
  /// @throws Error if the structure is held by too few supports to have a coarse solution.
  void update();

  void apply(const double* r, double* z) override;

  /// 1 / K_ii on free unknowns and 0 on prescribed ones.
  const double* inverseDiagonal() const;

  /// Unknowns of each level, finest first.
  std::vector<std::int64_t> levelSizes() const;

  struct Level;

private:
  const VoxelMultigridLevelSettings& settings(std::size_t level) const
  {
    return level == 0 ? this->Settings.finest : this->Settings.coarse;
  }
  void multiply(std::size_t level, const float* x, float* y);
  void smooth(std::size_t level, bool fromZero);
  void cycle(std::size_t level, bool fromZero);
  void estimateEigenvalue(std::size_t level);
  bool invertCoarsest(const BlockMatrix& matrix);

  VoxelOperator<Space>& Operator;
  VoxelMultigridSettings Settings;
  std::array<double, 3> Spacing;
  double PoissonsRatio;
  std::vector<std::uint8_t> Supports;
  std::vector<LatticeMesh> Meshes;     ///< of each level
  std::vector<Coarsening> Coarsenings; ///< from each level to the next, without its mesh
  std::vector<std::unique_ptr<Level>> Levels;
  DeviceVector<double, Space> InverseDiagonal;
  DeviceVector<float, Space> CoarsestInverse; ///< empty if the coarsest level is only smoothed
};
}

#endif
