#include "Optimization/Validation/TopologyValidation.h"
#include "Analysis/ElementGeometry.h"
#include "Analysis/MultigridChoice.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Context.h"
#include "Core/Requirements.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Optimization/Settings/SettingsTable.h"
#include "Optimization/Validation/BoundValidation.h"
#include "Optimization/Validation/MechanismValidation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trabecula
{
namespace
{
void checkSettings(const TopologyProblem& problem)
{
  const OptimizationSettings& s = problem.settings;
  checkRanges(settingsOf(problem));
  const double ratio = std::pow(s.minimumDensity, s.penalization);
  if (s.interpolation == Interpolation::Simp && ratio < SmallestScale)
  {
    fail("Minimum density is ", s.minimumDensity, " and penalization ", s.penalization,
      ", which leaves void a stiffness of ", ratio, " times that of solid. It must be at least ",
      SmallestScale, "; raise Minimum Density or lower Penalization.");
  }
  checkSolver(problem.solver);
}

/// Whether any two centroids lie within a distance of each other.
bool anyNeighbours(const Mesh& mesh, double distance)
{
  const std::size_t elements = mesh.numberOfElements();
  DeviceVector<double, HostSpace> centroids(3 * elements);
  double* x = centroids.data();
  for (std::size_t e = 0; e < elements; ++e)
  {
    const std::array<double, 3> centroid = elementCentroid(mesh, e);
    double square = 0.0;
    for (std::size_t c = 0; c < 3; ++c)
    {
      x[3 * e + c] = centroid[c];
      const double difference = e > 0 ? x[3 * e + c] - x[3 * e - 3 + c] : distance;
      square += difference * difference;
    }
    // Nearly all meshes have elements in a row.
    if (e > 0 && square <= distance * distance)
    {
      return true;
    }
  }
  Context<HostSpace> context;
  const NeighbourFilter<HostSpace> filter(
    context, static_cast<std::int64_t>(elements), x, nullptr, distance);
  return filter.countNeighbours() > 0;
}

/// A radius without neighbours is usually a mistake in units.
void checkFilterRadius(const Mesh& mesh, const OptimizationSettings& settings)
{
  constexpr double rounding = 1e-9;
  if (settings.filter == FilterKind::None || mesh.numberOfElements() < 2 ||
    anyNeighbours(mesh, settings.filterRadius * (1.0 + rounding)))
  {
    return;
  }
  double total = 0.0;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    total += elementSize(mesh, e).volume;
  }
  fail("Filter radius is ", settings.filterRadius,
    ", smaller than any element: no two centroids lie within it. Elements have a mean edge of ",
    std::cbrt(total / double(mesh.numberOfElements())),
    "; use 1.5 to 3 times that, or switch the filter off.");
}

void checkDesign(const TopologyProblem& problem)
{
  const std::size_t elements = problem.mesh.numberOfElements();
  if (!problem.initialDensity.empty())
  {
    requireSize("Initial density", problem.initialDensity.size(), elements, "one for each element");
    requireFinite("Initial density", problem.initialDensity, 1, "element");
    for (std::size_t e = 0; e < elements; ++e)
    {
      if (problem.initialDensity[e] < 0.0 || problem.initialDensity[e] > 1.0)
      {
        fail("Initial density is ", problem.initialDensity[e], " at element ", e,
          ", but must lie in [0, 1].");
      }
    }
  }
  const double lowest =
    problem.settings.interpolation == Interpolation::Simp ? problem.settings.minimumDensity : 0.0;
  if (problem.designRegion.empty())
  {
    if (problem.settings.volumeFraction < lowest)
    {
      fail("Volume fraction is ", problem.settings.volumeFraction,
        ", but the minimum density alone takes ", lowest, ". Raise the one or lower the other.");
    }
    return;
  }
  requireSize("Design region", problem.designRegion.size(), elements, "one for each element");
  for (std::size_t e = 0; e < elements; ++e)
  {
    if (problem.designRegion[e] > DesignRegion::Void)
    {
      fail("Design region is ", static_cast<int>(problem.designRegion[e]), " at element ", e,
        ", but must be 0 (design), 1 (solid) or 2 (void).");
    }
  }
  double total = 0.0;
  double solid = 0.0;
  bool anyDesign = false;
  for (std::size_t e = 0; e < elements; ++e)
  {
    const double volume = elementSize(problem.mesh, e).volume;
    total += volume;
    solid += problem.designRegion[e] == DesignRegion::Solid ? volume : 0.0;
    anyDesign = anyDesign || problem.designRegion[e] == DesignRegion::Design;
  }
  if (!anyDesign)
  {
    fail("The design region has no element to design: all are solid or void.");
  }
  const double least = (solid + lowest * (total - solid)) / total;
  if (problem.settings.volumeFraction < least)
  {
    fail("Volume fraction is ", problem.settings.volumeFraction,
      ", but the solid elements of the design region and the minimum density alone take ", least,
      ". Raise it above that, or make fewer elements solid.");
  }
}
}

SolverRequirements requirementsOf(const TopologyProblem& problem)
{
  const OptimizationSettings& s = problem.settings;
  SolverRequirements demands;
  demands.smallestModulusRatio = s.interpolation == Interpolation::Simp
    ? std::pow(s.minimumDensity, s.penalization)
    : s.minimumModulusRatio;
  demands.accurate = s.objective == Objective::OutputDisplacement;
  demands.adjointLoad = &problem.outputWeights;
  return demands;
}

void validate(const TopologyProblem& problem)
{
  checkMesh(problem.mesh);
  checkSettings(problem);
  checkElementShapes(problem.mesh);
  checkFilterRadius(problem.mesh, problem.settings);
  checkDesign(problem);
  checkConditions(problem);
  checkOutput(problem);
  checkBounds(problem);
  if (problem.solver.preconditioner == Preconditioner::Multigrid)
  {
    chooseMultigrid(problem, requirementsOf(problem));
  }
}
}
