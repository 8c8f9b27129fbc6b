#ifndef TRABECULA_ANALYSIS_LOADS_LOADSOFDESIGN_H
#define TRABECULA_ANALYSIS_LOADS_LOADSOFDESIGN_H

#include "Analysis/Loads/DesignHeat.h"
#include "Analysis/Static/ThermalStrain.h"
#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <vector>

namespace trabecula
{
/// Loads of every load case that depend on the design that is optimized.
struct LoadsOfDesign
{
  /// Force per volume of solid, as mass density times an acceleration; that of an element is
  /// multiplied by its density.
  std::array<double, 3> weight = {};
  /// Of the given temperatures; its stress is proportional to the modulus of an element.
  ThermalStrain thermal;
  /// Acceleration of the point masses of a structure. Their weight does not depend on the design;
  /// see addWeightOfPoints().
  std::array<double, 3> ofPoints = {};
  /// Heating and cooling by which the temperatures are solved, in the place of given ones; then the
  /// thermal strain has none.
  DesignHeat heat;

  bool hasWeight() const { return this->weight != std::array<double, 3>{}; }
  bool hasWeightOfPoints() const { return this->ofPoints != std::array<double, 3>{}; }
  bool hasThermalStrain() const { return this->thermal.isPresent() || this->heat.isPresent(); }
  /// Whether any of them depends on the design.
  bool isPresent() const { return this->hasWeight() || this->hasThermalStrain(); }
  /// Whether there is any load, so that a structure needs no other.
  bool areSome() const { return this->isPresent() || this->hasWeightOfPoints(); }
};

/// Checks masses of points. @param masses 3 per point; empty means none @throws Error for the first
/// fault
void checkPointMasses(const std::vector<double>& masses, std::size_t points);

/// @throws Error for the first fault
void checkLoadsOfDesign(const LoadsOfDesign& loads, const Mesh& mesh);
}

#endif
