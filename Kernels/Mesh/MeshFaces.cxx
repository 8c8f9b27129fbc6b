#include "Mesh/MeshFaces.h"

#include "Core/Parallel.h"
#include "Core/Text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace trabecula
{
namespace
{
std::uint64_t mix(std::uint64_t x)
{
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// Of no node; sorts last.
constexpr std::int32_t NoNode = std::numeric_limits<std::int32_t>::max();

/// The same in whatever order nodes are given.
std::uint64_t keyOf(std::array<std::int32_t, 4> nodes, int count)
{
  std::sort(nodes.begin(), nodes.end());
  std::uint64_t hash = 0;
  for (int i = 0; i < count; ++i)
  {
    hash = mix(hash + 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(nodes[i]));
  }
  return hash;
}

std::array<std::int32_t, 4> cornersOf(const CellShape& shape, const std::int32_t* nodes, int face)
{
  std::array<std::int32_t, 4> corners = { NoNode, NoNode, NoNode, NoNode };
  for (int i = 0; i < shape.cornersOfFace(face); ++i)
  {
    corners[i] = nodes[shape.faceNodes[face][i]];
  }
  return corners;
}

/// The face of an element that has a key.
int faceOfKey(const Mesh& mesh, std::size_t e, std::uint64_t key)
{
  const CellShape& shape = mesh.shape(e);
  int face = 0;
  while (face + 1 < shape.faces &&
    keyOf(cornersOf(shape, mesh.element(e), face), shape.cornersOfFace(face)) != key)
  {
    ++face;
  }
  return face;
}

std::vector<std::int32_t> sortedNodesOfFace(const Mesh& mesh, std::size_t e, int face)
{
  const CellShape& shape = mesh.shape(e);
  std::vector<std::int32_t> nodes;
  nodes.reserve(CellShape::MostFaceNodes);
  for (int i = 0; i < shape.nodesOfFace[face]; ++i)
  {
    nodes.push_back(mesh.element(e)[shape.faceNodes[face][i]]);
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

/// A pair of neighbours, the lower number first.
struct Mismatch
{
  std::int32_t element;
  std::int32_t other;
  bool triangles; ///< against a quadrilateral

  bool operator<(const Mismatch& o) const { return this->element < o.element; }
};

/// Faces of the same corners with different nodes between them.
void findDifferentEdges(
  const Mesh& mesh, const SortedFaces& faces, std::vector<Mismatch>& mismatches)
{
  const std::uint64_t* key = faces.keys.data();
  const std::int32_t* owner = faces.elements.data();
  for (std::size_t i = 1; i < faces.keys.size(); ++i)
  {
    if (key[i] != key[i - 1])
    {
      continue;
    }
    const auto a = static_cast<std::size_t>(owner[i - 1]);
    const auto b = static_cast<std::size_t>(owner[i]);
    if (sortedNodesOfFace(mesh, a, faceOfKey(mesh, a, key[i])) !=
      sortedNodesOfFace(mesh, b, faceOfKey(mesh, b, key[i])))
    {
      mismatches.push_back(
        { std::min(owner[i - 1], owner[i]), std::max(owner[i - 1], owner[i]), false });
    }
  }
}

/// Triangles without a neighbour three corners of which are those of such a quadrilateral.
void findTrianglesOnQuads(
  const Mesh& mesh, const SortedFaces& faces, std::vector<Mismatch>& mismatches)
{
  const std::uint64_t* key = faces.keys.data();
  const std::int32_t* owner = faces.elements.data();
  const std::size_t count = faces.keys.size();
  // Sorted by their keys as they are met.
  std::vector<std::pair<std::uint64_t, std::int32_t>> triangles;
  const auto isFree = [&](std::size_t i)
  { return (i == 0 || key[i] != key[i - 1]) && (i + 1 == count || key[i] != key[i + 1]); };
  for (std::size_t i = 0; i < count; ++i)
  {
    if (mesh.shape(std::size_t(owner[i])).corners == 4 && isFree(i))
    {
      triangles.emplace_back(key[i], owner[i]);
    }
  }
  for (std::size_t i = 0; i < count && !triangles.empty(); ++i)
  {
    const auto e = static_cast<std::size_t>(owner[i]);
    const CellShape& shape = mesh.shape(e);
    if (shape.corners != 8 || !isFree(i))
    {
      continue;
    }
    const std::array<std::int32_t, 4> quad =
      cornersOf(shape, mesh.element(e), faceOfKey(mesh, e, key[i]));
    for (int left = 0; left < 4; ++left)
    {
      const std::uint64_t wanted =
        keyOf({ quad[(left + 1) % 4], quad[(left + 2) % 4], quad[(left + 3) % 4], NoNode }, 3);
      const auto found = std::lower_bound(
        triangles.begin(), triangles.end(), std::make_pair(wanted, std::int32_t(0)));
      if (found != triangles.end() && found->first == wanted)
      {
        mismatches.push_back(
          { std::min(owner[i], found->second), std::max(owner[i], found->second), true });
        break;
      }
    }
  }
}
}

SortedFaces sortFaces(const Mesh& mesh)
{
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  std::vector<std::int64_t> starts; // of the faces of each element, where numbers differ
  std::int64_t count = elements * (mesh.isMixed() ? 0 : cellShape(mesh.cellType).faces);
  for (std::int64_t e = 0; mesh.isMixed() && e < elements; ++e)
  {
    starts.push_back(count);
    count += mesh.shape(std::size_t(e)).faces;
  }
  if (count == 0)
  {
    return {};
  }
  SortedFaces result = { DeviceVector<std::uint64_t, HostSpace>(count),
    DeviceVector<std::int32_t, HostSpace>(count) };
  std::uint64_t* key = result.keys.data();
  std::int32_t* element = result.elements.data();
  forEach<HostSpace>(elements,
    [&mesh, &starts, key, element](std::int64_t e)
    {
      const CellShape& shape = mesh.shape(static_cast<std::size_t>(e));
      const std::int32_t* nodes = mesh.element(static_cast<std::size_t>(e));
      const std::int64_t first = starts.empty() ? shape.faces * e : starts[std::size_t(e)];
      for (int f = 0; f < shape.faces; ++f)
      {
        key[first + f] = keyOf(cornersOf(shape, nodes, f), shape.cornersOfFace(f));
        element[first + f] = static_cast<std::int32_t>(e);
      }
    });
  sortByKey(result.keys, result.elements);
  return result;
}

std::string describeMismatch(const Mesh& mesh)
{
  const std::vector<CellType> types = mesh.allTypes();
  const auto isQuadratic = [](CellType type) { return cellShape(type).isQuadratic(); };
  if (types.size() == 1 && !isQuadratic(types[0]))
  {
    return {};
  }
  const SortedFaces faces = sortFaces(mesh);
  std::vector<Mismatch> mismatches;
  findDifferentEdges(mesh, faces, mismatches);
  findTrianglesOnQuads(mesh, faces, mismatches);
  if (mismatches.empty())
  {
    return {};
  }
  const Mismatch& first = *std::min_element(mismatches.begin(), mismatches.end());
  const CellShape& a = mesh.shape(std::size_t(first.element));
  const CellShape& b = mesh.shape(std::size_t(first.other));
  const std::string who = "Faces of element " + std::to_string(first.element) + ", a " + a.name +
    ", and of element " + std::to_string(first.other) + ", a " + b.name + ", do not match: ";
  const std::string why = first.triangles ? "a quadrilateral is against triangles. "
    : a.isQuadratic() != b.isQuadratic()
    ? "a linear cell is against a quadratic one. "
    : "they have the same corners, but other nodes in the middle of edges. ";
  const std::string remedy = first.triangles
    ? "Mesh the part with tetrahedra or hexahedra alone."
    : "Make all cells linear or all quadratic, and merge coincident points.";
  return who + why + countText(static_cast<std::int64_t>(mismatches.size()), "pair") +
    " of faces " + (mismatches.size() == 1 ? "does" : "do") + " not match. " + remedy;
}
}
