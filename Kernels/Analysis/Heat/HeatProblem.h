#ifndef TRABECULA_ANALYSIS_HEAT_HEATPROBLEM_H
#define TRABECULA_ANALYSIS_HEAT_HEATPROBLEM_H

#include "Analysis/StructuralProblem.h"
#include "Mesh/Mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Steady heat conduction in a body of isotropic material: find the temperature T with
 *
 *   integral of k grad T . grad v  +  integral of h (T - T_ambient) v over films
 *     =  integral of Q v  +  sum of q_i v_i
 *
 * and T given at some nodes (Zienkiewicz, Taylor, "The Finite Element Method", vol. 1, chapter 7).
 * Units are consistent: with mm, mW and K, conductivities are in mW/(mm K), the number of W/(m K).
 */
struct HeatProblem
{
  Mesh mesh;
  double conductivity = 1.0; ///< k, power per length and temperature, > 0
  /// k of each element; empty means the common one.
  std::vector<double> conductivities;
  /// 1 per node; nonzero where the temperature is prescribed.
  std::vector<std::uint8_t> fixed;
  /// 1 per node, temperature; used where fixed is nonzero. Empty means zero everywhere.
  std::vector<double> prescribedTemperature;
  /// 1 per node, power, positive into the body. Empty means none.
  std::vector<double> heatFlow;
  /// 1 per node, power per area and temperature, >= 0. A film acts on the boundary faces of the
  /// mesh whose nodes all have a coefficient above zero, where it is interpolated. Empty means
  /// none.
  std::vector<double> filmCoefficient;
  /// 1 per node, temperature, interpolated on the faces of films. Empty means zero everywhere.
  std::vector<double> ambientTemperature;
  /// Q of each element, power per volume, positive into the body. Empty means none.
  std::vector<double> heatSource;
  /// Factor of conductivity and source of each element, such as the solid fraction of voxels that a
  /// surface intersects; empty for whole elements.
  std::vector<double> solidFractions;
  SolverSettings solver;

  /// k of an element, with its solid fraction.
  double conductivityOf(std::size_t element) const
  {
    return (this->conductivities.empty() ? this->conductivity : this->conductivities[element]) *
      this->solidFractionOf(element);
  }
  /// Q of an element, with its solid fraction.
  double sourceOf(std::size_t element) const
  {
    return this->heatSource.empty() ? 0.0
                                    : this->heatSource[element] * this->solidFractionOf(element);
  }
  double solidFractionOf(std::size_t element) const
  {
    return this->solidFractions.empty() ? 1.0 : this->solidFractions[element];
  }
};
}

#endif
