#include "Geometry/Level/SingularNodes.h"

#include "Core/UnionFind.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace trabecula
{
namespace
{
/// At each corner, the corners at the other ends of its edges.
constexpr std::array<std::array<int, 3>, 8> EdgeEnds = { { { 1, 3, 4 }, { 0, 2, 5 }, { 3, 1, 6 },
  { 2, 0, 7 }, { 5, 7, 0 }, { 4, 6, 1 }, { 7, 5, 2 }, { 6, 4, 3 } } };

/// The link of a node: the triangles of its elements.
class Link
{
public:
  void clear()
  {
    this->Count = 0;
    this->Ends.clear();
    this->Edges.clear();
  }

  void add(const std::int32_t* nodes, const std::int32_t* faces, int corner)
  {
    for (std::size_t i = 0; i < 3; ++i)
    {
      this->Ends.push_back(nodes[EdgeEnds[corner][i]]);
      this->Edges.push_back({ faces[HexFacesAtCorner[corner][i]], this->Count });
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
        unionfind::join(this->Parents.data(), this->Edges[i - 1].triangle, this->Edges[i].triangle);
      }
      else
      {
        ++edges;
      }
    }
    for (std::int32_t i = 1; i < this->Count; ++i)
    {
      if (this->Parents[i] == i) // a second set
      {
        return false;
      }
    }
    int ends = 0;
    for (std::size_t i = 0; i < this->Ends.size(); ++i)
    {
      ends += i == 0 || this->Ends[i] != this->Ends[i - 1] ? 1 : 0;
    }
    // The triangles, connected through edges, form a surface with possibly identified points; each
    // handle, each further boundary and each identified point lowers the Euler characteristic.
    const bool isClosed = 2 * edges == 3 * this->Count;
    return ends - edges + this->Count == (isClosed ? 2 : 1);
  }

private:
  struct Incidence
  {
    std::int32_t number;
    std::int32_t triangle;

    bool operator<(const Incidence& other) const
    {
      return this->number != other.number ? this->number < other.number
                                          : this->triangle < other.triangle;
    }
  };

  std::int32_t Count = 0;
  std::vector<std::int32_t> Ends;
  std::vector<Incidence> Edges;
  std::vector<std::int32_t> Parents;
};
}

std::vector<std::uint8_t> findSingularNodes(const Mesh& mesh, const HexFaces& faces,
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
          link.add(&mesh.connectivity[8 * e], &faces.faceOfSide[6 * e], around.corners[i]);
        }
      }
      singular[n] = link.isDiscOrSphere() ? 0 : 1;
    }
  }
  return singular;
}
}
