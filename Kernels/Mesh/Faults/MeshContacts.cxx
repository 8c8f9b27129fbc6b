#include "Mesh/Faults/MeshContacts.h"

#include "Core/Text.h"
#include "Mesh/Cloud/PointTree.h"
#include "Mesh/Faults/OuterFaces.h"
#include "Mesh/Faults/OuterPlaces.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trabecula
{
namespace
{
/// Tolerance of positions as a fraction of the shortest side of a face.
constexpr double Tolerance = 1e-4;

/// A node inside an outer face or on its edge.
struct NodeOnFace
{
  std::int32_t node;
  std::int64_t face; ///< index into the outer faces

  bool operator<(const NodeOnFace& o) const
  {
    return std::tie(this->node, this->face) < std::tie(o.node, o.face);
  }
};

/// Two coincident nodes, the lower number first.
using NodePair = std::pair<std::int32_t, std::int32_t>;

bool elementHas(const Mesh& mesh, std::int32_t element, std::int32_t node)
{
  const auto e = static_cast<std::size_t>(element);
  const std::int32_t* nodes = mesh.element(e);
  return std::find(nodes, nodes + mesh.nodesOf(e), node) != nodes + mesh.nodesOf(e);
}

/// Nodes on outer faces to which they do not belong.
struct Findings
{
  std::vector<NodeOnFace> nodesOnFaces;
  std::vector<NodePair>
    nodesInOnePlace; ///< coincident nodes; a node is paired with one of them only

  void add(const Findings& o)
  {
    this->nodesOnFaces.insert(
      this->nodesOnFaces.end(), o.nodesOnFaces.begin(), o.nodesOnFaces.end());
    this->nodesInOnePlace.insert(
      this->nodesInOnePlace.end(), o.nodesInOnePlace.begin(), o.nodesInOnePlace.end());
  }
};

class ContactSearch
{
public:
  ContactSearch(const Mesh& mesh, const std::vector<OuterFace>& outer)
    : Searched(mesh), Outer(outer), Places(mesh, outer), Tree(this->Places.tree(mesh))
  {
  }

  void searchFace(std::int64_t f, Findings& findings) const
  {
    const FacePatch patch(this->Searched, this->Outer[static_cast<std::size_t>(f)]);
    const double tolerance = Tolerance * patch.shortestSide();
    std::array<double, 3> low = patch.place(0);
    std::array<double, 3> high = low;
    for (int i = 0; i < patch.count(); ++i)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        low[c] = std::min(low[c], patch.place(i)[c] - tolerance);
        high[c] = std::max(high[c], patch.place(i)[c] + tolerance);
      }
    }
    this->Tree.visit(low, high,
      [&](const PointTree::Point& place)
      {
        const int same = sameOf(patch, place.x, tolerance);
        if (same >= 0)
        {
          this->addPair(f, patch.node(same), place.number, findings);
        }
        else if (patch.isNear(place.x, tolerance))
        {
          this->addOnFace(f, place.number, findings);
        }
      });
  }

private:
  /// Index of the last node of a face at a position, -1 if there is none.
  static int sameOf(const FacePatch& patch, const std::array<double, 3>& x, double tolerance)
  {
    int same = -1;
    for (int i = 0; i < patch.count(); ++i)
    {
      double square = 0.0;
      for (std::size_t c = 0; c < 3; ++c)
      {
        square += (patch.place(i)[c] - x[c]) * (patch.place(i)[c] - x[c]);
      }
      same = square <= tolerance * tolerance ? i : same;
    }
    return same;
  }

  bool isOfElement(std::int64_t f, std::int32_t node) const
  {
    return elementHas(this->Searched, this->Outer[static_cast<std::size_t>(f)].element, node);
  }

  /// Pairs a node of a face with the lowest node at its place. Other nodes there are paired with
  /// the lowest one by their own faces, so that there are at most as many pairs as nodes of faces.
  void addPair(std::int64_t f, std::int32_t node, std::int32_t place, Findings& findings) const
  {
    const bool isOwn = this->Places.placeOf(node) == place;
    this->Places.visit(place,
      [&](std::int32_t other)
      {
        if (isOwn && other >= node)
        {
          return false;
        }
        if (this->isOfElement(f, other))
        {
          return true;
        }
        findings.nodesInOnePlace.emplace_back(std::minmax(node, other));
        return false;
      });
  }

  /// Adds the nodes at a place that are on a face. Nodes of the element itself are skipped, as a
  /// flat element has nodes near its faces.
  void addOnFace(std::int64_t f, std::int32_t place, Findings& findings) const
  {
    this->Places.visit(place,
      [&](std::int32_t node)
      {
        if (!this->isOfElement(f, node))
        {
          findings.nodesOnFaces.push_back({ node, f });
        }
        return true;
      });
  }

  const Mesh& Searched;
  const std::vector<OuterFace>& Outer;
  OuterPlaces Places;
  PointTree Tree;
};

Findings search(const Mesh& mesh, const std::vector<OuterFace>& outer)
{
  const ContactSearch contacts(mesh, outer);
  const auto count = static_cast<std::int64_t>(outer.size());
  Findings all;
#pragma omp parallel
  {
    Findings ofThread;
#pragma omp for schedule(dynamic, 1024) nowait
    for (std::int64_t f = 0; f < count; ++f)
    {
      contacts.searchFace(f, ofThread);
    }
#pragma omp critical
    all.add(ofThread);
  }
  std::sort(all.nodesOnFaces.begin(), all.nodesOnFaces.end());
  std::vector<NodePair>& pairs = all.nodesInOnePlace;
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return all;
}

/// For each node on a face, whether that face is connected to the node's elements by another node:
/// any node on that face belongs to another outer face that has a node of the former.
std::vector<std::uint8_t> areConnected(const Mesh& mesh, const std::vector<OuterFace>& outer,
  const std::vector<NodeOnFace>& nodesOnFaces)
{
  std::unordered_map<std::int32_t, std::vector<std::int64_t>> facesOfNode;
  for (const NodeOnFace& on : nodesOnFaces)
  {
    facesOfNode[on.node];
  }
  for (std::size_t f = 0; f < outer.size(); ++f)
  {
    const FacePatch patch(mesh, outer[f]);
    for (int i = 0; i < patch.count(); ++i)
    {
      const auto found = facesOfNode.find(patch.node(i));
      if (found != facesOfNode.end())
      {
        found->second.push_back(static_cast<std::int64_t>(f));
      }
    }
  }
  std::unordered_map<std::int64_t, bool> isConnected; // for each face
  for (const NodeOnFace& on : nodesOnFaces)
  {
    const FacePatch below(mesh, outer[static_cast<std::size_t>(on.face)]);
    const std::vector<std::int64_t>& around = facesOfNode[on.node];
    bool& known = isConnected[on.face];
    known = known ||
      std::any_of(around.begin(), around.end(),
        [&](std::int64_t f)
        {
          const FacePatch patch(mesh, outer[static_cast<std::size_t>(f)]);
          bool shares = false;
          for (int i = 0; i < patch.count(); ++i)
          {
            shares = shares || below.has(patch.node(i));
          }
          return shares;
        });
  }
  std::vector<std::uint8_t> connected;
  connected.reserve(nodesOnFaces.size());
  for (const NodeOnFace& on : nodesOnFaces)
  {
    connected.push_back(isConnected[on.face] ? 1 : 0);
  }
  return connected;
}

MeshContacts::Faces coincidentFaces(const Mesh& mesh, const std::vector<OuterFace>& outer,
  const std::vector<NodePair>& nodesInOnePlace)
{
  MeshContacts::Faces result;
  std::unordered_map<std::int32_t, std::int32_t> lowest;
  for (const NodePair& pair : nodesInOnePlace)
  {
    // Pairs are ascending, so that the lowest node of the lower one is known already.
    const auto of = lowest.find(pair.first);
    const std::int32_t low = of == lowest.end() ? pair.first : of->second;
    lowest[pair.first] = low;
    const auto [place, isNew] = lowest.emplace(pair.second, low);
    place->second = isNew ? low : std::min(place->second, low);
  }
  using Keyed = std::pair<std::array<std::int32_t, CellShape::MostFaceNodes>, std::int32_t>;
  std::vector<Keyed> keyed;
  for (const OuterFace& face : outer)
  {
    const FacePatch patch(mesh, face);
    Keyed key = { {}, face.element };
    key.first.fill(-1);
    bool isCandidate = false;
    for (int i = 0; i < patch.count(); ++i)
    {
      const auto found = lowest.find(patch.node(i));
      isCandidate = isCandidate || found != lowest.end();
      key.first[static_cast<std::size_t>(i)] =
        found == lowest.end() ? patch.node(i) : found->second;
    }
    if (isCandidate)
    {
      std::sort(key.first.begin(), key.first.end());
      keyed.push_back(key);
    }
  }
  std::sort(keyed.begin(), keyed.end());
  for (std::size_t i = 1; i < keyed.size(); ++i)
  {
    if (keyed[i].first == keyed[i - 1].first)
    {
      if (result.count == 0 || keyed[i - 1].second < result.elements[0])
      {
        result.elements[0] = keyed[i - 1].second;
        result.elements[1] = keyed[i].second;
      }
      ++result.count;
    }
  }
  return result;
}
}

MeshContacts findContacts(const Mesh& mesh, const SortedFaces& faces)
{
  const std::vector<OuterFace> outer = findOuterFaces(faces);
  const Findings findings = search(mesh, outer);
  const std::vector<NodeOnFace>& nodesOnFaces = findings.nodesOnFaces;
  const std::vector<NodePair>& nodesInOnePlace = findings.nodesInOnePlace;
  MeshContacts contacts;
  if (!nodesOnFaces.empty())
  {
    const std::vector<std::uint8_t> connected = areConnected(mesh, outer, nodesOnFaces);
    std::array<std::int32_t, 2> last = { -1, -1 };
    for (std::size_t i = 0; i < nodesOnFaces.size(); ++i)
    {
      MeshContacts::Nodes& nodes = connected[i] ? contacts.hanging : contacts.touching;
      const std::int32_t node = nodesOnFaces[i].node;
      if (nodes.count == 0)
      {
        nodes.node = node;
        nodes.element = outer[static_cast<std::size_t>(nodesOnFaces[i].face)].element;
      }
      nodes.count += last[connected[i]] == node ? 0 : 1;
      last[connected[i]] = node;
    }
  }
  if (!nodesInOnePlace.empty())
  {
    contacts.coincident = coincidentFaces(mesh, outer, nodesInOnePlace);
  }
  return contacts;
}

std::string describeHanging(const Mesh& mesh, const MeshContacts& contacts)
{
  const MeshContacts::Nodes& nodes = contacts.hanging;
  if (nodes.count == 0)
  {
    return {};
  }
  return "Node " + std::to_string(nodes.node) + " lies on a face of element " +
    std::to_string(nodes.element) + ", a " +
    mesh.shape(static_cast<std::size_t>(nodes.element)).name +
    ", without being a node of it (a hanging node), so that displacements would jump there. " +
    countText(nodes.count, "node") + (nodes.count == 1 ? " hangs" : " hang") +
    " so. Mesh the part so that neighbouring elements have whole faces in common: refine the "
    "neighbours as well, or use tetrahedra between coarse and fine.";
}

std::string describeTouching(const MeshContacts& contacts)
{
  std::string text;
  if (contacts.coincident.count > 0)
  {
    text = "Elements " + std::to_string(contacts.coincident.elements[0]) + " and " +
      std::to_string(contacts.coincident.elements[1]) +
      " have faces in one place, but with nodes of their own, so that they are not connected there "
      "and can move apart, as at a crack; " +
      countText(contacts.coincident.count, "pair") + " of faces " +
      (contacts.coincident.count == 1 ? "does" : "do") +
      " so. If they belong together, merge coincident points with the filter Clean to Grid.";
  }
  if (contacts.touching.count > 0)
  {
    text += std::string(text.empty() ? "" : " ") + "Node " +
      std::to_string(contacts.touching.node) + " lies on a face of element " +
      std::to_string(contacts.touching.element) +
      " of another part, which touches without being connected; " +
      countText(contacts.touching.count, "node") +
      (contacts.touching.count == 1 ? " does" : " do") +
      " so. If the parts belong together, mesh them as one, with nodes in common.";
  }
  return text;
}
}
