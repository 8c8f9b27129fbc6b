#ifndef TRABECULA_ANALYSIS_STRESS_THERMALSTRESS_H
#define TRABECULA_ANALYSIS_STRESS_THERMALSTRESS_H

#include "Analysis/Static/ThermalStrain.h"
#include "Analysis/StructuralProblem.h"
#include "Mesh/Mesh.h"

#include <cstddef>

namespace trabecula
{
/// E / (1 - 2 nu), the pressure at which a strain of one in each direction is prevented.
inline double thermalModulus(const ElasticMaterial& material)
{
  return material.youngsModulus / (1.0 - 2.0 * material.poissonsRatio);
}

/**
 * What a thermal strain takes from the normal stresses D eps of an element, E alpha (T - T0) /
 * (1 - 2 nu). T is interpolated from nodes in quadratic elements; in linear ones it is the mean of
 * the nodes, as their strains vary less than a linear temperature, and stresses would alternate.
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
    const double factor = thermalModulus(material) * strain->expansionOf(e);
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

  /// At natural coordinates.
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

  /// Takes it from a stress of six components there.
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
