#include "Analysis/Loads/BodyForce.h"

#include "Analysis/Stress/ElementValues.h"
#include "Core/Requirements.h"
#include "Element/Elements.h"

#include <cmath>
#include <cstddef>
#include <string>

namespace trabecula
{
namespace
{
/// Calls add(a, value) with the parts of the integral of the shape function of each node a of an
/// element, times a factor.
template <class Element, class Add>
void integrateShapes(const Mesh& mesh, std::size_t e, double factor, const Add& add)
{
  double x[3 * Element::Nodes];
  double n[Element::Nodes];
  double g[3 * Element::Nodes];
  elementValues<Element>(mesh, e, mesh.points, x);
  for (int q = 0; q < Element::QuadraturePoints; ++q)
  {
    Element::shapes(q, n);
    const double volume = factor * Element::gradients(x, q, g);
    for (int a = 0; a < Element::Nodes; ++a)
    {
      add(a, volume * n[a]);
    }
  }
}
}

std::array<double, 3> weightPerVolume(double massDensity, const std::array<double, 3>& acceleration)
{
  if (!(massDensity >= 0.0 && std::isfinite(massDensity)))
  {
    fail("Mass Density is ", massDensity, ", but must be a finite number of zero or more.");
  }
  std::array<double, 3> weight = {};
  for (std::size_t c = 0; c < 3; ++c)
  {
    if (!std::isfinite(acceleration[c]))
    {
      fail("Acceleration is ", acceleration[c], " in ", std::string(1, "xyz"[c]),
        ", but must be finite. Give a length per squared time, such as -9810 mm/s^2 in z.");
    }
    weight[c] = massDensity * acceleration[c];
  }
  return weight;
}

std::vector<double> shapeIntegrals(const Mesh& mesh, const std::vector<double>& factors)
{
  std::vector<double> integrals(mesh.numberOfNodes(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const double factor = factors.empty() ? 1.0 : factors[e];
    const std::int32_t* nodes = mesh.element(e);
    withElement(mesh.type(e),
      [&](auto traits)
      {
        integrateShapes<decltype(traits)>(mesh, e, factor,
          [&](int a, double value) { integrals[static_cast<std::size_t>(nodes[a])] += value; });
      });
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

ElementForces bodyForcesOfElements(
  const Mesh& mesh, const std::array<double, 3>& perVolume, const std::vector<double>& fractions)
{
  ElementForces forces(3 * mesh.connectivity.size(), 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    double* ofElement = forces.data() + 3 * mesh.offset(e);
    withElement(mesh.type(e),
      [&](auto traits)
      {
        integrateShapes<decltype(traits)>(mesh, e, fractions.empty() ? 1.0 : fractions[e],
          [&](int a, double value)
          {
            for (std::size_t c = 0; c < 3; ++c)
            {
              ofElement[3 * a + static_cast<int>(c)] += value * perVolume[c];
            }
          });
      });
  }
  return forces;
}
}
