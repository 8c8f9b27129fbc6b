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
/// An operator whose products smooth the finest level of an AggregationMultigrid.
template <class Space>
struct FinestProducts
{
  StiffnessOperator<Space>* stiffness = nullptr; ///< null for none
  /// Of which the stiffness is a part. Both must remain valid, and have the moduli of each update()
  SpringOperator<Space>* system = nullptr;
};

/**
 * A multigrid cycle by smoothed aggregation as preconditioner, for any mesh, in single precision
 * (Vanek, Mandel, Brezina, Computing 56, 1996). What coarse levels reproduce of each aggregate are
 * its six rigid-body modes for three unknowns a node, and the constant for one, as in conduction.
 * Above it, for quadratic elements, a level of linear elements on the same corners with the same
 * moduli, whose fields are linear on edges (p-multigrid).
 *
 * Smoothing is by Chebyshev polynomials over block Jacobi (Adams, Brezina, Hu, Tuminaro, J. Comput.
 * Phys. 188, 2003); block Jacobi takes each node for itself, so that nearly void material is
 * smoothed as solid is. Coarse matrices are Galerkin products in double precision; the coarsest
 * level is solved. Aggregates follow the mesh alone: patterns are computed once, and for other
 * moduli only values. With a lagged update (see LaggedUpdate) coarse matrices of earlier moduli are
 * kept while they serve, and only the finest level follows: apply() may then compute them anew, so
 * that it is for solvers that cope with another preconditioner in each iteration.
 *
 * All nodes are owned by the part.
 */
template <class Space>
class AggregationMultigrid : public StiffnessPreconditioner<Space>
{
public:
  /**
   * Builds aggregates and patterns; to be followed by update().
   *
   * @param layout of the unknowns, three or one of each node
   * @param rows assembles the matrix of the mesh, and that of its corners if it has quadratic
   * elements; not called after the construction
   * @param supports one per unknown, nonzero where its value is prescribed
   * @param products whose products smooth the finest level where they are cheaper than those of a
   * stored matrix; none by default
   * @throws SolverBreakdown on CUDA if rows of a coarse matrix do not fit into the memory of a team
   */
  AggregationMultigrid(LayoutPointer<Space> layout, const Mesh& mesh, const MeshRows<Space>& rows,
    const std::vector<std::uint8_t>& supports, const FinestProducts<Space>& products,
    const AggregationSettings& settings = {});
  /// The same of elasticity. @param springs one per unknown, force per length; empty means none
  AggregationMultigrid(const Context<Space>& context, const Mesh& mesh,
    const PoissonsRatios& ratios, const std::vector<std::uint8_t>& supports,
    const std::vector<double>& springs = {}, const AggregationSettings& settings = {});
  /// The same with the operator and the system of which it is a part with the springs.
  AggregationMultigrid(const Context<Space>& context, const Mesh& mesh,
    const PoissonsRatios& ratios, const std::vector<std::uint8_t>& supports,
    const std::vector<double>& springs, StiffnessOperator<Space>& stiffness,
    SpringOperator<Space>& system, const AggregationSettings& settings = {});
  /// The same for any stiffness matrix.
  /// @param layout of its unknowns, three or one of each node
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
  /// Computes coarse matrices of other moduli anew, then smooths for larger eigenvalues, up to
  /// three times after an update().
  std::string recover() override;

  /// @throws SolverBreakdown as update(), if coarse matrices are computed anew
  const Vector<Space, float>& apply(const Vector<Space>& r) override;
  const Vector<Space, float>& freeUnknowns() const override;

  /// Unknowns of each level, finest first.
  std::vector<std::int64_t> levelSizes() const;
  /// Blocks of all matrices with their entries, over those of the finest.
  double operatorComplexity() const;

private:
  struct Level;
  struct Storage;

  void addFineLevel(std::unique_ptr<BlockRowSource<Space>> rows, LayoutPointer<Space> layout,
    const std::vector<std::uint8_t>& supports);
  void addAggregates(const std::vector<double>& points);
  /// All levels for the present moduli.
  void updateLevels();
  /// The smoothers of levels of elements for the present moduli; coarser levels remain.
  void updateElements();
  void smooth(Level& level, bool fromZero);
  void cycle(std::size_t level, bool fromZero);
  void visitCoarse(std::size_t level);
  void solveCoarsest(bool fromZero);

  AggregationSettings Settings;
  std::unique_ptr<Storage> Store;
  std::vector<std::unique_ptr<Level>> Levels;
};
}

#endif
