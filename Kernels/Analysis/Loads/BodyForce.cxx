#include "Analysis/Loads/BodyForce.h"

#include "Analysis/Stress/ElementValues.h"
#include "Element/Elements.h"

#include <cstddef>

namespace trabecula
{
namespace
{
/// Adds the integrals of an element's shape functions to its nodes, times a factor.
template <class Element>
void addShapeIntegrals(
  const Mesh& mesh, std::size_t e, double factor, std::vector<double>& integrals)
{
  double x[3 * Element::Nodes];
  double n[Element::Nodes];
  double g[3 * Element::Nodes];
  elementValues<Element>(mesh, e, mesh.points, x);
  const std::int32_t* nodes = mesh.element(e);
  for (int q = 0; q < Element::QuadraturePoints; ++q)
  {
    Element::shapes(q, n);
    const double volume = factor * Element::gradients(x, q, g);
    for (int a = 0; a < Element::Nodes; ++a)
    {
      integrals[static_cast<std::size_t>(nodes[a])] += volume * n[a];
    }
  }
}
}

std::vector<double> shapeIntegrals(const Mesh& mesh, const std::vector<double>& factors)
{
  std::vector<double> integrals(mesh.numberOfNodes(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const double factor = factors.empty() ? 1.0 : factors[e];
    withElement(mesh.type(e),
      [&](auto traits) { addShapeIntegrals<decltype(traits)>(mesh, e, factor, integrals); });
  }
  return integrals;
}

std::vector<double> forcesOfBodyForce(
  const Mesh& mesh, const std::array<double, 3>& perVolume, const std::vector<double>& fractions)
{
  const std::vector<double> integrals = shapeIntegrals(mesh, fractions);
  std::vector<double> forces(mesh.points.size());
  for (std::size_t i = 0; i < forces.size(); ++i)
  {
    forces[i] = integrals[i / 3] * perVolume[i % 3];
  }
  return forces;
}
}
