#ifndef TRABECULA_OPTIMIZATION_ITERATIONRECORD_H
#define TRABECULA_OPTIMIZATION_ITERATIONRECORD_H

#include <vector>

namespace trabecula
{
/// One row of the convergence history.
struct IterationRecord
{
  /// 0 is the analysis of the initial design, which other codes call their first iteration.
  int iteration = 0;
  /// Weighted sum over load cases of 2 f.u - u.K u, force times length. This is f.u (EbE paper,
  /// eq. 3) where all supports are at zero displacement.
  double compliance = 0.0;
  /// The same of each load case without its weight; empty for a single load case.
  std::vector<double> loadCaseCompliances;
  /// The objective: the compliance, the volume fraction, or the output displacement, length,
  /// corrected by the adjoint solution so that its error is quadratic in the solver's residual.
  double objective = 0.0;
  double outputDisplacement = 0.0;   ///< l.u, where it is minimized or bounded; length
  std::vector<double> regionVolumes; ///< of the bounds on volumes of regions, in their order
  double volumeFraction = 0.0;       ///< of the physical density, over the whole mesh
  /// Of the physical density, over the whole mesh; see Volume::greyness().
  double greyness = 0.0;
  /// Largest excess over an upper bound, relative to it; 0 if all bounds are met.
  double boundExcess = 0.0;
  /// Latest iterates, this one among them, with the volume of SettledVolume, if the method has one.
  int settledIterates = 0;
  double densityChange = 0.0; ///< largest change of a design variable since the last iterate
  int solverIterations = 0;   ///< summed over load cases, and the adjoint system, if any
  double residual = 0.0;      ///< largest ||r|| / ||b|| of the same
  double seconds = 0.0;       ///< wall clock of this iteration
};
}

#endif
