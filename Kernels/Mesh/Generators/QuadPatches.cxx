#include "Mesh/Generators/QuadPatches.h"

#include "Core/Error.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace trabecula
{
std::int32_t QuadPatches::addNode(const Point& position)
{
  this->Mesh.points.insert(this->Mesh.points.end(), position.begin(), position.end());
  return static_cast<std::int32_t>(this->Mesh.numberOfNodes()) - 1;
}

QuadPatches::Point QuadPatches::position(std::int32_t node) const
{
  return { this->Mesh.points[2 * std::size_t(node)], this->Mesh.points[2 * std::size_t(node) + 1] };
}

std::int32_t QuadPatches::vertex(const Point& position)
{
  return this->addNode(position);
}

void QuadPatches::line(std::int32_t from, std::int32_t to, int segments)
{
  const Point a = this->position(from);
  const Point b = this->position(to);
  std::vector<std::int32_t> nodes = { from };
  for (int i = 1; i < segments; ++i)
  {
    const double t = static_cast<double>(i) / segments;
    nodes.push_back(this->addNode({ a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]) }));
  }
  nodes.push_back(to);
  if (from > to)
  {
    std::reverse(nodes.begin(), nodes.end());
  }
  this->Sides[std::minmax(from, to)] = nodes;
}

void QuadPatches::arc(std::int32_t from, std::int32_t to, const Point& centre, int segments)
{
  const Point a = this->position(from);
  const Point b = this->position(to);
  const Point u = { a[0] - centre[0], a[1] - centre[1] };
  const Point v = { b[0] - centre[0], b[1] - centre[1] };
  const double angle = std::atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1]);
  this->line(from, to, segments);
  std::vector<std::int32_t> nodes = this->side(from, to);
  for (int i = 1; i < segments; ++i)
  {
    const double c = std::cos(angle * i / segments);
    const double s = std::sin(angle * i / segments);
    const auto node = static_cast<std::size_t>(nodes[i]);
    this->Mesh.points[2 * node] = centre[0] + c * u[0] - s * u[1];
    this->Mesh.points[2 * node + 1] = centre[1] + s * u[0] + c * u[1];
  }
}

std::vector<std::int32_t> QuadPatches::side(std::int32_t from, std::int32_t to) const
{
  const auto found = this->Sides.find(std::minmax(from, to));
  if (found == this->Sides.end())
  {
    throw Error("There is no side between the vertices " + std::to_string(from) + " and " +
      std::to_string(to) + "; make it before the patch.");
  }
  std::vector<std::int32_t> nodes = found->second;
  if (from > to)
  {
    std::reverse(nodes.begin(), nodes.end());
  }
  return nodes;
}

std::int32_t QuadPatches::patch(std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d)
{
  const std::vector<std::int32_t> bottom = this->side(a, b);
  const std::vector<std::int32_t> right = this->side(b, c);
  const std::vector<std::int32_t> top = this->side(d, c);
  const std::vector<std::int32_t> left = this->side(a, d);
  if (bottom.size() != top.size() || left.size() != right.size())
  {
    throw Error("The patch at the vertices " + std::to_string(a) + ", " + std::to_string(b) + ", " +
      std::to_string(c) + " and " + std::to_string(d) +
      " has opposite sides of different numbers of segments; make them equal.");
  }
  const std::size_t columns = bottom.size();
  const std::size_t rows = left.size();
  std::vector<std::int32_t> previous = bottom;
  std::vector<std::int32_t> current(columns);
  for (std::size_t j = 1; j < rows; ++j)
  {
    current.front() = left[j];
    current.back() = right[j];
    const double v = static_cast<double>(j) / static_cast<double>(rows - 1);
    for (std::size_t i = 1; i + 1 < columns; ++i)
    {
      if (j + 1 == rows)
      {
        current[i] = top[i];
        continue;
      }
      const double u = static_cast<double>(i) / static_cast<double>(columns - 1);
      Point p{};
      for (std::size_t k = 0; k < 2; ++k)
      {
        const auto at = [&](std::int32_t node) { return this->position(node)[k]; };
        p[k] = (1.0 - v) * at(bottom[i]) + v * at(top[i]) + (1.0 - u) * at(left[j]) +
          u * at(right[j]) - (1.0 - u) * ((1.0 - v) * at(a) + v * at(d)) -
          u * ((1.0 - v) * at(b) + v * at(c));
      }
      current[i] = this->addNode(p);
    }
    for (std::size_t i = 0; i + 1 < columns; ++i)
    {
      const std::array<std::int32_t, 4> quad = { previous[i], previous[i + 1], current[i + 1],
        current[i] };
      this->Mesh.connectivity.insert(this->Mesh.connectivity.end(), quad.begin(), quad.end());
      this->Mesh.patch.push_back(this->NumberOfPatches);
    }
    previous.swap(current);
  }
  return this->NumberOfPatches++;
}

Mesh extrude(const QuadMesh& mesh, double thickness, int layers)
{
  Mesh prism;
  const std::size_t plane = mesh.numberOfNodes();
  prism.points.reserve(3 * plane * (std::size_t(layers) + 1));
  for (int k = 0; k <= layers; ++k)
  {
    for (std::size_t n = 0; n < plane; ++n)
    {
      prism.points.push_back(mesh.points[2 * n]);
      prism.points.push_back(mesh.points[2 * n + 1]);
      prism.points.push_back(thickness * k / layers);
    }
  }
  prism.connectivity.reserve(8 * mesh.numberOfElements() * std::size_t(layers));
  for (int k = 0; k < layers; ++k)
  {
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      for (int level = k; level <= k + 1; ++level)
      {
        for (std::size_t corner = 0; corner < 4; ++corner)
        {
          prism.connectivity.push_back(
            mesh.connectivity[4 * e + corner] + static_cast<std::int32_t>(plane) * level);
        }
      }
    }
  }
  return prism;
}
}
