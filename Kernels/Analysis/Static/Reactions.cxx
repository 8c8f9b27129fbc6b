#include "Analysis/Static/Reactions.h"

#include "Analysis/Stress/ElementValues.h"
#include "Core/Execution/ZeroVector.h"
#include "Element/Elements.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace
{
/// Adds the internal force that an element exerts at one of its nodes.
template <class Element>
void addForce(const Mesh& mesh, std::size_t e, int node, const ElasticMaterial& material,
  const std::vector<double>& displacement, std::array<double, 3>& force)
{
  double x[3 * Element::Nodes];
  double u[3 * Element::Nodes];
  double f[3];
  elementValues<Element>(mesh, e, mesh.points, x);
  elementValues<Element>(mesh, e, displacement, u);
  Element::forceAtNode(
    x, u, material.youngsModulus, unitElasticity(material.poissonsRatio), node, f);
  for (std::size_t c = 0; c < 3; ++c)
  {
    force[c] += f[c];
  }
}
}

std::vector<double> reactionForces(const StructuralProblem& problem, const NodeElements& around,
  const ElementMaterials& materials, const std::vector<double>& displacement,
  const std::vector<double>& forces)
{
  const auto nodes = static_cast<std::int64_t>(problem.mesh.numberOfNodes());
  auto reactions = zeroVector<double>(problem.mesh.points.size());
#pragma omp parallel for schedule(dynamic, 1024)
  for (std::int64_t i = 0; i < nodes; ++i)
  {
    const auto node = static_cast<std::size_t>(i);
    const bool isOfFace = problem.rigid.arePrescribedAt(node);
    const std::array<bool, 3> held = { isOfFace || problem.supports[3 * node] != 0,
      isOfFace || problem.supports[3 * node + 1] != 0,
      isOfFace || problem.supports[3 * node + 2] != 0 };
    std::array<double, 3> internal{};
    const bool isHeld = held[0] || held[1] || held[2];
    for (std::int64_t k = around.starts[node]; isHeld && k < around.starts[node + 1]; ++k)
    {
      const auto e = static_cast<std::size_t>(around.elements[static_cast<std::size_t>(k)]);
      withElement(problem.mesh.type(e),
        [&](auto traits)
        {
          addForce<decltype(traits)>(problem.mesh, e, around.corners[static_cast<std::size_t>(k)],
            materials.of(e), displacement, internal);
        });
    }
    for (std::size_t c = 0; c < 3; ++c)
    {
      const std::size_t j = 3 * node + c;
      const double spring = problem.springs.empty() ? 0.0 : problem.springs[j];
      reactions[j] = held[c] ? internal[c] - forces[j] : -spring * displacement[j];
    }
  }
  return reactions;
}
}
