#include "Optimization/Validation/TopologyValidation.h"
#include "Analysis/ElementGeometry.h"
#include "Analysis/Heat/HeatOfDesign.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Context.h"
#include "Core/Requirements.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Mesh/Faults/MeshConnections.h"
#include "Mesh/MeshFaces.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Validation/BoundValidation.h"
#include "Optimization/Validation/LoadPaths.h"
#include "Optimization/Validation/StageValidation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

namespace trabecula
{
void checkSettings(const ElasticConditions& conditions, const OptimizationSettings& settings)
{
  requireChoice("Optimizer", settings.optimizer, Optimizer::MovingAsymptotes);
  checkRanges(settingsOf(conditions, settings));
  checkPhysics(settings, false);
  checkSolver(conditions.solver);
}

void checkDensitySettings(const DensityDesign& design,
  const std::function<std::vector<Setting>()>& all, const char* property)
{
  const DensitySettings& densities = design.densities;
  requireChoice("Optimizer", design.settings.optimizer, Optimizer::MovingAsymptotes);
  requireChoice("Interpolation", densities.interpolation, Interpolation::Ramp);
  requireChoice("Filter type", densities.filter, FilterKind::Helmholtz);
  checkStages(densities, design.settings);
  checkRanges(all());
  const double ratio = std::pow(densities.minimumDensity, densities.penalization);
  if (densities.interpolation == Interpolation::Simp && ratio < SmallestScale)
  {
    fail("Minimum density is ", densities.minimumDensity, " and penalization ",
      densities.penalization, ", which leaves void a ", property, " of ", ratio,
      " times that of solid. It must be at least ", SmallestScale,
      "; raise Minimum Density or lower Penalization.");
  }
}

void checkSettings(const ElasticConditions& conditions, const DensityDesign& design)
{
  checkDensitySettings(
    design, [&] { return settingsOf(conditions, design.settings, design.densities); }, "stiffness");
  checkPhysics(design.settings, false);
  checkSolver(conditions.solver);
}

bool anyWithin(const std::vector<double>& places, double distance)
{
  // In nearly all meshes, some points with consecutive numbers are neighbours, so that no search is
  // needed.
  for (std::size_t i = 3; i + 2 < places.size(); i += 3)
  {
    double square = 0.0;
    for (std::size_t c = 0; c < 3; ++c)
    {
      const double difference = places[i + c] - places[i + c - 3];
      square += difference * difference;
    }
    if (square <= distance * distance)
    {
      return true;
    }
  }
  const Context<HostSpace> context;
  const auto elements =
    makeLayout(context, Entity::Element, static_cast<std::int64_t>(places.size() / 3), 1);
  const Vector<HostSpace> x(elements->withComponents(3), places);
  const NeighbourFilter<HostSpace> filter(elements, x, nullptr, distance);
  return filter.countNeighbours() > 0;
}

std::string warningOfFilterRadius(
  const std::vector<double>& points, const DensitySettings& settings)
{
  double longest = 0.0;
  for (std::size_t c = 0; c < 3; ++c)
  {
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (std::size_t i = c; i < points.size(); i += 3)
    {
      least = std::min(least, points[i]);
      most = std::max(most, points[i]);
    }
    longest = std::max(longest, most - least);
  }
  const double radius = filterRadiusOf(settings);
  if (settings.filter == FilterKind::None || radius <= longest)
  {
    return "";
  }
  std::ostringstream text;
  text << "Filter radius is " << radius << ", but the part is only " << longest
       << " long: it averages over nearly the whole part, which leaves hardly any structure. Lower "
          " Filter Radius; 1.5 to 3 times the edge of an element is usual.";
  return text.str();
}

void checkInitialDensity(
  const std::vector<double>& density, std::size_t expected, const std::string& entity)
{
  if (density.empty())
  {
    return;
  }
  requireSize("Initial density", density.size(), expected, ("one for each " + entity).c_str());
  requireFinite("Initial density", density, 1, entity.c_str());
  for (std::size_t i = 0; i < expected; ++i)
  {
    if (density[i] < 0.0 || density[i] > 1.0)
    {
      fail("Initial density is ", density[i], " at ", entity, " ", i, ", but must lie in [0, 1].");
    }
  }
}

void checkDesignRegion(
  const std::vector<DesignRegion>& region, std::size_t expected, const std::string& entity)
{
  if (region.empty())
  {
    return;
  }
  requireSize("Design region", region.size(), expected, ("one for each " + entity).c_str());
  for (std::size_t i = 0; i < expected; ++i)
  {
    if (region[i] > DesignRegion::Void)
    {
      fail("Design region is ", static_cast<int>(region[i]), " at ", entity, " ", i,
        ", but must be 0 (design), 1 (solid) or 2 (void).");
    }
  }
  if (std::find(region.begin(), region.end(), DesignRegion::Design) == region.end())
  {
    fail("The design region has no ", entity,
      " to design: all are solid or void. Those kept solid at loads and supports are among them.");
  }
}

void checkVolumeFraction(
  const DensityDesign& design, const std::vector<double>& volumes, const std::string& entity)
{
  const double lowest = lowestDensity(design.densities);
  if (design.designRegion.empty())
  {
    if (design.settings.volumeFraction < lowest)
    {
      fail("Volume fraction is ", design.settings.volumeFraction,
        ", but the minimum density alone takes ", lowest, ". Raise the one or lower the other.");
    }
    return;
  }
  double total = 0.0;
  double solid = 0.0;
  for (std::size_t i = 0; i < volumes.size(); ++i)
  {
    total += volumes[i];
    solid += design.designRegion[i] == DesignRegion::Solid ? volumes[i] : 0.0;
  }
  const double least = (solid + lowest * (total - solid)) / total;
  if (design.settings.volumeFraction < least)
  {
    fail("Volume fraction is ", design.settings.volumeFraction, ", but the solid ", entity,
      "s and the minimum density alone take ", least, ". Raise it above that, or make fewer ",
      entity, "s solid, by the design region or at loads and supports.");
  }
}

namespace
{

std::vector<double> centroidsOf(const Mesh& mesh)
{
  std::vector<double> centroids;
  centroids.reserve(3 * mesh.numberOfElements());
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::array<double, 3> centroid = elementCentroid(mesh, e);
    centroids.insert(centroids.end(), centroid.begin(), centroid.end());
  }
  return centroids;
}

/// Refuses a radius without neighbours, which is usually a mistake in units.
void checkFilterRadius(const Mesh& mesh, const DensitySettings& settings)
{
  constexpr double rounding = 1e-9;
  const double radius = filterRadiusOf(settings);
  if (settings.filter == FilterKind::None || mesh.numberOfElements() < 2 ||
    anyWithin(centroidsOf(mesh), radius * (1.0 + rounding)))
  {
    return;
  }
  double total = 0.0;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    total += elementSize(mesh, e).volume;
  }
  fail("Filter radius is ", radius,
    ", smaller than any element: no two centroids lie within it. Elements have a mean edge of ",
    std::cbrt(total / double(mesh.numberOfElements())),
    "; use 1.5 to 3 times that, or switch the filter off.");
}

void checkDesign(const TopologyProblem& problem)
{
  const std::size_t elements = problem.structure.mesh.numberOfElements();
  checkInitialDensity(problem.design.initialDensity, elements, "element");
  checkDesignRegion(problem.design.designRegion, elements, "element");
  checkSolidFractions(problem.solidFractions, elements);
  std::vector<double> volumes;
  if (!problem.design.designRegion.empty())
  {
    volumes = solidVolumes(problem.structure.mesh, problem.solidFractions);
  }
  checkVolumeFraction(problem.design, volumes, "element");
}
}

void checkSolidFractions(const std::vector<double>& fractions, std::size_t elements)
{
  if (fractions.empty())
  {
    return;
  }
  if (fractions.size() != elements)
  {
    fail("Solid fraction has ", fractions.size(), " values, but the mesh has ", elements,
      " elements. Give one for each, or none at all.");
  }
  const auto bad = std::find_if(fractions.begin(), fractions.end(),
    [](double fraction) { return !(fraction > 0.0 && fraction <= 1.0); });
  if (bad != fractions.end())
  {
    fail("Solid fraction is ", *bad, " in element ", bad - fractions.begin(),
      "; it must be above 0 and at most 1. Leave out or hide cells that are empty.");
  }
}

SolverRequirements requirementsOf(const DensityDesign& design)
{
  SolverRequirements demands;
  demands.smallestModulusRatio = design.densities.interpolation == Interpolation::Simp
    ? std::pow(design.densities.minimumDensity, design.densities.penalization)
    : design.settings.minimumModulusRatio;
  demands.accurate = describe(design.settings.objective).needsAccuracy;
  demands.adjointLoad = &design.outputWeights;
  return demands;
}

void checkProblem(const TopologyProblem& problem)
{
  const StructuralProblem& structure = problem.structure;
  const DensityDesign& design = problem.design;
  checkMesh(structure.mesh);
  checkSettings(structure, design);
  const SortedFaces faces = sortFaces(structure.mesh);
  checkElementShapes(structure.mesh, faces);
  checkConnections(structure.mesh, faces);
  checkFilterRadius(structure.mesh, design.densities);
  checkDesign(problem);
  checkLoadsOfDesign(structure.ofDesign, design);
  checkConditions(structure, faces);
  if (structure.ofDesign.heat.isPresent())
  {
    checkHeatOfDesign(structure, problem.solidFractions);
  }
  const ResponseProblem responses = responseProblem(structure, design, structure.mesh);
  checkResponses(design.settings, responses);
  checkLoadPaths(structure, design);
  checkBounds(design.settings, design.densities.filter, responses);
}
}
