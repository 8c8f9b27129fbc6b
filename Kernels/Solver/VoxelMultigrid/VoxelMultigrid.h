#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELMULTIGRID_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELMULTIGRID_H

#include "Core/Context.h"
#include "Operator/Voxel/VoxelOperator.h"
#include "Solver/LinearPreconditioner.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace trabecula
{
/// How a level is smoothed.
struct VoxelSmootherSettings
{
  int degree;             ///< of the Chebyshev polynomials, at least 1
  double eigenvalueRatio; ///< largest eigenvalue over the smallest that is smoothed
};

/// How coarse levels are solved.
enum class VoxelCycle
{
  V,     ///< one visit of each level
  W,     ///< two visits, which keeps the preconditioner symmetric
  Krylov ///< two steps of conjugate gradients with the next level as preconditioner
};

/// Coarse levels are cheap, and what slows convergence down is there: cells wider than a strut have
/// too few trilinear motions for it. Steps of conjugate gradients make up for much of it.
/// The defaults are for struts of few voxels and for moduli that differ by orders of magnitude.
struct VoxelMultigridSettings
{
  VoxelSmootherSettings finest = { 4, 10.0 };
  VoxelSmootherSettings first = { 8, 30.0 };  ///< the first coarse level
  VoxelSmootherSettings coarse = { 8, 30.0 }; ///< all further ones
  VoxelCycle cycle = VoxelCycle::Krylov;
  std::size_t twiceFrom = 1; ///< first level that is visited twice in each cycle of the one before

  /// What takes least time where struts are many voxels thick: more iterations, each of less work.
  static VoxelMultigridSettings ofThickStruts()
  {
    return { { 3, 8.0 }, { 6, 20.0 }, { 6, 20.0 }, VoxelCycle::Krylov, 2 };
  }
};

/**
 * A multigrid cycle on a voxel grid as preconditioner (the micro-FE paper, Algorithm 1), in single
 * precision throughout.
 *
 * Coarse matrices are exact Galerkin products, and coarse meshes keep apart what the structure
 * keeps apart (see Solver/VoxelHierarchy.h): with the averaged moduli of the paper's eq. 5, struts
 * that pass each other are joined and those that fill part of a cell too stiff, which costs porous
 * samples several times the iterations. Smoothing is by Chebyshev polynomials over the diagonal
 * (Adams, Brezina, Hu, Tuminaro, J. Comput. Phys. 188, 2003), coarse problems are solved by Krylov
 * cycles (Notay, Vassilevski, Numer. Linear Algebra Appl. 15, 2008). No matrix is stored for the
 * voxels and the first coarse level.
 *
 * Transfer and coarse meshes belong to the grid and its supports; update() follows the moduli. All
 * of it is made in the space.
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
   * @param settings chosen by the grid if there are none: of thick struts where the first coarse
   *   mesh keeps less than a sixth of the nodes
   */
  VoxelMultigrid(Context<Space>& context, const VoxelGrid& grid, VoxelOperator<Space>& K,
    double poissonsRatio, const std::vector<std::uint8_t>& supports,
    const std::optional<VoxelMultigridSettings>& settings = std::nullopt);
  ~VoxelMultigrid() override;
  VoxelMultigrid(const VoxelMultigrid&) = delete;
  VoxelMultigrid& operator=(const VoxelMultigrid&) = delete;

  /// Makes coarse matrices and eigenvalue estimates for the present moduli of the operator.
  /// @throws Error if the structure is held by too few supports to have a coarse solution.
  void update();

  const float* apply(const double* r) override;
  const float* freeUnknowns() const override { return this->inverseDiagonal(); }

  /// 1 / K_ii on free unknowns and 0 on prescribed ones.
  const float* inverseDiagonal() const;

  /// Unknowns of each level, finest first.
  std::vector<std::int64_t> levelSizes() const;

  struct Level;

private:
  const VoxelSmootherSettings& smoother(std::size_t level) const
  {
    return level == 0 ? this->Settings.finest
      : level == 1    ? this->Settings.first
                      : this->Settings.coarse;
  }
  void build(const VoxelGrid& grid, const std::vector<std::uint8_t>& supports, bool choose);
  void useScratch(float* scratch);
  void multiply(std::size_t level, const float* x, float* y);
  void smooth(std::size_t level, bool fromZero);
  void subtractStep(std::size_t level);
  void cycle(std::size_t level);
  void solve(std::size_t level);
  void estimateEigenvalue(std::size_t level);
  bool invertCoarsest();

  struct Storage;

  VoxelOperator<Space>& Operator;
  VoxelMultigridSettings Settings;
  std::unique_ptr<Storage> Store;
  std::vector<std::unique_ptr<Level>> Levels;
  DeviceVector<float, Space> CoarsestInverse; ///< empty if the coarsest level is only smoothed
};

/// Bytes that a multigrid preconditioner holds on the device, at most, while it is made and later.
/// Per node of the grid: measured were 130 on a thick shell, and up to 240 on struts of two voxels
/// and on random voxels, whose coarse levels have the most nodes. To this the inverse of the
/// coarsest level and what it is made from.
inline std::size_t voxelMultigridMemory(std::size_t nodes)
{
  constexpr std::size_t bytesPerNode = 260;
  constexpr std::size_t mostInverseRows = 4096;
  constexpr std::size_t tile = 64;
  const std::size_t rows = std::min(mostInverseRows, 3 * nodes + tile);
  return bytesPerNode * nodes + rows * rows * (2 * sizeof(double) + sizeof(float));
}
}

#endif
