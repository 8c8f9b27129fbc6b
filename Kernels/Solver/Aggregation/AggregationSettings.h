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
  double finestAggregate = 27.0; ///< nodes of an aggregate, of linear elements
  double coarseAggregate = 10.0; ///< nodes of an aggregate, on coarser levels
  /// Number of levels of aggregates, from the first on, that are visited twice in a cycle of the
  /// next finer one (a W-cycle).
  int twiceLevels = 0;
  /// On several parts, number of nodes up to which each part has a level of aggregates as a whole,
  /// with those that are coarser, and computes the same as the others. More of them save exchanges
  /// in a cycle, but take memory and time for updates on each part.
  std::int64_t replicatedNodes = 2000;
  /// Whether the matrix of the finest level is stored for smoothing even where products of the
  /// operator could replace it: on quadratic elements, for which products use the diagonal instead
  /// of its blocks, and where the operator has products in single precision.
  bool storeFinest = false;
  /// Cost of new coarse matrices in iterations, see LaggedUpdate, if results may depend on earlier
  /// solutions; 0 recomputes them in every update(). They cost the time of about ten iterations,
  /// but with values above 6 solutions with old matrices fail more often.
  int lagIterations = 0;
};
}

#endif
