#include "Mesh/MeshFaces.h"

#include "Core/Execution/HostLoops.h"
#include "Core/Parallel.h"
#include "Core/Text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <utility>
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

/// Stands for no node; is larger than any node.
constexpr std::int32_t NoNode = std::numeric_limits<std::int32_t>::max();

/// A hash that does not depend on the order of the nodes.
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

/// The nodes of a face, ascending; NoNode after the last.
std::array<std::int32_t, CellShape::MostFaceNodes> sortedNodesOfFace(
  const Mesh& mesh, std::size_t e, int face)
{
  const CellShape& shape = mesh.shape(e);
  std::array<std::int32_t, CellShape::MostFaceNodes> nodes{};
  nodes.fill(NoNode);
  for (int i = 0; i < shape.nodesOfFace[face]; ++i)
  {
    nodes[i] = mesh.element(e)[shape.faceNodes[face][i]];
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

/// A pair of neighbours, the lower number first.
struct Mismatch
{
  std::int32_t element;
  std::int32_t other;
  bool triangles; ///< whether triangles are on a quadrilateral

  bool operator<(const Mismatch& o) const { return this->element < o.element; }
};

/// Finds faces of the same corners with different mid-edge nodes.
void findDifferentEdges(
  const Mesh& mesh, const SortedFaces& faces, std::vector<Mismatch>& mismatches)
{
  const std::uint64_t* key = faces.keys.data();
  const std::int32_t* owner = faces.elements.data();
  const auto count = static_cast<std::int64_t>(faces.keys.size());
  const auto nodesOf = [&mesh, &faces, owner](std::int64_t i)
  { return sortedNodesOfFace(mesh, static_cast<std::size_t>(owner[i]), faces.faces.data()[i]); };
  const std::int64_t slices = hostThreads();
  std::vector<std::vector<Mismatch>> found(static_cast<std::size_t>(slices));
  forEachSlice(slices, count,
    [&](std::int64_t slice, std::int64_t first, std::int64_t end)
    {
      for (std::int64_t i = std::max<std::int64_t>(1, first); i < end; ++i)
      {
        if (key[i] == key[i - 1] && nodesOf(i - 1) != nodesOf(i))
        {
          found[slice].push_back(
            { std::min(owner[i - 1], owner[i]), std::max(owner[i - 1], owner[i]), false });
        }
      }
    });
  for (const std::vector<Mismatch>& ofSlice : found)
  {
    mismatches.insert(mismatches.end(), ofSlice.begin(), ofSlice.end());
  }
}

/// Finds triangles without a neighbour whose corners are three corners of a quadrilateral without a
/// neighbour.
void findTrianglesOnQuads(
  const Mesh& mesh, const SortedFaces& faces, std::vector<Mismatch>& mismatches)
{
  const std::vector<CellType> types = mesh.allTypes();
  const auto hasCorners = [&types](int corners)
  {
    return std::any_of(types.begin(), types.end(),
      [corners](CellType type) { return cellShape(type).corners == corners; });
  };
  if (!hasCorners(4) || !hasCorners(8))
  {
    return;
  }
  const std::uint64_t* key = faces.keys.data();
  const std::int32_t* owner = faces.elements.data();
  const std::size_t count = faces.keys.size();
  // The list is sorted by keys, like the faces.
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
      cornersOf(shape, mesh.element(e), faces.faces.data()[i]);
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

namespace
{
/// A face with its sorting key.
struct KeyedFace
{
  std::uint64_t key;
  std::int32_t element;
  std::uint8_t face;

  bool operator<(const KeyedFace& o) const
  {
    return std::tie(this->key, this->element, this->face) < std::tie(o.key, o.element, o.face);
  }
};

/// Sorts faces by keys; faces of equal keys keep the ascending order of elements. As keys are
/// hashes, parts by their leading bits are of similar sizes, each small enough for the cache of one
/// thread.
void sortByKeys(SortedFaces& faces)
{
  constexpr std::int64_t sizeOfPart = 16384;
  constexpr int mostBits = 10;
  const auto count = static_cast<std::int64_t>(faces.keys.size());
  int bits = 1;
  while (bits < mostBits && count >> bits > sizeOfPart)
  {
    ++bits;
  }
  const auto parts = std::int64_t(1) << bits;
  const std::int64_t slices = count < detail::LeastParallelWork ? 1 : hostThreads();
  std::uint64_t* key = faces.keys.data();
  std::int32_t* element = faces.elements.data();
  std::uint8_t* face = faces.faces.data();
  const auto partOf = [key, bits](std::int64_t i) { return key[i] >> (64 - bits); };

  // These are the start positions of the faces of each slice in each part, part after part.
  std::vector<std::int64_t> places(static_cast<std::size_t>(slices * parts), 0);
  forEachSlice(slices, count,
    [&](std::int64_t slice, std::int64_t first, std::int64_t end)
    {
      std::int64_t* mine = places.data() + slice * parts;
      for (std::int64_t i = first; i < end; ++i)
      {
        ++mine[partOf(i)];
      }
    });
  std::vector<std::int64_t> starts;
  std::int64_t sum = 0;
  for (std::int64_t part = 0; part < parts; ++part)
  {
    starts.push_back(sum);
    for (std::int64_t slice = 0; slice < slices; ++slice)
    {
      sum += std::exchange(places[slice * parts + part], sum);
    }
  }
  starts.push_back(sum);

  DeviceVector<KeyedFace, HostSpace> sorted(*faces.context, faces.keys.size());
  forEachSlice(slices, count,
    [&](std::int64_t slice, std::int64_t first, std::int64_t end)
    {
      std::int64_t* mine = places.data() + slice * parts;
      for (std::int64_t i = first; i < end; ++i)
      {
        sorted.data()[mine[partOf(i)]++] = { key[i], element[i], face[i] };
      }
    });
#pragma omp parallel for schedule(dynamic) if (slices > 1)
  for (std::int64_t part = 0; part < parts; ++part)
  {
    std::sort(sorted.data() + starts[part], sorted.data() + starts[part + 1]);
    for (std::int64_t i = starts[part]; i < starts[part + 1]; ++i)
    {
      key[i] = sorted.data()[i].key;
      element[i] = sorted.data()[i].element;
      face[i] = sorted.data()[i].face;
    }
  }
}
}

SortedFaces sortFaces(const Mesh& mesh)
{
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  std::vector<std::int64_t> starts; // starts of the faces of each element if their numbers differ
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
  SortedFaces result(static_cast<std::size_t>(count));
  std::uint64_t* key = result.keys.data();
  std::int32_t* element = result.elements.data();
  std::uint8_t* face = result.faces.data();
  forEach<HostSpace>(elements,
    [&mesh, &starts, key, element, face](std::int64_t e)
    {
      const CellShape& shape = mesh.shape(static_cast<std::size_t>(e));
      const std::int32_t* nodes = mesh.element(static_cast<std::size_t>(e));
      const std::int64_t first = starts.empty() ? shape.faces * e : starts[std::size_t(e)];
      for (int f = 0; f < shape.faces; ++f)
      {
        key[first + f] = keyOf(cornersOf(shape, nodes, f), shape.cornersOfFace(f));
        element[first + f] = static_cast<std::int32_t>(e);
        face[first + f] = static_cast<std::uint8_t>(f);
      }
    });
  sortByKeys(result);
  return result;
}

namespace
{
/// Whether faces may mismatch: linear cells of one type match wherever their corners do.
bool mayMismatch(const Mesh& mesh)
{
  const std::vector<CellType> types = mesh.allTypes();
  return types.size() > 1 || cellShape(types[0]).isQuadratic();
}
}

std::string describeMismatch(const Mesh& mesh)
{
  return mayMismatch(mesh) ? describeMismatch(mesh, sortFaces(mesh)) : std::string();
}

std::string describeMismatch(const Mesh& mesh, const SortedFaces& faces)
{
  if (!mayMismatch(mesh))
  {
    return {};
  }
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
