// Tests of shape functions of moving least squares: known values, partition of unity, linear
// reproduction, gradients against finite differences.

#include "Support/Random.h"

#include "Element/MovingLeastSquares.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using Point = std::array<double, 3>;

struct Shape
{
  Point node;
  double value;
  Point gradient;
};

/// Shape functions of all nodes that influence a point; empty if the moment matrix is singular.
std::vector<Shape> shapesAt(
  const Point& x, const std::vector<Point>& nodes, const std::vector<double>& radii)
{
  MovingLeastSquares fit(x.data());
  std::vector<std::size_t> inReach;
  for (std::size_t i = 0; i < nodes.size(); ++i)
  {
    const double distance = std::hypot(nodes[i][0] - x[0], nodes[i][1] - x[1], nodes[i][2] - x[2]);
    if (distance < radii[i])
    {
      inReach.push_back(i);
      fit.reach(radii[i]);
    }
  }
  for (const std::size_t i : inReach)
  {
    fit.add(nodes[i].data(), radii[i]);
  }
  std::vector<Shape> shapes;
  if (fit.solve() == 0.0)
  {
    return shapes;
  }
  for (const std::size_t i : inReach)
  {
    Shape& shape = shapes.emplace_back();
    shape.node = nodes[i];
    shape.value = fit.valueOf(nodes[i].data(), radii[i], shape.gradient.data());
  }
  return shapes;
}

std::vector<Point> lattice(int count)
{
  std::vector<Point> nodes;
  for (int i = 0; i < count * count * count; ++i)
  {
    nodes.push_back({ double(i % count), double(i / count % count), double(i / (count * count)) });
  }
  return nodes;
}
}

TEST(MovingLeastSquares, HasAGoodConditionOnALatticeInAnyUnit)
{
  for (const double unit : { 1.0, 1e-6, 1e6 })
  {
    const Point x = { 2.1 * unit, 1.9 * unit, 2.0 * unit };
    const double radius = 2.0 * unit;
    MovingLeastSquares fit(x.data());
    fit.reach(radius);
    for (const Point& place : lattice(5))
    {
      const Point node = { place[0] * unit, place[1] * unit, place[2] * unit };
      if (std::hypot(node[0] - x[0], node[1] - x[1], node[2] - x[2]) < radius)
      {
        fit.add(node.data(), radius);
      }
    }
    const double condition = fit.solve();
    EXPECT_GT(condition, 0.01);
    EXPECT_LE(condition, 1.0);
  }
}

TEST(MovingLeastSquares, HasTheKnownValues)
{
  // Expected values are from an independent program in Python.
  const std::vector<Shape> shapes =
    shapesAt({ 0.3, 1.7, 2.45 }, lattice(5), std::vector<double>(125, 2.0));
  ASSERT_EQ(shapes.size(), 29U);
  int found = 0;
  for (const Shape& shape : shapes)
  {
    if (shape.node == Point{ 0, 2, 2 })
    {
      ++found;
      EXPECT_NEAR(shape.value, 0.217786078471, 1e-12);
      EXPECT_NEAR(shape.gradient[0], -0.294064747077, 1e-12);
      EXPECT_NEAR(shape.gradient[1], 0.180164313918, 1e-12);
      EXPECT_NEAR(shape.gradient[2], -0.260022091971, 1e-12);
    }
    else if (shape.node == Point{ 1, 1, 3 })
    {
      ++found;
      EXPECT_NEAR(shape.value, 0.0463293915263, 1e-13);
      EXPECT_NEAR(shape.gradient[0], 0.149950213117, 1e-12);
      EXPECT_NEAR(shape.gradient[1], -0.100718386363, 1e-12);
      EXPECT_NEAR(shape.gradient[2], 0.0777353099018, 1e-12);
    }
  }
  EXPECT_EQ(found, 2);
}

TEST(MovingLeastSquares, ReproducesLinearFields)
{
  Random random(2021);
  std::vector<Point> nodes = lattice(6);
  std::vector<double> radii;
  for (Point& node : nodes)
  {
    for (double& x : node)
    {
      x += random.uniform(-0.3, 0.3);
    }
    radii.push_back(random.uniform(2.2, 3.0));
  }
  for (int draw = 0; draw < 200; ++draw)
  {
    const Point x = { random.uniform(0.0, 5.0), random.uniform(0.0, 5.0),
      random.uniform(0.0, 5.0) };
    const std::vector<Shape> shapes = shapesAt(x, nodes, radii);
    double one = 0.0;
    Point place{};
    Point none{};
    double slopes[3][3] = {};
    for (const Shape& shape : shapes)
    {
      one += shape.value;
      for (std::size_t c = 0; c < 3; ++c)
      {
        place[c] += shape.value * shape.node[c];
        none[c] += shape.gradient[c];
        for (std::size_t k = 0; k < 3; ++k)
        {
          slopes[c][k] += shape.gradient[k] * shape.node[c];
        }
      }
    }
    EXPECT_NEAR(one, 1.0, 1e-12);
    for (std::size_t c = 0; c < 3; ++c)
    {
      EXPECT_NEAR(place[c], x[c], 1e-11);
      EXPECT_NEAR(none[c], 0.0, 1e-11);
      for (std::size_t k = 0; k < 3; ++k)
      {
        EXPECT_NEAR(slopes[c][k], c == k ? 1.0 : 0.0, 1e-10);
      }
    }
  }
}

TEST(MovingLeastSquares, HasTheGradientsOfItsValues)
{
  Random random(5);
  const std::vector<Point> nodes = lattice(4);
  const std::vector<double> radii(nodes.size(), 2.0);
  constexpr double step = 1e-6;
  for (int draw = 0; draw < 20; ++draw)
  {
    const Point x = { random.uniform(0.2, 2.8), random.uniform(0.2, 2.8),
      random.uniform(0.2, 2.8) };
    for (const Shape& shape : shapesAt(x, nodes, radii))
    {
      for (std::size_t k = 0; k < 3; ++k)
      {
        double difference = 0.0;
        for (const double sign : { 1.0, -1.0 })
        {
          Point moved = x;
          moved[k] += sign * step;
          for (const Shape& other : shapesAt(moved, nodes, radii))
          {
            difference += other.node == shape.node ? sign * other.value / (2.0 * step) : 0.0;
          }
        }
        EXPECT_NEAR(shape.gradient[k], difference, 1e-8);
      }
    }
  }
}

TEST(MovingLeastSquares, IsRefusedWhereNodesAreInAPlane)
{
  std::vector<Point> nodes;
  for (const Point& node : lattice(4))
  {
    if (node[2] == 0.0)
    {
      nodes.push_back(node);
    }
  }
  EXPECT_TRUE(shapesAt({ 1.3, 1.2, 0.1 }, nodes, std::vector<double>(nodes.size(), 2.0)).empty());
}
