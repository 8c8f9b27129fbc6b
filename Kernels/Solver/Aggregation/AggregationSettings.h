#ifndef TRABECULA_SOLVER_AGGREGATION_AGGREGATIONSETTINGS_H
#define TRABECULA_SOLVER_AGGREGATION_AGGREGATIONSETTINGS_H

#include <cstdint>

namespace trabecula
{
/// Number of unknowns at which coarsening stops.
constexpr std::int64_t FewAggregatedUnknowns = 600;

/// Settings of AggregationMultigrid.
struct AggregationSettings
{
  int smootherDegree = 2;        ///< of the Chebyshev polynomials, at least 1
  double eigenvalueRatio = 8.0;  ///< largest eigenvalue over the lower end of the smoothed interval
  double finestAggregate = 27.0; ///< nodes of an aggregate, on the level of linear elements
  double coarseAggregate = 10.0; ///< and on the levels below
  /// Levels of aggregates that are visited twice in a cycle of the next finer one (a W-cycle), from
  /// the first on.
  int twiceLevels = 0;
  /// Whether the matrix of the finest level is stored for smoothing although products of the
  /// operator would do: on quadratic elements, whose diagonal is then taken instead of its blocks,
  /// and where the operator has products in single precision.
  bool storeFinest = false;
  /// Iterations that new coarse matrices are worth, see LaggedUpdate, where results may depend on
  /// what was solved before; 0 computes them with every update(). They cost about ten iterations,
  /// but old ones fail more often with more than 6.
  int lagIterations = 0;
};
}

#endif
