#include "Analysis/Meshfree/MeshfreeStructure.h"

#include "Core/Context.h"
#include "Core/Execution/SetupCounts.h"
#include "Core/Text.h"
#include "Mesh/ElementFaces.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace trabecula
{
namespace
{
/// Boundary faces that are constrained in some direction.
struct ConstrainedFaces
{
  std::vector<std::int64_t> sides;
  std::vector<std::array<bool, 3>> directions; ///< for each face, the constrained directions
  std::vector<bool> onFace; ///< 3 per point of the mesh: whether a face constrains it
};

ConstrainedFaces findConstrainedFaces(const Mesh& mesh, const std::vector<std::uint8_t>& supports)
{
  ConstrainedFaces faces;
  faces.onFace.assign(supports.size(), false);
  for (const std::array<std::int64_t, 2>& sides : findFaces(mesh).sides)
  {
    if (sides[1] != ElementFaces::None)
    {
      continue;
    }
    const FaceLoop<std::int32_t> corners = nodesOfSide(mesh, sides[0]);
    std::array<bool, 3> directions{};
    for (std::size_t c = 0; c < 3; ++c)
    {
      directions[c] = std::all_of(corners.begin(), corners.end(),
        [&](std::int32_t node) { return supports[3 * static_cast<std::size_t>(node) + c] != 0; });
      for (const std::int32_t node : corners)
      {
        const std::size_t unknown = 3 * static_cast<std::size_t>(node) + c;
        faces.onFace[unknown] = faces.onFace[unknown] || directions[c];
      }
    }
    if (directions[0] || directions[1] || directions[2])
    {
      faces.sides.push_back(sides[0]);
      faces.directions.push_back(directions);
    }
  }
  return faces;
}

/// Finds points of the mesh that are supported in a direction in which no face constrains them.
std::vector<std::size_t> findPointsByThemselves(
  const std::vector<std::uint8_t>& supports, const std::vector<bool>& onFace)
{
  std::vector<std::size_t> points;
  for (std::size_t i = 0; i < supports.size(); ++i)
  {
    if (supports[i] && !onFace[i] && (points.empty() || points.back() != i / 3))
    {
      points.push_back(i / 3);
    }
  }
  return points;
}

std::vector<double> placesOf(const Mesh& mesh, const std::vector<std::size_t>& points)
{
  std::vector<double> places;
  for (const std::size_t point : points)
  {
    places.insert(places.end(), &mesh.points[3 * point], &mesh.points[3 * point] + 3);
  }
  return places;
}

/// Returns the distance to the nearest nodes at given positions, interpolated by the nodes' shape
/// functions; 0 at positions that are in no domain of influence, which are refused elsewhere.
std::vector<double> nodeDistancesAt(
  const HostCloud& cloud, double supportScale, const std::vector<double>& places)
{
  if (places.empty())
  {
    return {};
  }
  const Context<HostSpace> context;
  const ShapeLists<HostSpace> shapes(
    context, copyOf(context, cloud), places, { "place", 0, false });
  const ShapeListsView view = shapes.view();
  std::vector<double> distances(static_cast<std::size_t>(view.points), 0.0);
  for (std::size_t q = 0; q < distances.size(); ++q)
  {
    for (std::int64_t e = view.starts[q]; e < view.starts[q + 1]; ++e)
    {
      distances[q] +=
        view.values[e] * cloud.radii[static_cast<std::size_t>(view.node[e])] / supportScale;
    }
  }
  return distances;
}

double weightedMean(const std::vector<double>& values, const std::vector<double>& weights)
{
  double sum = 0.0;
  double total = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    sum += weights[i] * values[i];
    total += weights[i];
  }
  return total > 0.0 ? sum / total : 0.0;
}

std::string warningOfPoints(const std::vector<std::size_t>& points, bool anyFace)
{
  return "Point " + std::to_string(points.front()) +
    " is supported in a direction in which no face of a cell there has all its corners " +
    "supported; " + countText(static_cast<std::int64_t>(points.size()), "point") +
    (points.size() == 1 ? " is" : " are") +
    " held by a penalty at the point alone, which depends on the distance of nodes. Support " +
    (anyFace ? "the corners of whole faces as well." : "all corners of faces instead.");
}

void addConstrained(
  const StructuralProblem& problem, const MeshfreeMethod& method, MeshfreeStructure& structure)
{
  const Mesh& mesh = problem.mesh;
  const ConstrainedFaces faces = findConstrainedFaces(mesh, problem.supports);
  const FacePoints points = facePointsOf(mesh, faces.sides);
  const std::vector<std::size_t> alone = findPointsByThemselves(problem.supports, faces.onFace);
  const std::vector<double> alonePlaces = placesOf(mesh, alone);
  const std::vector<double> aloneDistances =
    nodeDistancesAt(structure.cloud, method.supportScale, alonePlaces);
  structure.penalty = method.penalty;
  if (!(structure.penalty > 0.0))
  {
    const double distance = points.size() > 0
      ? weightedMean(
          nodeDistancesAt(structure.cloud, method.supportScale, points.places), points.weights)
      : weightedMean(aloneDistances, std::vector<double>(aloneDistances.size(), 1.0));
    structure.penalty =
      distance > 0.0 ? method.penaltyFactor * problem.material.youngsModulus / distance : 0.0;
  }

  ConstrainedPoints& constrained = structure.constrained;
  constrained.places = points.places;
  for (std::size_t q = 0; q < points.size(); ++q)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      const double weight = faces.directions[q / FacePoints::PerFace][c] ? points.weights[q] : 0.0;
      constrained.stiffness.push_back(structure.penalty * weight);
    }
  }
  constrained.places.insert(constrained.places.end(), alonePlaces.begin(), alonePlaces.end());
  for (std::size_t i = 0; i < alone.size(); ++i)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      const std::size_t unknown = 3 * alone[i] + c;
      constrained.stiffness.push_back(problem.supports[unknown] && !faces.onFace[unknown]
          ? structure.penalty * aloneDistances[i] * aloneDistances[i]
          : 0.0);
    }
  }
  if (!alone.empty())
  {
    structure.warnings.push_back(warningOfPoints(alone, points.size() > 0));
  }
}

void addSprings(const StructuralProblem& problem, ConstrainedPoints& constrained)
{
  for (std::size_t i = 0; i < problem.springs.size(); i += 3)
  {
    const double* springs = &problem.springs[i];
    if (springs[0] > 0.0 || springs[1] > 0.0 || springs[2] > 0.0)
    {
      const double* place = &problem.mesh.points[i];
      constrained.places.insert(constrained.places.end(), place, place + 3);
      constrained.stiffness.insert(constrained.stiffness.end(), springs, springs + 3);
    }
  }
}

HostCloud cloudOf(const std::vector<double>& nodes, double supportScale)
{
  const Context<HostSpace> context;
  return { nodes, makeNodeCloud(context, nodes, supportScale).radii.toHost() };
}
}

MeshfreeStructure makeMeshfreeStructure(
  const StructuralProblem& problem, const MeshfreeMethod& method)
{
  ++setupCounts().meshfreeStructures;
  const std::vector<double>& nodes = method.nodes.empty() ? problem.mesh.points : method.nodes;
  MeshfreeStructure structure;
  structure.points = cellPoints(problem.mesh, method.gaussPoints);
  if (method.consistentIntegration)
  {
    structure.faces = facePointsOfCells(problem.mesh);
  }
  structure.cloud = cloudOf(nodes, method.supportScale);
  structure.supportRadius =
    *std::max_element(structure.cloud.radii.begin(), structure.cloud.radii.end());
  addConstrained(problem, method, structure);
  addSprings(problem, structure.constrained);
  structure.lattice = findMeshfreeLattice(nodes, problem.mesh);
  return structure;
}

std::vector<double> forcesOnNodes(const MeshfreeStructure& structure, const Mesh& mesh,
  const std::vector<double>& forces, const std::string& name)
{
  std::vector<std::size_t> loaded;
  for (std::size_t i = 0; i < forces.size(); i += 3)
  {
    if (forces[i] != 0.0 || forces[i + 1] != 0.0 || forces[i + 2] != 0.0)
    {
      loaded.push_back(i / 3);
    }
  }
  std::vector<double> onNodes(3 * static_cast<std::size_t>(structure.cloud.nodes()), 0.0);
  if (loaded.empty())
  {
    return onNodes;
  }
  const Context<HostSpace> context;
  const ShapeLists<HostSpace> shapes(
    context, copyOf(context, structure.cloud), placesOf(mesh, loaded), { name });
  const ShapeListsView view = shapes.view();
  for (std::size_t q = 0; q < loaded.size(); ++q)
  {
    for (std::int64_t e = view.starts[q]; e < view.starts[q + 1]; ++e)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        onNodes[3 * static_cast<std::size_t>(view.node[e]) + c] +=
          view.values[e] * forces[3 * loaded[q] + c];
      }
    }
  }
  return onNodes;
}

MeshfreeInterpolation::MeshfreeInterpolation(
  const HostCloud& cloud, const std::vector<double>& points)
  : Computing(std::make_unique<const Context<HostSpace>>()),
    Shapes(*this->Computing, copyOf(*this->Computing, cloud), points, { "point", 0, false })
{
}

std::vector<double> MeshfreeInterpolation::operator()(
  const std::vector<double>& values, std::size_t components) const
{
  const ShapeListsView view = this->Shapes.view();
  std::vector<double> result(static_cast<std::size_t>(view.points) * components, 0.0);
#pragma omp parallel for schedule(static)
  for (std::int64_t q = 0; q < view.points; ++q)
  {
    for (std::int64_t e = view.starts[q]; e < view.starts[q + 1]; ++e)
    {
      for (std::size_t c = 0; c < components; ++c)
      {
        result[static_cast<std::size_t>(q) * components + c] +=
          view.values[e] * values[static_cast<std::size_t>(view.node[e]) * components + c];
      }
    }
  }
  return result;
}
}
