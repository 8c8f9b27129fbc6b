#ifndef TRABECULA_BENCHMARK_PAPER_ISOGEOMETRIC_PAPERINITIALDESIGN_H
#define TRABECULA_BENCHMARK_PAPER_ISOGEOMETRIC_PAPERINITIALDESIGN_H

#include "Benchmark/Paper/Isogeometric/CooMatrix.h"
#include "Operator/Isogeometric/Points/PointTables.h"

#include <vector>

namespace trabecula
{
/**
 * The stage of the initial design of Xia et al. 2017 (Table 1) on a plane patch, for comparison:
 * one thread a collocation point computes Greville abscissae, coordinates, functions and the
 * distance to the nearest hole, and one thread a vertex of an element the functions there.
 */
template <class Space>
class PaperInitialDesign
{
public:
  PaperInitialDesign(const Context<Space>& context, const NurbsPatch& patch);

  /// Fills positions, values and both matrices. @param centres of holes, 3 each, length
  void compute(const DeviceVector<double, Space>& centres, double radius);

  const DeviceVector<double, Space>& positions() const { return this->Positions; } ///< 2 per point
  const DeviceVector<double, Space>& values() const { return this->Values; }       ///< Phi_0
  const CooMatrix<Space>& collocation() const { return this->Collocation; }        ///< A of eq. 13
  const CooMatrix<Space>& interpolation() const { return this->Interpolation; }    ///< B

private:
  PatchData<Space> Patch;
  DeviceVector<double, Space> Positions;
  DeviceVector<double, Space> Values;
  CooMatrix<Space> Collocation;
  CooMatrix<Space> Interpolation;
};
}

#endif
