#include "Analysis/Frequency/FrequencyInput.h"

#include "Analysis/Rigid/RigidMotions.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Requirements.h"
#include "Mesh/Faults/MeshConnections.h"
#include "Mesh/MeshFaces.h"
#include "Mesh/MeshParts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace trabecula
{
namespace
{
constexpr double Unbounded = std::numeric_limits<double>::infinity();

void checkPointMasses(const FrequencyProblem& problem, const std::vector<std::uint8_t>& used)
{
  const std::vector<double>& masses = problem.pointMasses;
  if (masses.empty())
  {
    return;
  }
  requireSize("Point mass", masses.size(), used.size(), "one for each point");
  requireFinite("Point mass", masses, 1, "point");
  requireScale("Point mass", masses);
  for (std::size_t node = 0; node < masses.size(); ++node)
  {
    if (masses[node] < 0.0)
    {
      fail("Point mass is ", masses[node], " at point ", node, ", but must be at least 0.");
    }
    if (masses[node] > 0.0 && !used[node])
    {
      fail("Point mass is ", masses[node], " at point ", node, ", which belongs to no element.");
    }
  }
}

/// Checks all but the mesh.
void checkFrequencyProblem(const FrequencyProblem& problem, const std::vector<std::uint8_t>& used)
{
  const StructuralProblem& structure = problem.structure;
  const std::size_t elements = structure.mesh.numberOfElements();
  checkMaterial(structure.material);
  checkPoissonsRatios(structure);
  checkSolver(structure.solver);
  requireSize(
    "Supports", structure.supports.size(), structure.mesh.points.size(), "three for each point");
  if (!structure.springs.empty())
  {
    fail("Natural frequencies are computed without springs.");
  }
  requireInside("Mass density", problem.density, 0.0, false, Unbounded, false);
  requireScale("Mass density", problem.density);
  requireInside("The tolerance of modes", problem.tolerance, 0.0, false, 1.0, false);
  if (problem.modes < 1 || problem.modes > MostModes)
  {
    fail("The number of modes is ", problem.modes, ", but must be from 1 to ", MostModes, ".");
  }
  if (problem.maximumIterations < 1)
  {
    fail("Iterations for modes are limited to ", problem.maximumIterations,
      ", but must be at least 1.");
  }
  if (!problem.moduli.empty())
  {
    requireSize("Young's modulus", problem.moduli.size(), elements, "one for each element");
    requireScale("Young's modulus", problem.moduli);
  }
  for (std::size_t e = 0; e < problem.moduli.size(); ++e)
  {
    if (!(problem.moduli[e] > 0.0) || !std::isfinite(problem.moduli[e]))
    {
      fail("Young's modulus is ", problem.moduli[e], " in element ", e,
        "; it must be above 0 and finite.");
    }
  }
  if (!problem.solidFractions.empty())
  {
    requireSize("Solid fraction", problem.solidFractions.size(), elements, "one for each element");
  }
  for (std::size_t e = 0; e < problem.solidFractions.size(); ++e)
  {
    if (!(problem.solidFractions[e] > 0.0 && problem.solidFractions[e] <= 1.0))
    {
      fail("The solid fraction of element ", e, " is ", problem.solidFractions[e],
        ", but must be above 0 and at most 1.");
    }
  }
  checkPointMasses(problem, used);
  const bool isHeld = std::all_of(structure.supports.begin(), structure.supports.end(),
    [](std::uint8_t isSupport) { return isSupport != 0; });
  if (isHeld)
  {
    fail("All displacements are supported, so that nothing can vibrate.");
  }
}

/// Sets the middle and the diagonal of the box around the mesh.
void setExtent(const Mesh& mesh, FrequencyInput& input)
{
  double square = 0.0;
  for (std::size_t c = 0; c < 3; ++c)
  {
    double low = mesh.points[c];
    double high = low;
    for (std::size_t i = c; i < mesh.points.size(); i += 3)
    {
      low = std::min(low, mesh.points[i]);
      high = std::max(high, mesh.points[i]);
    }
    input.centre[c] = 0.5 * (low + high);
    square += (high - low) * (high - low);
  }
  input.length = std::sqrt(square);
}
}

FrequencyInput frequencyInput(const FrequencyProblem& problem)
{
  const Mesh& mesh = problem.structure.mesh;
  checkMesh(mesh);
  const std::vector<std::uint8_t> used = nodesInElements(mesh);
  checkFrequencyProblem(problem, used);
  const SortedFaces faces = sortFaces(mesh);
  checkElementShapes(mesh, faces);
  checkConnections(mesh, faces);

  requireNoRigidFaces(problem.structure.rigid, "An analysis of frequencies");
  FrequencyInput input;
  input.structure = problem.structure;
  input.structure.loadCases.clear();
  if (input.structure.solver.preconditioner == Preconditioner::Auto)
  {
    // Applications are many more than those of a solution for one load.
    input.structure.solver.preconditioner = Preconditioner::Multigrid;
  }
  input.structure.prescribedDisplacement.clear();
  input.supports = problem.structure.supports;
  for (std::size_t i = 0; i < input.supports.size(); ++i)
  {
    input.supports[i] = input.supports[i] || !used[i / 3] ? 1 : 0;
  }
  FreeMotions free = findFreeMotions(mesh, findParts(mesh, faces), problem.structure.supports);
  for (const std::size_t unknown : free.holds)
  {
    input.structure.supports[unknown] = 1;
  }
  for (std::vector<double>& motion : free.motions)
  {
    for (std::size_t i = 0; i < motion.size(); ++i)
    {
      motion[i] = input.supports[i] ? 0.0 : motion[i];
    }
  }
  input.motions = std::move(free.motions);
  const std::size_t elements = mesh.numberOfElements();
  input.moduli = problem.moduli.empty()
    ? std::vector<double>(elements, problem.structure.material.youngsModulus)
    : problem.moduli;
  input.densities.assign(elements, problem.density);
  for (std::size_t e = 0; e < problem.solidFractions.size(); ++e)
  {
    input.densities[e] *= problem.solidFractions[e];
    input.moduli[e] *= problem.solidFractions[e];
  }
  input.largestModulus = *std::max_element(input.moduli.begin(), input.moduli.end());
  input.structure.material.youngsModulus = input.largestModulus;
  const bool hasMasses = std::any_of(
    problem.pointMasses.begin(), problem.pointMasses.end(), [](double mass) { return mass > 0.0; });
  input.pointMasses.resize(hasMasses ? mesh.points.size() : 0);
  for (std::size_t i = 0; i < input.pointMasses.size(); ++i)
  {
    input.pointMasses[i] = problem.pointMasses[i / 3];
  }
  setExtent(mesh, input);
  input.isLumped = problem.isLumped;
  input.modes = problem.modes;
  input.tolerance = problem.tolerance;
  input.maximumIterations = problem.maximumIterations;
  return input;
}
}
