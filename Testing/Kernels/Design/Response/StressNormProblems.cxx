#include "Design/Response/StressNormProblems.h"

#include "Support/FaceTractions.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
bool isFixedFace(const Point& p)
{
  return isAt(p[0], 0.0);
}
bool isLoadedFace(const Point& p)
{
  return isAt(p[0], 2.0);
}
}

Point centreOf(const Mesh& mesh, std::size_t element)
{
  const CellShape& shape = mesh.shape(element);
  const int corners = shape.faces == 4 ? 4 : 8;
  Point centre = {};
  for (int a = 0; a < corners; ++a)
  {
    const Point p = nodePosition(mesh, static_cast<std::size_t>(mesh.element(element)[a]));
    for (std::size_t c = 0; c < 3; ++c)
    {
      centre[c] += p[c] / corners;
    }
  }
  return centre;
}

TopologyProblem knownBox(CellType type, const std::array<int, 3>& cells)
{
  const bool isHex = type == CellType::Hexahedron || type == CellType::QuadraticHexahedron;
  const std::array<int, 3> ofAnswers =
    isHex ? std::array<int, 3>{ 12, 6, 6 } : std::array<int, 3>{ 6, 3, 3 };
  TopologyProblem problem = emptyProblem(makeBox(type, cells[0] > 0 ? cells : ofAnswers,
    [](const Point& p) {
      return Point{ 2.0 * p[0], p[1], p[2] };
    }));
  clamp(problem, isFixedFace);
  problem.structure.loadCases[0].forces =
    consistentForces(problem.structure.mesh, isLoadedFace, Point{ 0.0, 0.0, -1.0 });
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.design.settings.minimumModulusRatio = 1e-6;
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::Density;
  problem.design.densities.filterRadius = 0.4;
  problem.structure.solver.tolerance = 1e-13;
  problem.design.settings.objective = { "LargestStress", 7 };
  problem.design.settings.constraints = { { { "Compliance" }, 1e6 } };
  for (std::size_t e = 0; e < problem.structure.mesh.numberOfElements(); ++e)
  {
    const Point c = centreOf(problem.structure.mesh, e);
    problem.design.initialDensity.push_back(
      0.5 + 0.4 * std::sin(7.0 * c[0] + 3.0 * c[1] + 5.0 * c[2]));
    problem.design.volumeRegion.push_back(c[0] > 0.2 && c[0] < 1.8 ? 7 : 0);
  }
  return problem;
}

void addTwoLoads(TopologyProblem& problem)
{
  problem.structure.loadCases[0].name = "Down";
  problem.structure.loadCases.push_back({ "Side", 1.0,
    consistentForces(problem.structure.mesh, isLoadedFace, Point{ 0.0, 0.7, 0.0 }) });
  problem.structure.loadCases.push_back({ "Twist", 1.0,
    consistentForces(problem.structure.mesh, isLoadedFace,
      [](const Point& p, const Point&) {
        return Point{ 0.0, 3.0 * (0.5 - p[2]), 3.0 * (p[1] - 0.5) };
      }) });
}

TopologyProblem lBracket(int cells, int layers)
{
  const Mesh box = makeBox(CellType::Hexahedron, { cells, cells, layers },
    [](const Point& p) {
      return Point{ p[0], p[1], 0.1 * p[2] };
    });
  Mesh mesh;
  std::vector<std::int32_t> number(box.numberOfNodes(), -1);
  for (std::size_t e = 0; e < box.numberOfElements(); ++e)
  {
    const Point c = centreOf(box, e);
    for (int a = 0; a < 8 && !(c[0] > 0.4 && c[1] > 0.4); ++a)
    {
      const auto node = static_cast<std::size_t>(box.element(e)[a]);
      if (number[node] < 0)
      {
        number[node] = static_cast<std::int32_t>(mesh.points.size() / 3);
        const Point p = nodePosition(box, node);
        mesh.points.insert(mesh.points.end(), p.begin(), p.end());
      }
      mesh.connectivity.push_back(number[node]);
    }
  }
  TopologyProblem problem = emptyProblem(std::move(mesh));
  clamp(problem, [](const Point& p) { return isAt(p[1], 1.0); });
  problem.structure.loadCases[0].forces = consistentForces(
    problem.structure.mesh, [](const Point& p) { return isAt(p[0], 1.0) && p[1] > 0.3 - 1e-9; },
    Point{ 0.0, -100.0, 0.0 });
  OptimizationSettings& settings = problem.design.settings;
  DensitySettings& densities = problem.design.densities;
  densities.interpolation = Interpolation::ModifiedSimp;
  settings.minimumModulusRatio = 1e-6;
  settings.optimizer = Optimizer::MovingAsymptotes;
  densities.filter = FilterKind::Density;
  densities.filterRadius = 0.11;
  settings.moveLimit = 0.1;
  settings.volumeFraction = 0.4;
  settings.densityChangeTolerance = 0.0;
  problem.structure.solver.tolerance = 1e-11;
  double solid = 0.0;
  const std::size_t elements = problem.structure.mesh.numberOfElements();
  for (std::size_t e = 0; e < elements; ++e)
  {
    const Point c = centreOf(problem.structure.mesh, e);
    const bool isPad = c[0] > 0.9 && c[1] > 0.3;
    problem.design.designRegion.push_back(isPad ? DesignRegion::Solid : DesignRegion::Design);
    solid += isPad ? 1.0 / static_cast<double>(elements) : 0.0;
  }
  problem.design.initialDensity.assign(elements, (0.4 - solid) / (1.0 - solid));
  return problem;
}
}
