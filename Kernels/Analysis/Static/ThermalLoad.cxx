#include "Analysis/Static/ThermalLoad.h"

#include "Analysis/Stress/ElementValues.h"
#include "Element/Elements.h"
#include "Physics/Elasticity.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace
{
/// Calls add(i, value) with the parts of the force in each component i of an element, three of a
/// node.
template <class Element, class Add>
void integrateStrain(const Mesh& mesh, std::size_t e, const ElasticMaterial& material,
  const ThermalStrain& strain, const Add& add)
{
  double x[3 * Element::Nodes];
  double n[Element::Nodes];
  double g[3 * Element::Nodes];
  elementValues<Element>(mesh, e, mesh.points, x);
  const std::int32_t* nodes = mesh.element(e);
  const double stiffness =
    volumetricModulus(material.youngsModulus, material.poissonsRatio) * strain.expansionOf(e);
  for (int q = 0; q < Element::QuadraturePoints; ++q)
  {
    Element::shapes(q, n);
    double factor = stiffness * Element::gradients(x, q, g);
    double difference = 0.0; // remains exactly zero if all nodes have the reference temperature
    for (int a = 0; a < Element::Nodes; ++a)
    {
      difference +=
        n[a] * (strain.temperature[static_cast<std::size_t>(nodes[a])] - strain.reference);
    }
    factor *= difference;
    for (int i = 0; i < 3 * Element::Nodes; ++i)
    {
      add(i, factor * g[i]);
    }
  }
}
}

std::vector<double> thermalForces(
  const Mesh& mesh, const ElementMaterials& materials, const ThermalStrain& strain)
{
  std::vector<double> forces(mesh.points.size(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::int32_t* nodes = mesh.element(e);
    withElement(mesh.type(e),
      [&](auto traits)
      {
        integrateStrain<decltype(traits)>(mesh, e, materials.of(e), strain,
          [&](int i, double value) {
            forces[3 * static_cast<std::size_t>(nodes[i / 3]) + static_cast<std::size_t>(i % 3)] +=
              value;
          });
      });
  }
  return forces;
}

ElementForces thermalForcesOfElements(const Mesh& mesh, double poissonsRatio,
  const std::vector<double>& poissonsRatios, const ThermalStrain& strain)
{
  const ElementMaterials materials = { { 1.0, poissonsRatio }, {}, poissonsRatios };
  ElementForces forces(3 * mesh.connectivity.size(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    double* ofElement = forces.data() + 3 * mesh.offset(e);
    withElement(mesh.type(e),
      [&](auto traits)
      {
        integrateStrain<decltype(traits)>(
          mesh, e, materials.of(e), strain, [&](int i, double value) { ofElement[i] += value; });
      });
  }
  return forces;
}
}
