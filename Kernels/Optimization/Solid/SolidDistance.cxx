#include "Optimization/Solid/SolidDistance.h"

#include "Analysis/ElementGeometry.h"
#include "Analysis/StructuralValidation.h"
#include "Core/SymmetricEigen.h"
#include "Mesh/Cloud/PointTree.h"
#include "Optimization/Solid/SolidConditions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace trabecula
{
namespace
{
using Vector3 = std::array<double, 3>;

Vector3 placeOf(const std::vector<double>& places, std::size_t i)
{
  return { places[3 * i], places[3 * i + 1], places[3 * i + 2] };
}

/// Returns the distances of places to the nearest marked one, at most the limit.
std::vector<double> distancesTo(
  const std::vector<double>& markedPlaces, const std::vector<double>& places, double limit)
{
  std::vector<PointTree::Point> points;
  std::array<Vector3, 2> box = {};
  for (std::size_t i = 0; i < markedPlaces.size() / 3; ++i)
  {
    const Vector3 x = placeOf(markedPlaces, i);
    points.push_back({ x, static_cast<std::int32_t>(i) });
    for (std::size_t c = 0; c < 3; ++c)
    {
      box[0][c] = i == 0 ? x[c] : std::min(box[0][c], x[c]);
      box[1][c] = i == 0 ? x[c] : std::max(box[1][c], x[c]);
    }
  }
  const bool isEmpty = points.empty();
  const PointTree tree(std::move(points));
  const auto count = static_cast<std::int64_t>(places.size() / 3);
  std::vector<double> distances(static_cast<std::size_t>(count), limit);
#pragma omp parallel for schedule(dynamic, 4096)
  for (std::int64_t i = 0; i < count; ++i)
  {
    const Vector3 x = placeOf(places, static_cast<std::size_t>(i));
    bool isNear = !isEmpty;
    for (std::size_t c = 0; c < 3; ++c)
    {
      isNear = isNear && x[c] >= box[0][c] - limit && x[c] <= box[1][c] + limit;
    }
    if (isNear)
    {
      distances[static_cast<std::size_t>(i)] = std::sqrt(tree.nearestSquare(x, limit * limit));
    }
  }
  return distances;
}

/// Returns whether a distance is within the limit, with a tolerance for rounding.
bool isWithin(double distance, double limit)
{
  constexpr double rounding = 1e-9;
  return distance <= limit * (1.0 + rounding);
}

/// Returns for each element whether the mean of the distances of its corners is within the limit.
std::vector<std::uint8_t> elementsWithin(
  const Mesh& mesh, const std::vector<double>& markedPlaces, double limit)
{
  // If the mean is within the limit, no corner is farther than the number of corners times the
  // limit.
  const std::vector<double> distances =
    distancesTo(markedPlaces, mesh.points, (CellShape::MostNodes + 1) * limit);
  std::vector<std::uint8_t> within(mesh.numberOfElements(), 0);
  for (std::size_t e = 0; e < within.size(); ++e)
  {
    double sum = 0.0;
    const int corners = mesh.shape(e).corners;
    for (int a = 0; a < corners; ++a)
    {
      sum += distances[static_cast<std::size_t>(mesh.element(e)[a])];
    }
    within[e] = isWithin(sum / corners, limit) ? 1 : 0;
  }
  return within;
}

bool touches(const Mesh& mesh, std::size_t e, const std::vector<std::uint8_t>& points)
{
  const std::int32_t* nodes = mesh.element(e);
  return std::any_of(nodes, nodes + mesh.nodesOf(e),
    [&points](std::int32_t node) { return points[static_cast<std::size_t>(node)] != 0; });
}

/// Returns the elements at those marked points that no element within the limit contains; empty if
/// there are none.
std::vector<std::uint8_t> leastElements(
  const Mesh& mesh, std::vector<std::uint8_t> marked, const std::vector<std::uint8_t>& within)
{
  for (std::size_t e = 0; e < within.size(); ++e)
  {
    for (std::size_t a = 0; within[e] && a < mesh.nodesOf(e); ++a)
    {
      marked[static_cast<std::size_t>(mesh.element(e)[a])] = 0;
    }
  }
  std::vector<std::uint8_t> least(within.size(), 0);
  bool any = false;
  for (std::size_t e = 0; e < within.size(); ++e)
  {
    least[e] = touches(mesh, e, marked) ? 1 : 0;
    any = any || least[e];
  }
  return any ? least : std::vector<std::uint8_t>();
}

/// Returns a limit for elementsWithin() that contains the first layer of elements at marked points
/// for every type of element: three quarters of the mean extent of these elements from the points.
/// Tetrahedra with one corner at the points, in the division of a layer of cells, have this mean
/// distance; the next layer of hexahedra has twice this distance.
double limitOfFirstLayer(const Mesh& mesh, const std::vector<std::uint8_t>& marked,
  const std::vector<double>& markedPlaces)
{
  constexpr double part = 0.75;
  std::vector<double> corners;
  std::vector<std::size_t> starts = { 0 };
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    if (touches(mesh, e, marked))
    {
      for (int a = 0; a < mesh.shape(e).corners; ++a)
      {
        const Vector3 x = placeOf(mesh.points, static_cast<std::size_t>(mesh.element(e)[a]));
        corners.insert(corners.end(), x.begin(), x.end());
      }
      starts.push_back(corners.size() / 3);
    }
  }
  const std::vector<double> distances =
    distancesTo(markedPlaces, corners, std::numeric_limits<double>::max());
  double sum = 0.0;
  for (std::size_t i = 1; i < starts.size(); ++i)
  {
    const auto first = distances.begin() + static_cast<std::ptrdiff_t>(starts[i - 1]);
    sum += *std::max_element(first, distances.begin() + static_cast<std::ptrdiff_t>(starts[i]));
  }
  return starts.size() > 1 ? part * sum / static_cast<double>(starts.size() - 1) : 0.0;
}
}

double sizeOfBody(const Mesh& mesh)
{
  const std::vector<double> volumes = elementVolumes(mesh);
  double volume = 0.0;
  Vector3 centre = {};
  for (std::size_t e = 0; e < volumes.size(); ++e)
  {
    const Vector3 x = elementCentroid(mesh, e);
    volume += volumes[e];
    for (std::size_t c = 0; c < 3; ++c)
    {
      centre[c] += volumes[e] * x[c];
    }
  }
  if (!(volume > 0.0))
  {
    return 0.0;
  }
  std::array<double, 9> moments = {};
  for (std::size_t e = 0; e < volumes.size(); ++e)
  {
    const Vector3 x = elementCentroid(mesh, e);
    const int corners = mesh.shape(e).corners;
    // The second moment of a box is a third of the mean over its corners, that of a tetrahedron a
    // fifth.
    const double own = corners == 4 ? 0.2 : 1.0 / 3.0;
    for (int a = -1; a < corners; ++a)
    {
      Vector3 r;
      for (std::size_t c = 0; c < 3; ++c)
      {
        r[c] = a < 0 ? x[c] - centre[c] / volume
                     : mesh.points[3 * static_cast<std::size_t>(mesh.element(e)[a]) + c] - x[c];
      }
      const double weight = volumes[e] / volume * (a < 0 ? 1.0 : own / corners);
      for (std::size_t i = 0; i < 9; ++i)
      {
        moments[i] += weight * r[i % 3] * r[i / 3];
      }
    }
  }
  const std::vector<double> variances = symmetricEigenvalues(moments.data(), 3);
  // The variance of an edge is a twelfth of its square.
  return std::sqrt(12.0 * std::sqrt(std::max(0.0, variances[1] * variances[2])));
}

Neighbourhood::Neighbourhood(const Mesh& mesh, const std::vector<std::uint8_t>& marked)
  : Distance(SolidDistance * sizeOfBody(mesh))
{
  for (std::size_t i = 0; i < marked.size(); ++i)
  {
    if (marked[i])
    {
      const Vector3 x = placeOf(mesh.points, i);
      this->MarkedPlaces.insert(this->MarkedPlaces.end(), x.begin(), x.end());
    }
  }
  this->Elements = elementsWithin(mesh, this->MarkedPlaces, this->Distance);
  this->LeastElements = trabecula::leastElements(mesh, marked, this->Elements);
  const double firstLayer = limitOfFirstLayer(mesh, marked, this->MarkedPlaces);
  if (firstLayer > this->Distance)
  {
    this->Elements = elementsWithin(mesh, this->MarkedPlaces, firstLayer);
  }
  const std::vector<double> volumes = elementVolumes(mesh);
  double total = 0.0;
  double solid = 0.0;
  for (std::size_t e = 0; e < volumes.size(); ++e)
  {
    const bool isLeast = !this->LeastElements.empty() && this->LeastElements[e];
    this->Elements[e] = this->Elements[e] || isLeast ? 1 : 0;
    total += volumes[e];
    solid += this->Elements[e] ? volumes[e] : 0.0;
  }
  this->Share = total > 0.0 ? solid / total : 0.0;
}

std::vector<std::uint8_t> Neighbourhood::places(const std::vector<double>& places) const
{
  const std::vector<double> distances =
    distancesTo(this->MarkedPlaces, places, 2.0 * this->Distance);
  std::vector<std::uint8_t> within(distances.size(), 0);
  for (std::size_t i = 0; i < within.size(); ++i)
  {
    within[i] = isWithin(distances[i], this->Distance) ? 1 : 0;
  }
  return within;
}

KeptSolid keepNeighbourhoodSolid(TopologyProblem& problem, double most)
{
  const Mesh& mesh = problem.structure.mesh;
  checkMesh(mesh);
  const Neighbourhood around(
    mesh, loadedAndHeldPoints(problem.structure, problem.design, pointsOfElements(mesh)));
  return makeSolidWithin(problem.design.designRegion, around.elements(),
    solidVolumes(mesh, problem.solidFractions), most, problem.design.settings.volumeFraction);
}
}
