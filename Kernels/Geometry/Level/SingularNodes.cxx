#include "Geometry/Level/SingularNodes.h"

#include "Core/UnionFind.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace trabecula
{
namespace
{
/// The link of a node: a polygon for each of its elements, which is a triangle at a corner and a
/// lune at a mid-edge node.
class Link
{
public:
  void clear()
  {
    this->Count = 0;
    this->Ends.clear();
    this->Edges.clear();
  }

  /// @param node number of the node in the element
  void add(const FaceLoops& loops, const std::int32_t* nodes, const std::int32_t* faces, int node)
  {
    for (std::size_t f = 0; f < std::size_t(loops.faces); ++f)
    {
      const FaceLoop<int>& loop = loops[f];
      for (std::size_t i = 0; i < loop.size(); ++i)
      {
        if (loop[i] == node)
        {
          this->Ends.push_back(nodes[loop.previous(i)]);
          this->Ends.push_back(nodes[loop.next(i)]);
          this->Edges.push_back({ faces[f], this->Count });
        }
      }
    }
    ++this->Count;
  }

  bool isDiscOrSphere()
  {
    if (this->Count == 0)
    {
      return true;
    }
    std::sort(this->Edges.begin(), this->Edges.end());
    std::sort(this->Ends.begin(), this->Ends.end());
    this->Parents.resize(this->Count);
    std::iota(this->Parents.begin(), this->Parents.end(), 0);
    int edges = 0;
    for (std::size_t i = 0; i < this->Edges.size(); ++i)
    {
      if (i > 0 && this->Edges[i].number == this->Edges[i - 1].number)
      {
        unionfind::join(this->Parents.data(), this->Edges[i - 1].polygon, this->Edges[i].polygon);
      }
      else
      {
        ++edges;
      }
    }
    for (std::int32_t i = 1; i < this->Count; ++i)
    {
      if (this->Parents[i] == i) // a second set, so that the link is not connected
      {
        return false;
      }
    }
    int ends = 0;
    for (std::size_t i = 0; i < this->Ends.size(); ++i)
    {
      ends += i == 0 || this->Ends[i] != this->Ends[i - 1] ? 1 : 0;
    }
    // The polygons, connected through edges, form a surface with possibly identified points; each
    // handle, each further boundary and each identified point lowers the Euler characteristic.
    const bool isClosed = 2 * edges == static_cast<int>(this->Edges.size());
    return ends - edges + this->Count == (isClosed ? 2 : 1);
  }

private:
  struct Incidence
  {
    std::int32_t number;
    std::int32_t polygon;

    bool operator<(const Incidence& other) const
    {
      return this->number != other.number ? this->number < other.number
                                          : this->polygon < other.polygon;
    }
  };

  std::int32_t Count = 0;
  std::vector<std::int32_t> Ends;
  std::vector<Incidence> Edges;
  std::vector<std::int32_t> Parents;
};
}

std::vector<std::uint8_t> findSingularNodes(const Mesh& mesh, const ElementFaces& faces,
  const NodeElements& around, const std::vector<std::uint8_t>& chosen)
{
  const auto nodes = static_cast<std::int64_t>(mesh.numberOfNodes());
  std::vector<std::uint8_t> singular(static_cast<std::size_t>(nodes), 0);
#pragma omp parallel
  {
    Link link;
#pragma omp for schedule(static)
    for (std::int64_t n = 0; n < nodes; ++n)
    {
      link.clear();
      for (std::int64_t i = around.starts[n]; i < around.starts[n + 1]; ++i)
      {
        const auto e = static_cast<std::size_t>(around.elements[i]);
        if (chosen[e])
        {
          link.add(faceLoops(mesh.type(e)), mesh.element(e),
            &faces.faceOfSide[std::size_t(ElementFaces::firstSideOf(std::int64_t(e)))],
            around.corners[i]);
        }
      }
      singular[n] = link.isDiscOrSphere() ? 0 : 1;
    }
  }
  return singular;
}
}
