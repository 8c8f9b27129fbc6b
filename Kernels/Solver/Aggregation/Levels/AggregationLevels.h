#ifndef TRABECULA_SOLVER_AGGREGATION_LEVELS_AGGREGATIONLEVELS_H
#define TRABECULA_SOLVER_AGGREGATION_LEVELS_AGGREGATIONLEVELS_H

// The levels of AggregationMultigrid, for the library's own sources.

#include "Core/Vectors/Vector.h"
#include "Solver/Aggregation/AggregationMultigrid.h"
#include "Solver/Aggregation/BlockTransfer.h"
#include "Solver/Aggregation/GalerkinProduct.h"
#include "Solver/Aggregation/Parts/LevelOnParts.h"
#include "Solver/Aggregation/Smoothers/BlockSmoother.h"
#include "Solver/Aggregation/Smoothers/ProductSmoother.h"
#include "Solver/Aggregation/Transfer/TentativeTransfer.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// The matrix of a level, its transfer to the next coarser level, and the vectors of a cycle.
template <class Space>
struct AggregationLevel
{
  int block;                   ///< unknowns of a node: 1, 3 or 6
  std::int64_t n;              ///< unknowns, on several parts with ghosts
  std::int64_t sizeOfAll;      ///< unknowns of all parts
  bool isOfAggregates = false; ///< false for a level of elements
  /// On several parts, a level that each of them has as a whole.
  bool isReplicated = false;
  std::unique_ptr<LevelOnParts<Space>> onParts; ///< of a level that is divided among parts
  /// Of the matrix; null if it is not assembled. On several parts, of the rows of owned nodes.
  const BlockPattern<Space>* pattern;
  std::unique_ptr<BlockRowSource<Space>> source; ///< of a level of elements that is assembled
  DeviceVector<std::uint8_t, Space> constrained;
  std::unique_ptr<LevelSmoother<Space>> smoother; ///< null on a level with a direct solution
  BlockSmoother<Space>* blocks = nullptr;         ///< the smoother, if its matrix is stored
  ProductSmoother<Space>* products = nullptr;     ///< the smoother, if it multiplies by an operator
  double largestEigenvalue = 1.0;                 ///< upper bound, of D^-1 A of the smoother
  BlockTransfer<Space> transfer;                  ///< to the next coarser level
  TentativeTransfer<Space> tentative;
  std::unique_ptr<GalerkinProduct<Space>> galerkin; ///< the matrix of the next coarser level
  Vector<Space, float> x;                           ///< solution of a cycle
  DeviceVector<float, Space> r;                     ///< its right-hand side, then the residual
  DeviceVector<float, Space> steps;                 ///< memory of d and q
  float* d = nullptr;                               ///< the last step of the smoother
  float* q = nullptr;                               ///< the step after it

  explicit AggregationLevel(LayoutPointer<Space> layout, const BlockPattern<Space>* rows = nullptr);

  /// Whether unknowns are scaled so that the diagonal blocks of the matrix are identities, see
  /// BlockScaling. Single numbers lose nothing by rounding.
  bool isScaled() const { return this->isOfAggregates && this->block > 1; }

  /// Divides a level of elements among parts, see LevelOnParts. Called by all parts at the same
  /// time.
  /// @throws Error if the layout has no halo
  void divide(const Layout<Space>& layout);
  /// Number of values of the matrix.
  std::size_t numberOfValues() const
  {
    return static_cast<std::size_t>(this->pattern->pairs() * this->block * this->block);
  }

  void addBlockSmoother();
  /// @param blockOfJacobi unknowns of the blocks of block Jacobi: 1 or 3
  void addProductSmoother(
    StiffnessOperator<Space>& stiffness, SpringOperator<Space>& system, int blockOfJacobi);

  /// Updates the smoother for other moduli. @param values of the matrix, if the level is assembled
  void updateSmoother(const double* values);
  /// Estimates the largest eigenvalue, from below. @throws SolverBreakdown if there is none
  void estimateEigenvalue();
  /// Computes the prolongation and the matrix of the next coarser level, both in its scaled
  /// unknowns.
  /// @param values of the matrix @param coarseValues galerkin->numberOfValues() numbers
  void computeCoarse(const double* values, AggregationLevel& coarse, double* coarseValues);

  /// Improves x, or zero, by a Chebyshev polynomial in r, the residual of x. Afterwards d is the
  /// last step, whose product with the matrix r does not contain yet.
  void smooth(const AggregationSettings& settings, bool fromZero);

  /// Restricts r to the right-hand side of the next coarser level.
  void restrictTo(AggregationLevel& coarse);
  /// Adds the prolongation of the solution of the next coarser level to x; d becomes that.
  void prolongFrom(AggregationLevel& coarse);

private:
  /// Computes the matrix of the next coarser level in its original unknowns.
  void computeGalerkin(const double* values, AggregationLevel& coarse, double* coarseValues);
  void addSmoother(std::unique_ptr<LevelSmoother<Space>> given);
};

template <class Space>
using AggregationLevels = std::vector<std::unique_ptr<AggregationLevel<Space>>>;

/// Coarsening stops if more than this fraction of the nodes remains.
constexpr double LeastCoarsening = 0.6;

/// What coarsening needs to know of the nodes of the last level, of those that the part owns.
template <class Space>
struct NodesToAggregate
{
  std::vector<double> places;        ///< three coordinates each, length
  DeviceVector<double, Space> modes; ///< near-null space
  double wanted = 0.0;               ///< nodes of an aggregate
};

/**
 * Appends levels of aggregates to those of elements until few unknowns are left or coarsening
 * stagnates. A coarsest level that is too large for a direct solution gets a smoother.
 *
 * @param points coordinates of the nodes of the last level, length
 * @param products whose products smooth the finest level; none if its stiffness is null
 */
template <class Space>
void addAggregateLevels(const std::vector<double>& points, const FinestProducts<Space>& products,
  const AggregationSettings& settings, AggregationLevels<Space>& levels);
}

#endif
