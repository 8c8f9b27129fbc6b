#include "Mesh/ElementFaces.h"

#include "Core/Error.h"
#include "Mesh/NodeElements.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
/// Corners of the faces of a hexahedron, which are ordered along xi, eta and zeta, the lower face
/// first. Surfaces are numbered in this order.
constexpr std::array<std::array<int, 4>, 6> HexFaceCorners = { { { 0, 4, 7, 3 }, { 1, 2, 6, 5 },
  { 0, 1, 5, 4 }, { 3, 7, 6, 2 }, { 0, 3, 2, 1 }, { 4, 5, 6, 7 } } };

constexpr FaceLoops loopsOf(const CellShape& shape)
{
  FaceLoops result;
  result.faces = shape.faces;
  for (std::size_t f = 0; f < std::size_t(shape.faces); ++f)
  {
    FaceLoop<int>& loop = result.loops[f];
    loop.count = shape.nodesOfFace[f];
    const auto corners = std::size_t(shape.cornersOfFace(int(f)));
    for (std::size_t i = 0; i < corners; ++i)
    {
      const std::size_t place = shape.isQuadratic() ? 2 * i : i;
      loop.nodes[place] =
        shape.type == CellType::Hexahedron ? HexFaceCorners[f][i] : shape.faceNodes[f][i];
      if (shape.isQuadratic())
      {
        loop.nodes[place + 1] = shape.faceNodes[f][corners + i];
      }
    }
  }
  return result;
}

constexpr std::array<FaceLoops, CellShapes.size()> Loops = { loopsOf(CellShapes[0]),
  loopsOf(CellShapes[1]), loopsOf(CellShapes[2]), loopsOf(CellShapes[3]) };

/// Corners of a face, ascending; the fourth entry of a triangle is the largest number.
using Corners = std::array<std::int32_t, 4>;

Corners cornersOf(const Mesh& mesh, std::int64_t side)
{
  const FaceLoop<std::int32_t> nodes = nodesOfSide(mesh, side);
  const std::size_t step =
    mesh.shape(std::size_t(ElementFaces::elementOf(side))).isQuadratic() ? 2 : 1;
  Corners corners{};
  corners.fill(std::numeric_limits<std::int32_t>::max());
  for (std::size_t i = 0; i < nodes.size(); i += step)
  {
    corners[i / step] = nodes[i];
  }
  std::sort(corners.begin(), corners.end());
  return corners;
}

void refuseCollapsed(const Mesh& mesh)
{
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  std::int64_t collapsed = elements;
#pragma omp parallel for schedule(static) reduction(min : collapsed)
  for (std::int64_t e = 0; e < elements; ++e)
  {
    std::array<std::int32_t, CellShape::MostNodes> nodes{};
    const auto end =
      std::copy_n(mesh.element(std::size_t(e)), mesh.nodesOf(std::size_t(e)), nodes.begin());
    std::sort(nodes.begin(), end);
    if (std::adjacent_find(nodes.begin(), end) != end)
    {
      collapsed = std::min(collapsed, e);
    }
  }
  if (collapsed < elements)
  {
    throw Error("Cell " + std::to_string(collapsed) + " has one of its points twice. Give it " +
      std::to_string(mesh.nodesOf(std::size_t(collapsed))) +
      " points that differ, or leave it out.");
  }
}

/// Calls body(sides, count) with the sides of each face whose smallest corner is the given node.
template <class Body>
void forSidesAt(const Mesh& mesh, const NodeElements& around, std::int64_t node,
  std::vector<std::pair<Corners, std::int64_t>>& found, const Body& body)
{
  found.clear();
  for (std::int64_t i = around.starts[node]; i < around.starts[node + 1]; ++i)
  {
    const auto element = static_cast<std::size_t>(around.elements[i]);
    const FaceLoops& loops = faceLoops(mesh.type(element));
    for (std::size_t face = 0; face < std::size_t(loops.faces); ++face)
    {
      const FaceLoop<int>& loop = loops[face];
      if (std::find(loop.begin(), loop.end(), around.corners[i]) == loop.end())
      {
        continue;
      }
      const std::int64_t side = ElementFaces::firstSideOf(around.elements[i]) + std::int64_t(face);
      const Corners corners = cornersOf(mesh, side);
      if (corners[0] == node)
      {
        found.emplace_back(corners, side);
      }
    }
  }
  std::sort(found.begin(), found.end());
  for (std::size_t i = 0; i < found.size();)
  {
    std::size_t end = i + 1;
    while (end < found.size() && found[end].first == found[i].first)
    {
      ++end;
    }
    body(&found[i], end - i);
    i = end;
  }
}
}

const FaceLoops& faceLoops(CellType type)
{
  std::size_t i = 0;
  while (CellShapes[i].type != type)
  {
    ++i;
  }
  return Loops[i];
}

FaceLoop<std::int32_t> nodesOfSide(const Mesh& mesh, std::int64_t side)
{
  const auto element = static_cast<std::size_t>(ElementFaces::elementOf(side));
  const FaceLoop<int>& loop =
    faceLoops(mesh.type(element))[static_cast<std::size_t>(side % CellShape::MostFaces)];
  const std::int32_t* nodes = mesh.element(element);
  FaceLoop<std::int32_t> result;
  result.count = loop.count;
  for (std::size_t i = 0; i < loop.size(); ++i)
  {
    result.nodes[i] = nodes[loop[i]];
  }
  return result;
}

ElementFaces findFaces(const Mesh& mesh)
{
  refuseCollapsed(mesh);
  const auto nodes = static_cast<std::int64_t>(mesh.numberOfNodes());
  const NodeElements around = findNodeElements(mesh);
  std::vector<std::int64_t> starts(static_cast<std::size_t>(nodes) + 1, 0);
  std::int64_t crowded = nodes;
#pragma omp parallel reduction(min : crowded)
  {
    std::vector<std::pair<Corners, std::int64_t>> found;
#pragma omp for schedule(static)
    for (std::int64_t n = 0; n < nodes; ++n)
    {
      forSidesAt(mesh, around, n, found,
        [&](const std::pair<Corners, std::int64_t>*, std::size_t count)
        {
          ++starts[n + 1];
          crowded = count > 2 ? std::min(crowded, n) : crowded;
        });
    }
  }
  if (crowded < nodes)
  {
    throw Error("More than two cells share a face at point " + std::to_string(crowded) +
      ". Take out cells that are there twice or overlap.");
  }
  for (std::int64_t n = 0; n < nodes; ++n)
  {
    starts[n + 1] += starts[n];
  }

  ElementFaces faces;
  faces.faceOfSide.assign(CellShape::MostFaces * mesh.numberOfElements(), -1);
  faces.sides.resize(static_cast<std::size_t>(starts[nodes]));
#pragma omp parallel
  {
    std::vector<std::pair<Corners, std::int64_t>> found;
#pragma omp for schedule(static)
    for (std::int64_t n = 0; n < nodes; ++n)
    {
      std::int64_t face = starts[n];
      forSidesAt(mesh, around, n, found,
        [&](const std::pair<Corners, std::int64_t>* sides, std::size_t count)
        {
          faces.sides[face] = { sides[0].second, count > 1 ? sides[1].second : ElementFaces::None };
          for (std::size_t i = 0; i < count; ++i)
          {
            faces.faceOfSide[sides[i].second] = static_cast<std::int32_t>(face);
          }
          ++face;
        });
    }
  }
  return faces;
}
}
