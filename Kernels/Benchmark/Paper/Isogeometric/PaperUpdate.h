#ifndef TRABECULA_BENCHMARK_PAPER_ISOGEOMETRIC_PAPERUPDATE_H
#define TRABECULA_BENCHMARK_PAPER_ISOGEOMETRIC_PAPERUPDATE_H

#include "Benchmark/Paper/Isogeometric/CooMatrix.h"
#include "Core/Vectors/Vector.h"
#include "Operator/Isogeometric/Points/PointTables.h"

namespace trabecula
{
/// Sensitivities of Xia et al. 2017, Table 3, for comparison: one thread a design variable computes
/// E eps^T D eps at the Greville point, for D of a modulus of one.
/// @param moduli of elements @param u two components of each control point
/// @param energies one component of each control point
template <class Space>
void computePaperSensitivities(const PatchView& patch, double poissonsRatio,
  const Vector<Space>& moduli, const Vector<Space>& u, Vector<Space>& energies);

/// Settings of PaperUpdate; see LevelSetUpdateSettings.
struct PaperUpdateSettings
{
  double lower = -1.0; ///< bounds of coefficients, length
  double upper = 1.0;
  double volumeBound = 0.5; ///< in units of measures
  double moveLimit = 0.05;
  double damping = 0.3;
  double leastVariable = 1e-4;
};

/**
 * The update of Xia et al. 2017, Table 4, for comparison: for each multiplier one thread a design
 * variable, a product with the matrix of interpolation with one thread a row, one thread an element
 * for its solid part, and a reduction that the host waits for.
 */
template <class Space>
class PaperUpdate
{
public:
  /// @param interpolation B, at the vertices of elements @param measures of elements; both must
  /// remain valid
  PaperUpdate(
    const SplineGrid& grid, const CooMatrix<Space>& interpolation, const Vector<Space>& measures);

  /// @param coefficients old and, afterwards, new ones, one component of each control point
  /// @param energies D, of the same layout @return multipliers tried
  int update(const PaperUpdateSettings& settings, const Vector<Space>& energies,
    Vector<Space>& coefficients);

  /// Solid volume of coefficients.
  double volume(const Vector<Space>& coefficients);

private:
  double volumeOf(const double* coefficients);

  SplineGrid Grid;
  const CooMatrix<Space>* Interpolation;
  const Vector<Space>* Measures;
  DeviceVector<double, Space> Vertices;
};
}

#endif
