#ifndef TRABECULA_SOLVER_AGGREGATION_AGGREGATIONMULTIGRID_H
#define TRABECULA_SOLVER_AGGREGATION_AGGREGATIONMULTIGRID_H

#include "Mesh/Mesh.h"
#include "Operator/PoissonsRatios.h"
#include "Operator/SpringOperator.h"
#include "Operator/StiffnessOperator.h"
#include "Solver/Aggregation/AggregationSettings.h"
#include "Solver/Aggregation/BlockRowSource.h"
#include "Solver/StiffnessPreconditioner.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
template <class Space>
struct AggregationLevel;

/// An operator whose products smooth the finest level of an AggregationMultigrid.
template <class Space>
struct FinestProducts
{
  StiffnessOperator<Space>* stiffness = nullptr; ///< null for none
  /// The stiffness with the springs. Both operators must remain valid, and have the moduli of each
  /// update().
  SpringOperator<Space>* system = nullptr;
};

/**
 * A multigrid cycle by smoothed aggregation as preconditioner, for any mesh, in single precision
 * (Vanek, Mandel, Brezina, Computing 56, 1996). On each aggregate coarse levels reproduce its six
 * rigid-body modes for three unknowns a node, and the constant for one, as in conduction. Between
 * quadratic elements and aggregates there is a level of linear elements on the same corners with
 * the same moduli, whose fields are linear on edges (p-multigrid).
 *
 * Smoothing is by Chebyshev polynomials over block Jacobi (Adams, Brezina, Hu, Tuminaro, J. Comput.
 * Phys. 188, 2003); block Jacobi treats each node separately, so that it smooths nearly void
 * material as well as solid material. Coarse matrices are Galerkin products in double precision;
 * the coarsest system is solved directly. Aggregates depend on the mesh alone: patterns are
 * computed once, and for other moduli only values. With a lagged update (see LaggedUpdate) coarse
 * matrices of earlier moduli are kept as long as they are good enough, and only levels of elements
 * are updated. apply() may then recompute coarse matrices, so that the solver must tolerate a
 * preconditioner that changes between iterations.
 *
 * On several parts, the matrix has complete rows for the nodes that this part owns, with columns of
 * all nodes of its layout. Levels are divided until they have few nodes, see
 * AggregationSettings::replicatedNodes; aggregates do not cross parts on divided levels. All
 * functions are called by all parts at the same time.
 */
template <class Space>
class AggregationMultigrid : public StiffnessPreconditioner<Space>
{
public:
  /**
   * Builds aggregates and patterns; update() must be called before use.
   *
   * @param layout of the unknowns, three or one for each node
   * @param rows assembles the matrix of the mesh, and that of its corners if it has quadratic
   * elements; not called after construction
   * @param supports one per unknown, nonzero where its value is prescribed
   * @param products operator for smoothing on the finest level, used where its products are cheaper
   * than those of a stored matrix; may be empty
   * @throws SolverBreakdown on CUDA if the candidates of a row of a coarse matrix exceed the shared
   * memory of a team
   * @throws Error if sizes do not match, on several parts without a halo of nodes, or for another
   * number of unknowns a node
   */
  AggregationMultigrid(LayoutPointer<Space> layout, const Mesh& mesh, const MeshRows<Space>& rows,
    const std::vector<std::uint8_t>& supports, const FinestProducts<Space>& products,
    const AggregationSettings& settings = {});
  /// The same for elasticity. @param springs one per unknown, force per length; empty means none
  AggregationMultigrid(const Context<Space>& context, const Mesh& mesh,
    const PoissonsRatios& ratios, const std::vector<std::uint8_t>& supports,
    const std::vector<double>& springs = {}, const AggregationSettings& settings = {});
  /// The same with operators for smoothing on the finest level, see FinestProducts.
  AggregationMultigrid(const Context<Space>& context, const Mesh& mesh,
    const PoissonsRatios& ratios, const std::vector<std::uint8_t>& supports,
    const std::vector<double>& springs, StiffnessOperator<Space>& stiffness,
    SpringOperator<Space>& system, const AggregationSettings& settings = {});
  /// The same for any symmetric positive definite matrix of blocks.
  /// @param layout of its unknowns, three or one for each node
  /// @param points coordinates of its nodes, length
  AggregationMultigrid(LayoutPointer<Space> layout, std::unique_ptr<BlockRowSource<Space>> rows,
    const std::vector<double>& points, const std::vector<std::uint8_t>& supports,
    const AggregationSettings& settings = {});
  ~AggregationMultigrid() override;
  AggregationMultigrid(const AggregationMultigrid&) = delete;
  AggregationMultigrid& operator=(const AggregationMultigrid&) = delete;

  /// @throws SolverBreakdown if the coarsest matrix is not positive definite, or no eigenvalue is
  /// found
  /// @param moduli must remain valid until the next call
  void update(const Vector<Space>& moduli, double largest) override;
  /// Recomputes coarse matrices that belong to earlier moduli; otherwise raises the bounds of
  /// eigenvalues for smoothing, up to three times after an update of all levels.
  std::string recover() override;

  /// @throws SolverBreakdown as update(), if coarse matrices are recomputed
  const Vector<Space, float>& apply(const Vector<Space>& r) override;
  const Vector<Space, float>& freeUnknowns() const override;

  /// Unknowns of each level, of all parts, finest first.
  std::vector<std::int64_t> levelSizes() const;

private:
  struct Storage;

  void addFineLevel(std::unique_ptr<BlockRowSource<Space>> rows, LayoutPointer<Space> layout,
    const std::vector<std::uint8_t>& supports);
  /// Adds the level of the corners of quadratic elements. @param rows of its matrix
  void addCornerLevel(const CornerMesh& corners, std::unique_ptr<BlockRowSource<Space>> rows,
    const std::vector<std::uint8_t>& supports);
  void addAggregates(const std::vector<double>& points);
  /// Computes matrices and smoothers of all levels for the present moduli.
  void updateLevels();
  /// Computes the smoothers of levels of elements for the present moduli; levels of aggregates
  /// keep their matrices.
  void updateElements();
  void cycle(std::size_t level, bool fromZero);
  void visitCoarse(std::size_t level);
  void solveCoarsest(bool fromZero);

  AggregationSettings Settings;
  std::unique_ptr<Storage> Store;
  std::vector<std::unique_ptr<AggregationLevel<Space>>> Levels; ///< finest first
};
}

#endif
