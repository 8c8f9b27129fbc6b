#ifndef TRABECULA_DESIGN_LEVELSET_PAPER_PAPERUPDATE_H
#define TRABECULA_DESIGN_LEVELSET_PAPER_PAPERUPDATE_H

#include "Design/LevelSet/Paper/CooMatrix.h"
#include "Operator/Isogeometric/Points/PointTables.h"

#include <memory>

namespace trabecula
{
template <class Space>
class Reducer;

/// Sensitivities of Xia et al. 2017, Table 3, for comparison: one thread a design variable computes
/// E eps^T D eps at the Greville point, for D of a modulus of one.
/// @param moduli of elements @param u 2 per control point @param energies one per control point
template <class Space>
void computePaperSensitivities(const PatchView& patch, double poissonsRatio, const double* moduli,
  const double* u, double* energies);

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
  PaperUpdate(Context<Space>& context, const SplineGrid& grid,
    const CooMatrix<Space>& interpolation, const double* measures);
  ~PaperUpdate();
  PaperUpdate(const PaperUpdate&) = delete;
  PaperUpdate& operator=(const PaperUpdate&) = delete;

  /// @param coefficients old and, afterwards, new ones @param energies D @return multipliers tried
  int update(const PaperUpdateSettings& settings, const double* energies, double* coefficients);

  /// Solid volume of coefficients.
  double volume(const double* coefficients);

private:
  SplineGrid Grid;
  const CooMatrix<Space>* Interpolation;
  const double* Measures;
  DeviceVector<double, Space> Vertices;
  DeviceVector<double, Space> Next;
  DeviceVector<double, Space> Sum;
  std::unique_ptr<Reducer<Space>> Reduce;
};
}

#endif
