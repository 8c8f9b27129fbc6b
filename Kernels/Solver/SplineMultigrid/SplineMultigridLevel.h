#ifndef TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINEMULTIGRIDLEVEL_H
#define TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINEMULTIGRIDLEVEL_H

#include "Core/Execution/GraphCapture.h"
#include "Core/Vectors/Vector.h"
#include "Operator/Isogeometric/SplineRows.h"
#include "Solver/SplineMultigrid/SplineMultigrid.h"
#include "Solver/SplineMultigrid/SplineTransfer.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// The matrix of a level, its transfer to the next coarser level, and the vectors of a cycle.
template <class Space>
struct SplineMultigrid<Space>::Level
{
  RowLayoutOfGrid grid;
  std::int64_t n; ///< number of unknowns
  float largestEigenvalue = 1.0F;
  SplineTransfer<Space> transfer; ///< to the next coarser level
  SplineRows<float, Space> rows;  ///< empty on the finest level if it is not stored
  Vector<Space, float> inverseDiagonal;
  Vector<Space, float> x; ///< solution of a cycle
  Vector<Space, float> r; ///< its right-hand side, then the residual
  Vector<Space, float> d; ///< the last step of the smoother
  Vector<Space, float> q; ///< the step after it
  /// Of levels that are visited twice: right-hand side and first solution.
  Vector<Space, float> b;
  Vector<Space, float> c;

  Level(const LayoutPointer<Space>& unknowns, const RowLayoutOfGrid& ofLevel,
    const std::vector<std::uint8_t>& constrained)
    : grid(ofLevel), n(unknowns->size()), inverseDiagonal(unknowns), x(unknowns), r(unknowns),
      d(unknowns), q(unknowns)
  {
    // Free unknowns are marked by 1 until the first update().
    std::vector<float> free(constrained.size());
    std::transform(constrained.begin(), constrained.end(), free.begin(),
      [](std::uint8_t is) { return is ? 0.0F : 1.0F; });
    this->inverseDiagonal.assign(free);
  }
};

/// Data independent of the level.
template <class Space>
struct SplineMultigrid<Space>::Storage
{
  explicit Storage(const Context<Space>& given) : context(given), norm(given, 1) {}

  const Context<Space>& context;
  int recoveries = 0;
  SpaceTables<float, Space> tables;   ///< of the finest stored level at the points of the patch
  DeviceVector<float, Space> springs; ///< in homogeneous coordinates; empty if there are none
  DeviceVector<float, Space> coarsestInverse;
  DeviceVector<double, Space> norm;
  Vector<Space, float> result; ///< if there are weights
  std::unique_ptr<GraphCapture<Space>> capture;
  const double* capturedFrom = nullptr;
};
}

#endif
