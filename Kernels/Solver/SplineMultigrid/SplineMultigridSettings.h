#ifndef TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINEMULTIGRIDSETTINGS_H
#define TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINEMULTIGRIDSETTINGS_H

#include "Core/Space.h"
#include "Mesh/Nurbs/NurbsPatch.h"

namespace trabecula
{
/// Settings of SplineMultigrid.
struct SplineMultigridSettings
{
  int smootherDegree;     ///< of the Chebyshev polynomials, at least 1
  double eigenvalueRatio; ///< largest eigenvalue over the lower end of the smoothed interval
  /// Number of coarse levels, from the first one on, that are visited twice in a cycle of the next
  /// finer one (a W-cycle). Where solid and weak material meet, one visit reduces the error too
  /// little; on further levels this matters less.
  int twiceLevels;
  /// Whether the matrix of the patch's own space is stored, in single precision, instead of
  /// products by the operator: faster on processors, where reading an entry costs less than
  /// computing it.
  bool storeFinest;

  /// The default settings for a patch.
  static SplineMultigridSettings of(const NurbsPatch& patch, ExecutionSpace space);
};
}

#endif
