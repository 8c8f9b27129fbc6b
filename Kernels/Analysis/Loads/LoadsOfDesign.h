#ifndef TRABECULA_ANALYSIS_LOADS_LOADSOFDESIGN_H
#define TRABECULA_ANALYSIS_LOADS_LOADSOFDESIGN_H

#include "Analysis/Static/ThermalStrain.h"
#include "Mesh/Mesh.h"

#include <array>

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

  bool hasWeight() const { return this->weight != std::array<double, 3>{}; }
  bool isPresent() const { return this->hasWeight() || this->thermal.isPresent(); }
};

/// @throws Error for the first fault
void checkLoadsOfDesign(const LoadsOfDesign& loads, const Mesh& mesh);
}

#endif
