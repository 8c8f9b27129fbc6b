#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELMULTIGRID_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELMULTIGRID_H

#include "Operator/Assembled/HostMatrix.h"
#include "Operator/Voxel/VoxelLaw.h"
#include "Operator/Voxel/VoxelOperatorOf.h"
#include "Solver/LinearPreconditioner.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace trabecula
{
/// Smoother of a level.
struct VoxelSmootherSettings
{
  int before;             ///< degree of the polynomial before the coarse correction, 0 for none
  int after;              ///< and after it, at least 1
  double eigenvalueRatio; ///< largest eigenvalue over the lower end of the smoothed interval
};

/// Type of the multigrid cycle.
enum class VoxelCycle
{
  V,     ///< one visit of each level
  W,     ///< two visits
  Krylov ///< two steps of conjugate gradients with the next level as preconditioner
};

/// Settings of VoxelMultigrid. Convergence is limited by coarse levels, whose trilinear
/// interpolation is poor for cells wider than a strut; Krylov cycles compensate for much of this at
/// low cost. The defaults are for struts of few voxels and for moduli that differ by orders of
/// magnitude.
struct VoxelMultigridSettings
{
  VoxelSmootherSettings finest = { 0, 8, 20.0 };
  VoxelSmootherSettings first = { 0, 8, 20.0 };  ///< the first coarse level
  VoxelSmootherSettings coarse = { 0, 8, 20.0 }; ///< all coarser levels
  VoxelCycle cycle = VoxelCycle::Krylov;
  std::size_t twiceFrom = 1; ///< first level that is visited twice per cycle of the next finer one
  /// Steps of Lanczos' method for the eigenvalues of coarse levels, from 2 to MostEigenvalueSteps.
  int eigenvalueSteps = MostEigenvalueSteps;
  static constexpr int MostEigenvalueSteps = 12;
  /// On several parts, number of nodes of all of them up to which each part has a level as a whole;
  /// smoothing of larger ones takes longer than the exchanges between parts. If empty, that of the
  /// space: on the host each part would compute such a level with its few threads, and also the
  /// matrices of all its elements.
  std::optional<std::int64_t> replicatedNodes = std::nullopt;
  static constexpr std::int64_t ReplicatedNodesOnCuda = 50000;
  static constexpr std::int64_t ReplicatedNodesOnHost = 500;

  /// Fastest settings for struts of many voxels: more iterations with less work each.
  static VoxelMultigridSettings ofThickStruts()
  {
    return { { 0, 7, 20.0 }, { 0, 8, 20.0 }, { 0, 8, 20.0 }, VoxelCycle::Krylov, 2,
      MostEigenvalueSteps };
  }
};

/**
 * A multigrid cycle on a voxel grid as preconditioner (the micro-FE paper, Algorithm 1), in single
 * precision throughout.
 *
 * Coarse matrices are exact Galerkin products, and coarse meshes preserve disconnections (see
 * VoxelHierarchy.h): with the averaged moduli of the paper's eq. 5, neighbouring struts are
 * connected and those that fill part of a cell too stiff, which takes several times the iterations
 * for porous samples. Smoothing is by Chebyshev polynomials over the diagonal (Adams, Brezina, Hu,
 * Tuminaro, J. Comput. Phys. 188, 2003), coarse problems are solved by Krylov cycles (Notay,
 * Vassilevski, Numer. Linear Algebra Appl. 15, 2008). No matrix is stored for the voxels and the
 * first coarse level.
 *
 * By default smoothing follows the coarse correction and does not precede it (Phillips, Fischer,
 * Optimal Chebyshev smoothers and one-sided V-cycles, 2022), as trilinear interpolation leaves
 * short waves in slender struts. Such a cycle is not symmetric, even without Krylov steps: it is
 * for flexible conjugate gradients. On designs whose void was raised for the hierarchy, floating
 * bodies need smoothing on both sides.
 *
 * Levels are raw arrays; vectors begin at the finest level.
 *
 * On several parts fine levels are divided as the bricks of the grid are, and each part has the
 * small ones as a whole (VoxelLevels.h). The cycle is that of a single part, but for rounding and
 * the start of eigenvalue estimates. Multiple right-hand sides exchange
 * the entries of all columns together, but on GPUs those of the finest level.
 *
 * Transfers and coarse meshes depend on the grid and its supports only; update() recomputes what
 * depends on moduli. All is computed in the space.
 *
 * With one unknown a node, as in heat conduction, the matrix of the first coarse level is stored,
 * too, as a row of single numbers takes a ninth of one of blocks. Multiple right-hand sides are
 * those of displacements.
 *
 * @tparam Components of the field at each node: see VoxelLaw
 */
template <class Space, int Components = 3>
class VoxelMultigrid : public LinearPreconditioner<Space>
{
public:
  /**
   * Builds all levels, without what depends on moduli: update() must follow.
   *
   * @param grid of K, on several parts with GhostVoxels::WholeBricks and an owner of each brick,
   * void or not
   * @param K the operator to precondition; must outlive this object
   * @param law of K: of elasticity its Poisson's ratio
   * @param supports one per unknown, nonzero where it is prescribed
   * @param settings if empty, chosen by the grid: ofThickStruts() if the first coarse mesh has less
   * than a sixth of the nodes
   * @param film of one unknown a node: a matrix of few rows that is added to K, one row per node,
   * which couples nodes of one voxel; empty means none
   */
  VoxelMultigrid(const VoxelGrid& grid, VoxelOperatorOf<Space, Components>& K,
    const VoxelLaw<Components>& law, const std::vector<std::uint8_t>& supports,
    const std::optional<VoxelMultigridSettings>& settings = std::nullopt,
    const HostMatrix& film = {});
  ~VoxelMultigrid() override;
  VoxelMultigrid(const VoxelMultigrid&) = delete;
  VoxelMultigrid& operator=(const VoxelMultigrid&) = delete;

  /// Computes coarse matrices and eigenvalue estimates for the present moduli of the operator.
  /// @throws SolverBreakdown if the coarsest matrix is not positive definite, as with too few
  /// supports.
  void update();

  const Vector<Space, float>& apply(const Vector<Space>& r) override;
  /// 1 / K_ii on free unknowns.
  const Vector<Space, float>& freeUnknowns() const override;

  /// Interleaved columns on the host. On GPUs, whose loops over voxels store no matrix and take a
  /// vector at a time, columns are apart on the finest level.
  Arrangement arrangement() const override
  {
    return Space::Id == ExecutionSpace::Host ? Arrangement::Interleaved : Arrangement::Apart;
  }
  /**
   * The first call for a number of columns allocates memoryOfColumns(). With it the matrix of the
   * first coarse level is stored. On CUDA memory for more columns is used for fewer ones, too, and
   * short columns are computed at the same time, in streams.
   *
   * @param r in arrangement(); on the host inactive columns are computed, too
   */
  MultiVector<Space, float>& applyToColumns(
    MultiVector<Space>& r, const ColumnSet& active) override;
  /// Number of columns that there is memory for; 0 before the first call of applyToColumns().
  int columns() const;
  /// Estimate of the bytes that columns take, during an update, too, for rows of 27 blocks on the
  /// first coarse level: less on average.
  std::size_t memoryOfColumns(int columns) const;

  /// Unknowns of each level, of all parts, finest first.
  std::vector<std::int64_t> levelSizes() const;

private:
  struct Storage;

  const VoxelSmootherSettings& smoother(std::size_t level) const
  {
    return level == 0 ? this->Settings.finest
      : level == 1    ? this->Settings.first
                      : this->Settings.coarse;
  }
  template <int Columns>
  void multiply(std::size_t level, const float* x, float* y);
  template <int Columns>
  void smooth(std::size_t level, bool fromZero, float* r, float* x);
  template <int Columns>
  void subtractStep(std::size_t level, float* r);
  template <int Columns>
  void cycle(std::size_t level);
  template <int Columns>
  void solve(std::size_t level);
  template <int Columns>
  void solveBelow(std::size_t level);
  template <class Cycle>
  void launchCaptured(Cycle& cycle, const double* from, const std::function<void()>& work);
  void prepareColumns(int columns);
  template <int Columns>
  void descend(int column, const double* r);
  template <int Columns>
  void ascend(int column);
  template <int Columns>
  void captureColumns(const double* r, float* scratch);
  template <int Columns>
  void applyOnParts(MultiVector<Space>& r, const ColumnSet& active);
  void zeroGhosts(const std::vector<float*>& vectors, int columns);
  std::size_t scratchOfStreams() const;

  VoxelOperatorOf<Space, Components>& Operator;
  VoxelMultigridSettings Settings;
  std::unique_ptr<Storage> Store;
};

/// Upper bound of the bytes of all levels of a multigrid preconditioner on the device per node of
/// the grid, without the inversion of the coarsest one.
///
/// Measured are 90 to 150 on solids and thick struts, which have at least four elements to five
/// nodes, up to 225 with one element to two nodes, and 440 on bars of one voxel.
inline std::size_t voxelMultigridBytesPerNode(std::size_t nodes, std::size_t elements)
{
  return 5 * elements >= 4 * nodes ? 175 : 3 * elements >= nodes ? 260 : 450;
}

/// The same for the inversion of the coarsest level, which each part has as a whole.
///
/// It has few rows, unless parts that share no node are many: each keeps 27 nodes at most. Thin
/// structures are counted with as many rows as are ever inverted, which covers their coarse levels.
///
/// @param nodes, elements of the whole grid @param parts of elements that share nodes
inline std::size_t coarsestVoxelMemory(std::size_t nodes, std::size_t elements, std::size_t parts)
{
  const bool isThin = 2 * elements < nodes;
  constexpr std::size_t mostParts = 8;
  constexpr std::size_t fewRows = 1216;
  constexpr std::size_t mostInverseRows = 4096;
  constexpr std::size_t tile = 64;
  const std::size_t rows =
    std::min(isThin || parts > mostParts ? mostInverseRows : fewRows, 3 * nodes + tile);
  return rows * rows * (2 * sizeof(double) + sizeof(float));
}

/// The sum of both for a grid that is not divided.
inline std::size_t voxelMultigridMemory(std::size_t nodes, std::size_t elements, std::size_t parts)
{
  return voxelMultigridBytesPerNode(nodes, elements) * nodes +
    coarsestVoxelMemory(nodes, elements, parts);
}

/// The same with one unknown a node, whose films are not counted.
std::size_t scalarVoxelMultigridMemory(std::size_t nodes, std::size_t elements);
}

#endif
