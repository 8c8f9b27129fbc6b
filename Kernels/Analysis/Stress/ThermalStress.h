#ifndef TRABECULA_ANALYSIS_STRESS_THERMALSTRESS_H
#define TRABECULA_ANALYSIS_STRESS_THERMALSTRESS_H

#include "Analysis/Static/ThermalStrain.h"
#include "Analysis/StructuralProblem.h"
#include "Mesh/Mesh.h"
#include "Physics/Elasticity.h"

#include <cstddef>

namespace trabecula
{
/**
 * The stress that a thermal strain subtracts from the normal stresses D eps of an element: E alpha
 * (T
 * - T0) / (1 - 2 nu), force per area. T is interpolated from nodes in quadratic elements. In linear
 * elements it is the mean of the nodes, as their strains cannot follow a linear temperature, and
 * stresses would oscillate.
 */
template <class Element>
class ThermalStress
{
public:
  /// @param strain null for none
  ThermalStress(
    const Mesh& mesh, std::size_t e, const ElasticMaterial& material, const ThermalStrain* strain)
  {
    if (!strain || !strain->isPresent())
    {
      return;
    }
    const double factor =
      volumetricModulus(material.youngsModulus, material.poissonsRatio) * strain->expansionOf(e);
    double mean = 0.0;
    for (int a = 0; a < Element::Nodes; ++a)
    {
      this->Values[a] = factor *
        (strain->temperature[static_cast<std::size_t>(mesh.element(e)[a])] - strain->reference);
      mean += this->Values[a] / Element::Nodes;
    }
    for (int a = 0; Element::Nodes == Element::Corners && a < Element::Nodes; ++a)
    {
      this->Values[a] = mean;
    }
  }

  /// The value at natural coordinates.
  double at(const double* p) const
  {
    double n[Element::Nodes];
    Element::shapesAt(p, n);
    double value = 0.0;
    for (int a = 0; a < Element::Nodes; ++a)
    {
      value += n[a] * this->Values[a];
    }
    return value;
  }

  /// Subtracts it from a stress of six components at natural coordinates.
  void subtractAt(const double* p, double* stress) const
  {
    const double value = this->at(p);
    for (int c = 0; c < 3; ++c)
    {
      stress[c] -= value;
    }
  }

private:
  double Values[Element::Nodes] = {};
};
}

#endif
