#include "Analysis/MultigridChoice.h"
#include "Analysis/Requirements.h"
#include "Core/DeviceVector.h"
#include "Core/Parallel.h"
#include "Design/Filter/NeighbourFilter.h"
#include "Element/Hex8.h"
#include "Mesh/MeshParts.h"
#include "Optimization/TopologyProblem.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
void checkSettings(const TopologyProblem& problem)
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const OptimizationSettings& s = problem.settings;
  requireInside("Young's modulus", problem.material.youngsModulus, 0.0, false, infinity, false);
  requireScale("Young's modulus", problem.material.youngsModulus);
  requireInside("Poisson's ratio", problem.material.poissonsRatio, -1.0, false, 0.5, false);
  requireInside("Volume fraction", s.volumeFraction, 0.0, false, 1.0, true);
  requireInside("Penalization", s.penalization, 1.0, true, infinity, false);
  if (s.interpolation == Interpolation::Simp)
  {
    requireInside("Minimum density", s.minimumDensity, 0.0, false, 1.0, false);
    const double ratio = std::pow(s.minimumDensity, s.penalization);
    if (ratio < SmallestScale)
    {
      fail("Minimum density is ", s.minimumDensity, " and penalization ", s.penalization,
        ", which leaves void a stiffness of ", ratio, " times that of solid. It must be at least ",
        SmallestScale, "; raise Minimum Density or lower Penalization.");
    }
  }
  else
  {
    requireInside("Minimum modulus ratio", s.minimumModulusRatio, 0.0, false, 1.0, false);
    requireScale("Minimum modulus ratio", s.minimumModulusRatio);
  }
  if (s.filter != FilterKind::None)
  {
    requireInside("Filter radius", s.filterRadius, 0.0, false, infinity, false);
    requireScale("Filter radius", s.filterRadius);
  }
  requireInside("Move limit", s.moveLimit, 0.0, false, 1.0, true);
  requireInside("Damping", s.damping, 0.0, false, 1.0, true);
  requireInside("Density change tolerance", s.densityChangeTolerance, 0.0, true, infinity, false);
  requireInside("Solver tolerance", problem.solver.tolerance, 0.0, false, 1.0, false);
  if (problem.solver.maximumIterations < 1)
  {
    fail("Solver iterations are limited to ", problem.solver.maximumIterations,
      ", but must be at least 1.");
  }
  if (problem.solver.aggregates < 0)
  {
    fail("The number of aggregates is ", problem.solver.aggregates,
      ", but must be at least 1, or 0 to let the mesh and the device decide.");
  }
}

void checkMesh(const HexMesh& mesh)
{
  if (mesh.connectivity.empty() || mesh.points.empty())
  {
    fail("The mesh has no hexahedra. Give it at least one.");
  }
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (mesh.points.size() % 3 || mesh.connectivity.size() % 8 || mesh.numberOfNodes() > most ||
    mesh.numberOfElements() > most)
  {
    fail("The mesh must have 3 coordinates a node, 8 nodes an element, and at most ", most,
      " of each.");
  }
  requireFinite("The coordinate of a point", mesh.points, 3, "point");
  requireScale("The coordinate of a point", mesh.points);
  const auto nodes = static_cast<std::int32_t>(mesh.numberOfNodes());
  for (std::size_t i = 0; i < mesh.connectivity.size(); ++i)
  {
    if (mesh.connectivity[i] < 0 || mesh.connectivity[i] >= nodes)
    {
      fail("Element ", i / 8, " refers to point ", mesh.connectivity[i], ", but the mesh has ",
        nodes, " points.");
    }
  }
}

double elementVolume(const HexMesh& mesh, std::size_t element)
{
  double x[24];
  for (std::size_t i = 0; i < 24; ++i)
  {
    x[i] = mesh.points[3 * std::size_t(mesh.connectivity[8 * element + i % 8]) + i / 8];
  }
  double volume = 0.0;
  hex8::smallestDeterminant(x, volume);
  return volume;
}

void checkElementShapes(const HexMesh& mesh)
{
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  std::vector<std::int64_t> bad;
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < elements; ++e)
  {
    double x[24];
    double low[3];
    double high[3];
    for (int c = 0; c < 3; ++c)
    {
      low[c] = std::numeric_limits<double>::max();
      high[c] = std::numeric_limits<double>::lowest();
      for (int a = 0; a < 8; ++a)
      {
        x[8 * c + a] = mesh.points[3 * std::size_t(mesh.connectivity[8 * e + a]) + c];
        low[c] = std::min(low[c], x[8 * c + a]);
        high[c] = std::max(high[c], x[8 * c + a]);
      }
    }
    double volume = 0.0;
    const double smallest = hex8::smallestDeterminant(x, volume);
    const double extent = std::max({ high[0] - low[0], high[1] - low[1], high[2] - low[2] });
    // Rounding decides the sign of anything smaller.
    if (!(smallest > 1e-12 * extent * extent * extent))
    {
#pragma omp critical
      bad.push_back(e);
    }
  }
  if (bad.empty())
  {
    return;
  }
  const std::int64_t e = *std::min_element(bad.begin(), bad.end());
  double x[24];
  for (int i = 0; i < 24; ++i)
  {
    x[i] = mesh.points[3 * std::size_t(mesh.connectivity[8 * e + i % 8]) + i / 8];
  }
  double volume = 0.0;
  const double smallest = hex8::smallestDeterminant(x, volume);
  fail("Element ", e, " is ", smallest < 0.0 ? "inverted" : "degenerate",
    ": its smallest Jacobian determinant is ", smallest, " (volume ", volume, "). ", bad.size(),
    bad.size() == 1 ? " element is" : " elements are",
    " so. Repair the mesh, or the order of the nodes.");
}

/// Whether any two centroids lie within a distance of each other.
bool anyNeighbours(const HexMesh& mesh, double distance)
{
  const std::size_t elements = mesh.numberOfElements();
  DeviceVector<double, HostSpace> centroids(3 * elements);
  double* x = centroids.data();
  for (std::size_t e = 0; e < elements; ++e)
  {
    double square = 0.0;
    for (std::size_t c = 0; c < 3; ++c)
    {
      double sum = 0.0;
      for (std::size_t a = 0; a < 8; ++a)
      {
        sum += mesh.points[3 * std::size_t(mesh.connectivity[8 * e + a]) + c];
      }
      x[3 * e + c] = sum / 8.0;
      const double difference = e > 0 ? x[3 * e + c] - x[3 * e - 3 + c] : distance;
      square += difference * difference;
    }
    // Nearly all meshes have elements in a row.
    if (e > 0 && square <= distance * distance)
    {
      return true;
    }
  }
  const NeighbourFilter<HostSpace> filter(
    static_cast<std::int64_t>(elements), x, nullptr, distance);
  return filter.countNeighbours() > 0;
}

/// A radius that reaches nobody is a mistake in units, most often.
void checkFilterRadius(const HexMesh& mesh, const OptimizationSettings& settings)
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
    total += elementVolume(mesh, e);
  }
  fail("Filter radius is ", settings.filterRadius,
    ", smaller than any element: no two centroids lie within it. Elements have a mean edge of ",
    std::cbrt(total / double(mesh.numberOfElements())),
    "; use 1.5 to 3 times that, or switch the filter off.");
}

void checkSupports(const TopologyProblem& problem)
{
  const HexMesh& mesh = problem.mesh;
  requireSize("Supports", problem.supports.size(), mesh.points.size(), "three for each point");
  if (!problem.prescribedDisplacement.empty())
  {
    requireSize("Prescribed displacement", problem.prescribedDisplacement.size(),
      mesh.points.size(), "three for each point");
    requireFinite("Prescribed displacement", problem.prescribedDisplacement, 3, "point");
    requireScale("Prescribed displacement", problem.prescribedDisplacement);
  }
  const std::string motion = describeFreeMotion(mesh, findParts(mesh), problem.supports);
  if (!motion.empty())
  {
    fail("Supports leave a rigid-body motion free: ", motion);
  }
}

void checkLoads(const TopologyProblem& problem)
{
  if (problem.loadCases.empty())
  {
    fail("There is no load: give at least one array of forces.");
  }
  const bool moved = supportsMove(problem);
  const std::vector<bool> used = nodesInElements(problem.mesh);
  double weights = 0.0;
  for (const LoadCase& load : problem.loadCases)
  {
    const std::string name = "Load case '" + load.name + "'";
    requireSize(name, load.forces.size(), problem.mesh.points.size(), "three for each point");
    requireFinite(name, load.forces, 3, "point");
    requireScale("A force of " + name, load.forces);
    if (!(load.weight >= 0.0) || !std::isfinite(load.weight))
    {
      fail(name, " has the weight ", load.weight, ", but weights must be at least 0.");
    }
    if (load.weight != 0.0)
    {
      requireScale("The weight of " + name, load.weight);
    }
    weights += load.weight;
    bool any = false;
    bool anyFree = false;
    for (std::size_t i = 0; i < load.forces.size(); ++i)
    {
      if (load.forces[i] != 0.0)
      {
        if (!used[i / 3])
        {
          fail(name, " has a force on point ", i / 3, ", which belongs to no element.");
        }
        any = true;
        anyFree = anyFree || !problem.supports[i];
      }
    }
    if (!any && !moved)
    {
      fail(name, " has no load: all its forces are zero, and no support is displaced.");
    }
    if (any && !anyFree && !moved)
    {
      fail(name, " acts only on supported displacement components, so nothing is loaded. ",
        "Put forces on points that are free to move.");
    }
  }
  if (!(weights > 0.0))
  {
    fail("The weights of all load cases are zero. Give at least one a positive weight.");
  }
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
    const double volume = elementVolume(problem.mesh, e);
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

void validate(const TopologyProblem& problem)
{
  checkMesh(problem.mesh);
  checkSettings(problem);
  checkElementShapes(problem.mesh);
  checkFilterRadius(problem.mesh, problem.settings);
  checkDesign(problem);
  checkSupports(problem);
  checkLoads(problem);
  checkSprings(problem);
  checkOutput(problem);
  if (problem.solver.preconditioner == Preconditioner::Multigrid)
  {
    chooseMultigrid(problem);
  }
}
}
