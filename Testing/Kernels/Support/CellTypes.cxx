#include "Support/CellTypes.h"

#include "Analysis/Loads/SurfaceLoadsReference.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace trabecula::testing
{
FaceSurface facesWhere(const Mesh& mesh, const std::function<bool(const Point&)>& condition)
{
  std::vector<ElementFace> faces;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const CellShape& shape = mesh.shape(e);
    for (std::size_t f = 0; f < std::size_t(shape.faces); ++f)
    {
      const auto first = shape.faceNodes[f].begin();
      if (std::all_of(first, first + shape.nodesOfFace[f],
            [&](int a) { return condition(nodePosition(mesh, std::size_t(mesh.element(e)[a]))); }))
      {
        faces.push_back({ static_cast<std::int32_t>(e), static_cast<int>(f) });
      }
    }
  }
  return surfaceOf(mesh, faces);
}

TopologyProblem structureOf(Mesh mesh, const ElasticMaterial& material,
  const std::function<bool(const Point&)>& loaded, const Traction& traction)
{
  TopologyProblem problem = emptyProblem(std::move(mesh));
  problem.structure.material = material;
  problem.structure.loadCases[0].forces =
    reference::consistentForces(facesWhere(problem.structure.mesh, loaded), traction, 5);
  problem.structure.solver.tolerance = 1e-12;
  return problem;
}

void hold(TopologyProblem& problem, const std::function<bool(const Point&)>& where, int component)
{
  for (const std::size_t node : nodesWhere(problem.structure.mesh, where))
  {
    problem.structure.supports[3 * node + static_cast<std::size_t>(component)] = 1;
  }
}

std::size_t nodeAt(const Mesh& mesh, const Point& position)
{
  const std::vector<std::size_t> nodes = nodesWhere(mesh,
    [&](const Point& p)
    { return std::hypot(p[0] - position[0], p[1] - position[1], p[2] - position[2]) < 1e-8; });
  if (nodes.empty())
  {
    throw std::runtime_error("no node there");
  }
  return nodes[0];
}
}
