#include "Analysis/Stress/StressError.h"

#include "Analysis/Stress/ElementValues.h"
#include "Analysis/Stress/IsotropicStress.h"
#include "Analysis/Stress/ThermalStress.h"
#include "Core/Execution/ZeroVector.h"
#include "Element/Elements.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace trabecula
{
namespace
{
/// Quadrature of the energy: products of two linear stresses require a rule of degree 2, also on
/// linear tetrahedra.
template <class Element>
struct ErrorQuadrature
{
  using Type = Element;
};
template <>
struct ErrorQuadrature<Tet4Element>
{
  using Type = Tet10Element;
};

struct Fields
{
  const Mesh& mesh;
  const std::vector<double>& displacement;
  const std::vector<double>& nodalStress;
  const ThermalStrain* thermal;
};

template <class Element>
void energiesOf(
  const Fields& fields, std::size_t e, const ElasticMaterial& material, ElementEnergies& result)
{
  using Quadrature = typename ErrorQuadrature<Element>::Type;
  double x[3 * Element::Nodes];
  double u[3 * Element::Nodes];
  double n[Element::Nodes];
  double g[3 * Element::Nodes];
  elementValues<Element>(fields.mesh, e, fields.mesh.points, x);
  elementValues<Element>(fields.mesh, e, fields.displacement, u);
  double nodal[Element::Nodes][6];
  for (int a = 0; a < Element::Nodes; ++a)
  {
    const auto node = static_cast<std::size_t>(fields.mesh.element(e)[a]);
    std::copy_n(&fields.nodalStress[6 * node], 6, nodal[a]);
  }
  const ThermalStress<Element> thermal(fields.mesh, e, material, fields.thermal);
  double strain = 0.0;
  double error = 0.0;
  double total = 0.0;
  for (int q = 0; q < Quadrature::QuadraturePoints; ++q)
  {
    double p[3];
    double h[9];
    double stress[6];
    double difference[6];
    const double weight = Quadrature::quadraturePoint(q, p);
    Element::shapesAt(p, n);
    const double volume = weight * Element::gradientsAt(x, p, g);
    // Given spatial gradients of the shape functions, the result is a spatial gradient.
    Element::naturalGradient(u, g, h);
    stressOfGradient(h, material, stress);
    thermal.subtractAt(p, stress);
    std::transform(stress, stress + 6, difference, std::negate<double>());
    for (int a = 0; a < Element::Nodes; ++a)
    {
      for (int i = 0; i < 6; ++i)
      {
        difference[i] += n[a] * nodal[a][i];
      }
    }
    strain += volume * energyDensity(stress, material);
    error += volume * energyDensity(difference, material);
    total += volume;
  }
  result.strain[e] = strain / total;
  result.error[e] = error / total;
  result.volumes[e] = total;
}
}

ElementEnergies estimateStressError(const Mesh& mesh, const ElementMaterials& materials,
  const std::vector<double>& displacement, const std::vector<double>& nodalStress,
  const ThermalStrain* thermal)
{
  const Fields fields{ mesh, displacement, nodalStress, thermal };
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  ElementEnergies result;
  for (std::vector<double>* values : { &result.strain, &result.error, &result.volumes })
  {
    *values = zeroVector<double>(mesh.numberOfElements());
  }
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < elements; ++i)
  {
    const auto e = static_cast<std::size_t>(i);
    withElement(mesh.type(e),
      [&](auto traits) { energiesOf<decltype(traits)>(fields, e, materials.of(e), result); });
  }
  return result;
}

double relativeError(const ElementEnergies& energies)
{
  double error = 0.0;
  double whole = 0.0;
  for (std::size_t e = 0; e < energies.volumes.size(); ++e)
  {
    error += energies.volumes[e] * energies.error[e];
    whole += energies.volumes[e] * (energies.error[e] + energies.strain[e]);
  }
  return whole > 0.0 ? std::sqrt(error / whole) : 0.0;
}
}
