#include "Mesh/MeshParts.h"

#include "Core/Text.h"
#include "Mesh/MeshFaces.h"
#include "Mesh/RigidBodyMotions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace trabecula
{
namespace
{
std::int32_t findRoot(std::vector<std::int32_t>& parents, std::int32_t i)
{
  while (parents[i] != i)
  {
    parents[i] = parents[parents[i]];
    i = parents[i];
  }
  return i;
}

/// The parts as rigid bodies, without supports.
RigidBodyMotions makeRigidBodies(const Mesh& mesh, const MeshParts& parts)
{
  std::vector<std::array<double, 3>> centres(parts.count, std::array<double, 3>{});
  std::vector<double> counts(parts.count, 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::int32_t part = parts.partOfElement[e];
    for (std::size_t i = mesh.offset(e); i < mesh.offset(e + 1); ++i)
    {
      for (int c = 0; c < 3; ++c)
      {
        centres[part][c] += mesh.points[3 * std::size_t(mesh.connectivity[i]) + c];
      }
      counts[part] += 1.0;
    }
  }
  for (std::int32_t part = 0; part < parts.count; ++part)
  {
    for (double& c : centres[part])
    {
      c /= counts[part];
    }
  }
  std::vector<double> radii(parts.count, 0.0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    double& radius = radii[parts.partOfElement[e]];
    for (std::size_t i = mesh.offset(e); i < mesh.offset(e + 1); ++i)
    {
      double square = 0.0;
      for (int c = 0; c < 3; ++c)
      {
        const double r = mesh.points[3 * std::size_t(mesh.connectivity[i]) + c] -
          centres[parts.partOfElement[e]][c];
        square += r * r;
      }
      radius = std::max(radius, std::sqrt(square));
    }
  }
  return { centres, radii };
}

/// Adds supports, and joints of parts at shared nodes.
void addConditions(RigidBodyMotions& bodies, const Mesh& mesh, const MeshParts& parts,
  const std::vector<std::uint8_t>& supports)
{
  std::vector<std::int32_t> partOfNode(mesh.numberOfNodes(), -1);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::int32_t part = parts.partOfElement[e];
    for (std::size_t i = mesh.offset(e); i < mesh.offset(e + 1); ++i)
    {
      const std::int32_t node = mesh.connectivity[i];
      const double* p = mesh.points.data() + 3 * std::size_t(node);
      const std::array<double, 3> point = { p[0], p[1], p[2] };
      const std::int32_t other = partOfNode[node];
      if (other == part)
      {
        continue;
      }
      partOfNode[node] = part;
      if (other >= 0)
      {
        bodies.join(part, other, point);
        continue;
      }
      for (int c = 0; c < 3; ++c)
      {
        if (supports[3 * std::size_t(node) + c])
        {
          bodies.hold({ part, c, point });
        }
      }
    }
  }
}
}

MeshParts findParts(const Mesh& mesh)
{
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  const SortedFaces faces = sortFaces(mesh);
  const std::uint64_t* key = faces.keys.data();
  const std::int32_t* owner = faces.elements.data();
  std::vector<std::int32_t> parents(elements);
  std::iota(parents.begin(), parents.end(), 0);
  for (std::size_t i = 1; i < faces.keys.size(); ++i)
  {
    if (key[i] == key[i - 1])
    {
      const std::int32_t a = findRoot(parents, owner[i - 1]);
      const std::int32_t b = findRoot(parents, owner[i]);
      parents[std::max(a, b)] = std::min(a, b);
    }
  }
  MeshParts parts;
  parts.partOfElement.resize(elements);
  for (std::int32_t e = 0; e < elements; ++e)
  {
    // Roots are the smallest element of their part, so they are met first.
    const std::int32_t root = findRoot(parents, e);
    parts.partOfElement[e] = root == e ? parts.count++ : parts.partOfElement[root];
  }
  return parts;
}

std::string describeFreeMotion(
  const Mesh& mesh, const MeshParts& parts, const std::vector<std::uint8_t>& supports)
{
  constexpr std::int32_t mostParts = 64;
  const std::string advice =
    parts.count > 1 ? " Merge coincident points, remove loose parts, or support each part." : "";
  const std::string fallsApart =
    "the mesh falls into " + std::to_string(parts.count) + " parts that share no face";
  if (parts.count > mostParts)
  {
    return fallsApart + "." + advice;
  }
  RigidBodyMotions bodies = makeRigidBodies(mesh, parts);
  addConditions(bodies, mesh, parts, supports);
  const RigidBodyMotions::Description free = bodies.describe();
  if (free.freedoms == 0)
  {
    return {};
  }
  if (parts.count == 1)
  {
    return free.motion + (free.freedoms == 6 ? ": nothing is held" : "") + ".";
  }
  const auto element =
    std::find(parts.partOfElement.begin(), parts.partOfElement.end(), free.body) -
    parts.partOfElement.begin();
  const auto size = std::count(parts.partOfElement.begin(), parts.partOfElement.end(), free.body);
  return fallsApart + ", and the part of " + countText(size, "element") +
    " that contains element " + std::to_string(element) + " can move: " + free.motion + "." +
    advice;
}
}
