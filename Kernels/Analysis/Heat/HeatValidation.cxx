#include "Analysis/Heat/HeatValidation.h"

#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Core/UnionFind.h"
#include "Mesh/Faults/MeshConnections.h"
#include "Operator/Conduction/FilmMatrix.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>

namespace trabecula
{
namespace
{
/// Checks a material quantity that is given for each element.
void requirePositive(
  const char* name, const std::vector<double>& values, std::size_t elements, const char* advice)
{
  requireSize(name, values.size(), elements, "one for each element");
  const auto isBad = [](double value) { return !(value > 0.0) || !std::isfinite(value); };
  const auto first = std::find_if(values.begin(), values.end(), isBad);
  if (first != values.end())
  {
    const auto count = std::count_if(first, values.end(), isBad);
    fail(name, " is ", *first, " in element ", first - values.begin(),
      "; it must be above 0 and finite. ", count, count == 1 ? " element has" : " elements have",
      " such a value. ", advice);
  }
  requireScale(name, values);
}

void checkMaterial(const HeatProblem& problem)
{
  const std::size_t elements = problem.mesh.numberOfElements();
  if (problem.conductivities.empty())
  {
    requireInside("Conductivity", problem.conductivity, 0.0, false,
      std::numeric_limits<double>::infinity(), false);
    requireScale("Conductivity", problem.conductivity);
  }
  else
  {
    requirePositive("Conductivity", problem.conductivities, elements,
      "Give void a small conductivity, or leave its cells out.");
  }
  if (!problem.solidFractions.empty())
  {
    requirePositive(
      "Solid fraction", problem.solidFractions, elements, "Leave out or hide empty cells.");
  }
}

/// Checks a nodal field, which may be empty.
void checkNodal(const char* name, const std::vector<double>& values, const HeatProblem& problem)
{
  if (!values.empty())
  {
    requireSize(name, values.size(), problem.mesh.numberOfNodes(), "one for each point");
    requireFinite(name, values, 1, "point");
    requireScale(name, values);
  }
}

void checkLoads(const HeatProblem& problem)
{
  const Mesh& mesh = problem.mesh;
  checkNodal("Heat flow", problem.heatFlow, problem);
  const std::vector<std::uint8_t> used = nodesInElements(mesh);
  for (std::size_t i = 0; i < problem.heatFlow.size(); ++i)
  {
    if (problem.heatFlow[i] != 0.0 && !used[i])
    {
      fail("Heat flow is ", problem.heatFlow[i], " at point ", i, ", which belongs to no element.");
    }
  }
  if (!problem.heatSource.empty())
  {
    requireSize(
      "Heat source", problem.heatSource.size(), mesh.numberOfElements(), "one for each element");
    requireFinite("Heat source", problem.heatSource, 1, "element");
    requireScale("Heat source", problem.heatSource);
  }
}

HostMatrix checkFilms(const HeatProblem& problem)
{
  const std::vector<double>& coefficient = problem.filmCoefficient;
  checkNodal("Film coefficient", coefficient, problem);
  checkNodal("Ambient temperature", problem.ambientTemperature, problem);
  const auto negative =
    std::find_if(coefficient.begin(), coefficient.end(), [](double value) { return value < 0.0; });
  if (negative != coefficient.end())
  {
    fail("Film coefficient is ", *negative, " at point ", negative - coefficient.begin(),
      ", but must be at least 0.");
  }
  if (std::none_of(
        coefficient.begin(), coefficient.end(), [](double value) { return value > 0.0; }))
  {
    return {};
  }
  HostMatrix films = filmMatrix(problem.mesh, coefficient);
  if (films.values.empty())
  {
    fail("Film coefficients have no effect: a film acts on boundary faces whose nodes all have a "
         "coefficient above 0, and there is no such face. Give all nodes of faces one.");
  }
  return films;
}

/// Checks that every connected piece of the mesh has a node with a fixed temperature or a film.
void checkPieces(const HeatProblem& problem, const HostMatrix& films)
{
  const Mesh& mesh = problem.mesh;
  const std::size_t nodes = mesh.numberOfNodes();
  std::vector<std::int32_t> parents(nodes);
  std::iota(parents.begin(), parents.end(), 0);
  const std::size_t elements = mesh.numberOfElements();
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < elements; ++e)
  {
    const std::int32_t* corners = mesh.element(e);
    for (std::size_t a = 1; a < mesh.nodesOf(e); ++a)
    {
      unionfind::joinShortened(parents.data(), corners[0], corners[a]);
    }
  }
  std::vector<std::uint8_t> isHeld(nodes, 0);
  for (std::size_t i = 0; i < nodes; ++i)
  {
    if (problem.fixed[i] || (films.rows() > 0 && films.offsets[i] < films.offsets[i + 1]))
    {
      isHeld[static_cast<std::size_t>(
        unionfind::shortenedRoot(parents.data(), static_cast<std::int32_t>(i)))] = 1;
    }
  }
  const auto rootOf = [&](std::size_t e)
  { return static_cast<std::size_t>(unionfind::root(parents.data(), mesh.element(e)[0])); };
  std::size_t first = 0;
  while (first < elements && isHeld[rootOf(first)])
  {
    ++first;
  }
  if (first == elements)
  {
    return;
  }
  std::size_t count = 0;
  for (std::size_t e = 0; e < elements; ++e)
  {
    count += rootOf(e) == rootOf(first) ? 1 : 0;
  }
  const double* x = &mesh.points[3 * static_cast<std::size_t>(mesh.element(first)[0])];
  fail(count == elements
      ? "Nothing determines the temperature: no point has a fixed temperature, and no film acts. "
      : "Nothing determines the temperature of a piece of the mesh that is not connected to the "
        "rest, of " +
        countText(std::int64_t(count), "element") + " at (" + shortText(x[0]) + ", " +
        shortText(x[1]) + ", " + shortText(x[2]) +
        "): none of its points has a fixed temperature, and no film acts on it. ",
    "Fix the temperature of at least one point", count == elements ? "" : " of each piece",
    ", or give boundary faces a film coefficient.");
}
}

HostMatrix validate(const HeatProblem& problem)
{
  const Mesh& mesh = problem.mesh;
  checkMesh(mesh);
  checkMaterial(problem);
  checkSolver(problem.solver);
  const SortedFaces faces = sortFaces(mesh);
  checkElementShapes(mesh, faces);
  checkConnections(mesh, faces);
  requireSize(
    "Fixed temperatures", problem.fixed.size(), mesh.numberOfNodes(), "one for each point");
  checkNodal("Prescribed temperature", problem.prescribedTemperature, problem);
  checkLoads(problem);
  HostMatrix films = checkFilms(problem);
  checkPieces(problem, films);
  return films;
}

std::vector<std::string> warningsOf(const HeatProblem& problem, const HostMatrix& films)
{
  std::vector<std::string> warnings;
  std::int64_t idle = 0;
  for (std::size_t i = 0; films.rows() > 0 && i < problem.filmCoefficient.size(); ++i)
  {
    idle += problem.filmCoefficient[i] > 0.0 && films.offsets[i] == films.offsets[i + 1] ? 1 : 0;
  }
  if (idle > 0)
  {
    warnings.push_back("Film coefficients at " + countText(idle, "point") +
      " have no effect: no boundary face around them has a coefficient at all its nodes.");
  }
  const std::string contacts = warningOfContacts(problem.mesh);
  if (!contacts.empty())
  {
    warnings.push_back(contacts);
  }
  return warnings;
}
}
