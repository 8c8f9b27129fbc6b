#ifndef TRABECULA_TESTING_KERNELS_MESHFREE_H
#define TRABECULA_TESTING_KERNELS_MESHFREE_H

#include "Operator/Meshfree/MeshfreeDiscretization.h"
#include "Optimization/Meshfree/MeshfreeProblem.h"
#include "Optimization/Meshfree/MeshfreeTask.h"

#include <array>
#include <functional>
#include <vector>

namespace trabecula::testing::meshfree
{
constexpr double YoungsModulus = 200000.0;
constexpr double Poisson = 0.3;

using Position = std::array<double, 3>;

Position positionOf(const std::vector<double>& points, std::size_t point);

/// Returns the number of the point of a mesh at a place; the point is added if there is none.
std::size_t pointAt(Mesh& mesh, const Position& place);

/// Supports all points that satisfy a condition, in all directions.
void support(MeshfreeProblem& problem, const std::function<bool(const Position&)>& where);

/// Adds a load case with one force at a place.
void load(MeshfreeProblem& problem, const Position& place, const Position& force);

/// The problems with known answers: E = 200 GPa, exact compliances by an independent program in
/// Python. All have no tolerance on the change of the design and an accurate solver.
///@{
/// A box supported at x = 0, 1000 N in -y at the middle of the opposite face, volume fraction 0.4.
MeshfreeProblem cantilever(
  const std::array<int, 3>& cells, const Position& size, double penalty = 2e7);
/// The same with 20 x 10 x 2 unit cells.
MeshfreeProblem smallCantilever(double penalty = 2e7);
/// A quarter of an annulus of radii 100 and 150, thickness 12.5, supported at y = 0, 1000 N in -x.
MeshfreeProblem annulus();
/// A cube of edge 200 supported at squares of the corners of its lower face, 10 kN in -z on its
/// top.
MeshfreeProblem cube();
///@}

/// Returns nodes at the points of a box; those strictly inside are shifted by the given length
/// times a sine.
std::vector<double> movedNodes(const std::vector<double>& points, const Position& size, double by);

/// Returns the compliances of the first designs.
std::vector<double> compliances(const MeshfreeProblem& problem, int designs, const Device& device);

/// A discretization of a box of unit cells with nodes at their corners, or with given nodes.
template <class Space>
struct Box
{
  Box(const Context<Space>& context, const std::array<int, 3>& cells,
    const std::vector<double>& givenNodes = {}, double supportScale = 2.0,
    const ConstrainedPoints& constrained = {}, bool isConsistent = false)
    : mesh(makeBoxMesh(cells, { double(cells[0]), double(cells[1]), double(cells[2]) })),
      nodes(givenNodes.empty() ? mesh.points : givenNodes), points(cellPoints(mesh, 2)),
      faces(facePointsOfCells(mesh)), cloud(makeNodeCloud(context, nodes, supportScale)),
      discretization(context, cloud, points, isConsistent ? &faces : nullptr, constrained)
  {
  }

  Mesh mesh;
  std::vector<double> nodes;
  IntegrationPoints points;
  FacePoints faces;
  NodeCloud<Space> cloud;
  MeshfreeDiscretization<Space> discretization;
};

/// Returns the face points on one side of a box of unit cells.
FacePoints sideOf(const Mesh& mesh, std::size_t axis, double place);

/// Returns the constraints of a side by a penalty.
ConstrainedPoints constrainedSide(const Mesh& mesh, std::size_t axis, double place, double penalty);

/// Returns the values of shape functions at one place, one per node.
template <class Space>
std::vector<double> shapesAt(
  const Context<Space>& context, const NodeCloud<Space>& cloud, const Position& place)
{
  const ShapeLists<Space> lists(context, cloud, { place[0], place[1], place[2] });
  const ShapeListsView view = lists.view();
  const auto count = static_cast<std::size_t>(lists.numberOfEntries());
  std::vector<std::int32_t> nodes(count);
  std::vector<double> values(count);
  context.copyToHost(nodes.data(), view.node, count * sizeof(std::int32_t));
  context.copyToHost(values.data(), view.values, count * sizeof(double));
  std::vector<double> result(static_cast<std::size_t>(cloud.nodes()), 0.0);
  for (std::size_t e = 0; e < count; ++e)
  {
    result[static_cast<std::size_t>(nodes[e])] = values[e];
  }
  return result;
}
}

#endif
