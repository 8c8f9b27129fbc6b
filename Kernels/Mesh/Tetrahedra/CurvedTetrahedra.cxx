#include "Mesh/Tetrahedra/CurvedTetrahedra.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <vector>

namespace trabecula
{
namespace
{
using Coordinates = std::array<double, 3>;

constexpr std::array<std::array<int, 2>, 6> EdgeCorners = { { { 0, 1 }, { 1, 2 }, { 2, 0 },
  { 0, 3 }, { 1, 3 }, { 2, 3 } } };

/// Mid-edge node between two corners; -1 for a corner with itself.
constexpr int middleOf(int a, int b)
{
  for (int e = 0; e < 6; ++e)
  {
    if ((EdgeCorners[std::size_t(e)][0] == a && EdgeCorners[std::size_t(e)][1] == b) ||
      (EdgeCorners[std::size_t(e)][0] == b && EdgeCorners[std::size_t(e)][1] == a))
    {
      return 4 + e;
    }
  }
  return -1;
}

double determinant(const Coordinates& a, const Coordinates& b, const Coordinates& c)
{
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/// Number of a multi-index of degree 3 on the four corners, given as three corners in any order.
int numberOf(int a, int b, int c)
{
  int corners[3] = { a, b, c };
  std::sort(corners, corners + 3);
  int number = 0;
  for (int i = 0; i < 4; ++i)
  {
    for (int j = i; j < 4; ++j)
    {
      for (int k = j; k < 4; ++k, ++number)
      {
        if (corners[0] == i && corners[1] == j && corners[2] == k)
        {
          return number;
        }
      }
    }
  }
  return -1;
}

/// For each triple of corners its multi-index, and how many triples that has.
struct Triples
{
  std::array<int, 64> number = {};
  std::array<double, 20> count = {};

  Triples()
  {
    for (int i = 0; i < 64; ++i)
    {
      this->number[std::size_t(i)] = numberOf(i / 16, i / 4 % 4, i % 4);
      this->count[std::size_t(this->number[std::size_t(i)])] += 1.0;
    }
  }
};

Coordinates pointOf(const double* x, int node)
{
  return { x[3 * node], x[3 * node + 1], x[3 * node + 2] };
}

Coordinates minus(const Coordinates& a, const Coordinates& b)
{
  return { a[0] - b[0], a[1] - b[1], a[2] - b[2] };
}

/// Derivative of the position in the barycentric coordinate of a corner, at a corner.
Coordinates slopeAt(const double* x, int corner, int direction)
{
  // The derivative of the shape functions is 4 l - 1 for the corner of the direction, and 4 times
  // the coordinate of the other end for the nodes of its edges.
  Coordinates slope = {};
  const Coordinates own = pointOf(x, direction);
  const double factor = corner == direction ? 3.0 : -1.0;
  for (int k = 0; k < 3; ++k)
  {
    slope[std::size_t(k)] = factor * own[std::size_t(k)];
  }
  if (corner != direction)
  {
    const Coordinates middle = pointOf(x, middleOf(corner, direction));
    for (int k = 0; k < 3; ++k)
    {
      slope[std::size_t(k)] += 4.0 * middle[std::size_t(k)];
    }
  }
  return slope;
}

std::array<double, 30> placesOf(const Mesh& mesh, std::size_t element)
{
  std::array<double, 30> x = {};
  const std::int32_t* const nodes = mesh.element(element);
  for (std::size_t a = 0; a < mesh.nodesOf(element); ++a)
  {
    std::copy_n(&mesh.points[3 * std::size_t(nodes[a])], 3, &x[3 * a]);
  }
  return x;
}

double straightDeterminant(const double* x)
{
  const Coordinates origin = pointOf(x, 0);
  return determinant(
    minus(pointOf(x, 1), origin), minus(pointOf(x, 2), origin), minus(pointOf(x, 3), origin));
}

/// A mid-edge node on its way to the middle of its edge.
struct MovedNode
{
  Coordinates from = {};
  Coordinates middle = {};
  double edge = 0.0; ///< length between its ends
  int quarters = 0;
  int round = 0; ///< in which it was moved last
};

constexpr int AllQuarters = 4;

double lengthOf(const Coordinates& a)
{
  return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

std::vector<std::size_t> elementsBelow(const Mesh& mesh, double least)
{
  std::vector<std::uint8_t> isBelow(mesh.numberOfElements());
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < isBelow.size(); ++e)
  {
    isBelow[e] = scaledJacobian(mesh, e) < least ? 1 : 0;
  }
  std::vector<std::size_t> below;
  for (std::size_t e = 0; e < isBelow.size(); ++e)
  {
    if (isBelow[e])
    {
      below.push_back(e);
    }
  }
  return below;
}

/// Moves the node of an edge a quarter further, once in a round. @return whether it has moved
bool moveFurther(Mesh& mesh, const std::int32_t* nodes, std::size_t edge, int round,
  std::unordered_map<std::int32_t, MovedNode>& moved)
{
  const std::int32_t node = nodes[4 + edge];
  const auto place = [&](std::int32_t of) { return pointOf(&mesh.points[3 * std::size_t(of)], 0); };
  auto known = moved.find(node);
  if (known == moved.end())
  {
    MovedNode added;
    added.from = place(node);
    const Coordinates a = place(nodes[EdgeCorners[edge][0]]);
    const Coordinates b = place(nodes[EdgeCorners[edge][1]]);
    for (std::size_t k = 0; k < 3; ++k)
    {
      added.middle[k] = 0.5 * (a[k] + b[k]);
    }
    added.edge = lengthOf(minus(a, b));
    constexpr double rounding = 1e-9;
    if (lengthOf(minus(added.from, added.middle)) <= rounding * added.edge)
    {
      return false; // the edge is straight
    }
    known = moved.emplace(node, added).first;
  }
  MovedNode& of = known->second;
  if (of.quarters == AllQuarters || of.round == round)
  {
    return false;
  }
  of.round = round;
  ++of.quarters;
  const double share = double(of.quarters) / AllQuarters;
  for (std::size_t k = 0; k < 3; ++k)
  {
    mesh.points[3 * std::size_t(node) + k] = (1.0 - share) * of.from[k] + share * of.middle[k];
  }
  return true;
}
}

std::array<double, 20> jacobianCoefficients(const double* x)
{
  static const Triples triples;
  // The derivatives in the barycentric coordinates of corners 1, 2 and 3 are linear, so that their
  // values at the corners are their Bernstein coefficients.
  std::array<std::array<Coordinates, 4>, 3> slopes;
  for (int corner = 0; corner < 4; ++corner)
  {
    const Coordinates first = slopeAt(x, corner, 0);
    for (int k = 0; k < 3; ++k)
    {
      slopes[std::size_t(k)][std::size_t(corner)] = minus(slopeAt(x, corner, k + 1), first);
    }
  }
  std::array<double, 20> coefficients = {};
  for (std::size_t i = 0; i < 64; ++i)
  {
    coefficients[std::size_t(triples.number[i])] +=
      determinant(slopes[0][i / 16], slopes[1][i / 4 % 4], slopes[2][i % 4]);
  }
  for (std::size_t i = 0; i < coefficients.size(); ++i)
  {
    coefficients[i] /= triples.count[i];
  }
  return coefficients;
}

double tetrahedronVolume(const Mesh& mesh, std::size_t element)
{
  const std::array<double, 30> x = placesOf(mesh, element);
  if (mesh.nodesOf(element) == 4)
  {
    return straightDeterminant(x.data()) / 6.0;
  }
  const std::array<double, 20> coefficients = jacobianCoefficients(x.data());
  return std::accumulate(coefficients.begin(), coefficients.end(), 0.0) / (20.0 * 6.0);
}

double scaledJacobian(const Mesh& mesh, std::size_t element)
{
  const std::array<double, 30> x = placesOf(mesh, element);
  const double straight = straightDeterminant(x.data());
  if (!(straight > 0.0))
  {
    return -1.0;
  }
  if (mesh.nodesOf(element) == 4)
  {
    return 1.0;
  }
  const std::array<double, 20> coefficients = jacobianCoefficients(x.data());
  return *std::min_element(coefficients.begin(), coefficients.end()) / straight;
}

StraightenedTetrahedra straightenTetrahedra(Mesh& mesh, double least)
{
  StraightenedTetrahedra result;
  std::unordered_map<std::int32_t, MovedNode> moved;
  std::vector<std::size_t> below = elementsBelow(mesh, least);
  result.found = static_cast<std::int64_t>(below.size());
  // Each round moves a node, and each node moves at most four times.
  int round = 0;
  for (bool isMoved = true; isMoved && !below.empty();)
  {
    isMoved = false;
    ++round;
    for (const std::size_t e : below)
    {
      for (std::size_t edge = 0; edge < 6; ++edge)
      {
        isMoved = moveFurther(mesh, mesh.element(e), edge, round, moved) || isMoved;
      }
    }
    below = elementsBelow(mesh, least);
  }
  result.left = static_cast<std::int64_t>(below.size());
  result.nodes = static_cast<std::int64_t>(moved.size());
  for (const auto& [node, of] : moved)
  {
    const double share = double(of.quarters) / AllQuarters;
    result.largestShift =
      std::max(result.largestShift, share * lengthOf(minus(of.from, of.middle)) / of.edge);
  }
  return result;
}
}
