#ifndef TRABECULA_ANALYSIS_LOADS_DESIGNHEAT_H
#define TRABECULA_ANALYSIS_LOADS_DESIGNHEAT_H

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Heating and cooling of a structure whose temperature is solved with each of its designs, by
 * steady conduction; see HeatProblem.
 *
 * The conductivity k is interpolated as Young's modulus E, with a larger share of void: k - k_void
 * is proportional to E - E_void. Heat flows and sources do not depend on the design, and films act
 * on the boundary of the mesh.
 */
struct DesignHeat
{
  double conductivity = 1.0; ///< of solid, power per length and temperature, > 0
  double leastRatio = 1e-3;  ///< conductivity of void over that of solid, in (0, 1)
  /// 1 per node; nonzero where the temperature is prescribed. Empty means that no temperature is
  /// solved.
  std::vector<std::uint8_t> fixed;
  std::vector<double> prescribedTemperature; ///< 1 per node; empty means zero
  std::vector<double> heatFlow;              ///< 1 per node, power; empty means none
  std::vector<double> filmCoefficient;       ///< 1 per node; empty means none
  std::vector<double> ambientTemperature;    ///< 1 per node; empty means zero
  std::vector<double> heatSource;            ///< 1 per element, power per volume; empty means none

  bool isPresent() const { return !this->fixed.empty(); }
};
}

#endif
