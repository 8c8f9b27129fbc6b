#include "Mesh/MeshParts.h"

#include "Core/Error.h"
#include "Core/Execution/HostLoops.h"
#include "Core/Execution/ZeroVector.h"
#include "Core/Text.h"
#include "Core/UnionFind.h"
#include "Mesh/RigidBodyMotions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>

namespace trabecula
{
namespace
{
/// Number of slices of elements: sums over slices do not depend on the number of threads.
constexpr std::size_t Slices = 256;

/// The parts as rigid bodies, and those that nodes are attached to, without supports.
RigidBodyMotions makeRigidBodies(
  const Mesh& mesh, const MeshParts& parts, const BodiesAfterParts& attached)
{
  const auto count = static_cast<std::size_t>(parts.count);
  // For each slice and part, the sum of the positions of its elements' nodes, and their number.
  std::vector<std::array<double, 4>> sums(Slices * count, std::array<double, 4>{});
  forEachSlice(Slices, static_cast<std::int64_t>(mesh.numberOfElements()),
    [&](std::size_t slice, std::size_t first, std::size_t end)
    {
      for (std::size_t e = first; e < end; ++e)
      {
        std::array<double, 4>& sum = sums[slice * count + std::size_t(parts.partOfElement[e])];
        for (std::size_t i = mesh.offset(e); i < mesh.offset(e + 1); ++i)
        {
          for (std::size_t c = 0; c < 3; ++c)
          {
            sum[c] += mesh.points[3 * std::size_t(mesh.connectivity[i]) + c];
          }
          sum[3] += 1.0;
        }
      }
    });
  std::vector<std::array<double, 3>> centres(count, std::array<double, 3>{});
  for (std::size_t part = 0; part < count; ++part)
  {
    double nodes = 0.0;
    for (std::size_t slice = 0; slice < Slices; ++slice)
    {
      const std::array<double, 4>& sum = sums[slice * count + part];
      for (std::size_t c = 0; c < 3; ++c)
      {
        centres[part][c] += sum[c];
      }
      nodes += sum[3];
    }
    for (double& c : centres[part])
    {
      c /= nodes;
    }
  }
  std::vector<double> largest(Slices * count, 0.0); // squares
  forEachSlice(Slices, static_cast<std::int64_t>(mesh.numberOfElements()),
    [&](std::size_t slice, std::size_t first, std::size_t end)
    {
      for (std::size_t e = first; e < end; ++e)
      {
        const auto part = static_cast<std::size_t>(parts.partOfElement[e]);
        double& square = largest[slice * count + part];
        for (std::size_t i = mesh.offset(e); i < mesh.offset(e + 1); ++i)
        {
          double mine = 0.0;
          for (std::size_t c = 0; c < 3; ++c)
          {
            const double r =
              mesh.points[3 * std::size_t(mesh.connectivity[i]) + c] - centres[part][c];
            mine += r * r;
          }
          square = std::max(square, mine);
        }
      }
    });
  std::vector<double> radii(count, 0.0);
  for (std::size_t i = 0; i < largest.size(); ++i)
  {
    radii[i % count] = std::max(radii[i % count], std::sqrt(largest[i]));
  }
  attached.addTo(centres, radii);
  return { centres, radii };
}

/// Whether an element may have a condition of addConditions() at one of its nodes.
std::vector<std::uint8_t> mayHaveConditions(const Mesh& mesh, const MeshParts& parts,
  const std::vector<std::uint8_t>& supports, const BodiesAfterParts& attached)
{
  std::vector<std::uint8_t> may(mesh.numberOfElements(), 1);
  if (parts.count > 1)
  {
    return may;
  }
  forEachSlice(Slices, static_cast<std::int64_t>(may.size()),
    [&](std::size_t, std::size_t first, std::size_t end)
    {
      for (std::size_t e = first; e < end; ++e)
      {
        const std::int32_t* nodes = mesh.element(e);
        may[e] = std::any_of(nodes, nodes + mesh.nodesOf(e),
          [&](std::int32_t node)
          {
            const std::uint8_t* supported = supports.data() + 3 * std::size_t(node);
            return supported[0] || supported[1] || supported[2] || attached.bodyOf(node) >= 0;
          });
      }
    });
  return may;
}

/// Adds supports, and joints of parts at shared nodes and with attached bodies.
void addConditions(RigidBodyMotions& bodies, const Mesh& mesh, const MeshParts& parts,
  const std::vector<std::uint8_t>& supports, const BodiesAfterParts& attached)
{
  attached.hold(bodies);
  const std::vector<std::uint8_t> may = mayHaveConditions(mesh, parts, supports, attached);
  std::vector<std::int32_t> partOfNode(mesh.numberOfNodes(), -1);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    if (!may[e])
    {
      continue;
    }
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
      if (attached.bodyOf(node) >= 0)
      {
        bodies.join(part, attached.bodyOf(node), point);
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
  return findParts(mesh, sortFaces(mesh));
}

MeshParts findParts(const Mesh& mesh, const SortedFaces& faces)
{
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  const auto count = static_cast<std::int64_t>(faces.keys.size());
  const std::uint64_t* key = faces.keys.data();
  const std::int32_t* owner = faces.elements.data();
  std::vector<std::int32_t> parents(static_cast<std::size_t>(elements));
  std::iota(parents.begin(), parents.end(), 0);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 1; i < count; ++i)
  {
    if (key[i] == key[i - 1])
    {
      unionfind::joinShortened(parents.data(), owner[i - 1], owner[i]);
    }
  }
  MeshParts parts;
  parts.partOfElement.resize(static_cast<std::size_t>(elements));
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < elements; ++e)
  {
    parts.partOfElement[e] = unionfind::root(parents.data(), static_cast<std::int32_t>(e));
  }
  for (std::int32_t e = 0; e < elements; ++e)
  {
    // The root is the smallest element of its part, so that it comes first.
    const std::int32_t root = parts.partOfElement[e];
    parts.partOfElement[e] = root == e ? parts.count++ : parts.partOfElement[root];
  }
  return parts;
}

namespace
{
/// Largest number of parts whose motions are computed: more are a mistake.
constexpr std::int32_t MostMovingParts = 64;

/// The nodes of each part that are farthest along some directions: supports there have long levers.
std::vector<RigidBodyMotions::Component> outermostComponents(
  const Mesh& mesh, const MeshParts& parts, std::vector<std::size_t>& unknowns)
{
  constexpr std::array<std::array<double, 3>, 7> directions = { { { 1.0, 0.0, 0.0 },
    { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 }, { 1.0, 1.0, 1.0 }, { 1.0, 1.0, -1.0 }, { 1.0, -1.0, 1.0 },
    { -1.0, 1.0, 1.0 } } };
  constexpr std::size_t ends = 2 * directions.size();
  struct Outermost
  {
    double place = -std::numeric_limits<double>::infinity();
    std::int32_t node = -1;
  };
  std::vector<Outermost> outermost(ends * static_cast<std::size_t>(parts.count));
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    Outermost* ofPart = outermost.data() + ends * std::size_t(parts.partOfElement[e]);
    for (std::size_t i = mesh.offset(e); i < mesh.offset(e + 1); ++i)
    {
      const double* p = mesh.points.data() + 3 * std::size_t(mesh.connectivity[i]);
      for (std::size_t d = 0; d < directions.size(); ++d)
      {
        const double place =
          directions[d][0] * p[0] + directions[d][1] * p[1] + directions[d][2] * p[2];
        for (const double sign : { 1.0, -1.0 })
        {
          Outermost& end = ofPart[2 * d + (sign < 0.0 ? 1 : 0)];
          if (sign * place > end.place)
          {
            end = { sign * place, mesh.connectivity[i] };
          }
        }
      }
    }
  }
  std::vector<RigidBodyMotions::Component> components;
  for (std::size_t i = 0; i < outermost.size(); ++i)
  {
    const auto node = static_cast<std::size_t>(outermost[i].node);
    const double* p = mesh.points.data() + 3 * node;
    for (int c = 0; c < 3; ++c)
    {
      components.push_back({ static_cast<std::int32_t>(i / ends), c, { p[0], p[1], p[2] } });
      unknowns.push_back(3 * node + static_cast<std::size_t>(c));
    }
  }
  return components;
}
}

FreeMotions findFreeMotions(
  const Mesh& mesh, const MeshParts& parts, const std::vector<std::uint8_t>& supports)
{
  if (parts.count > MostMovingParts)
  {
    throw Error("The mesh falls into " + std::to_string(parts.count) +
      " parts that share no face. Merge coincident points, or remove loose parts.");
  }
  const AttachedBodies none;
  const BodiesAfterParts attached(none, mesh.points, parts.count);
  RigidBodyMotions bodies = makeRigidBodies(mesh, parts, attached);
  addConditions(bodies, mesh, parts, supports, attached);
  FreeMotions free;
  const std::vector<std::vector<double>> motions = bodies.freeMotions();
  if (motions.empty())
  {
    return free;
  }
  free.motions.assign(motions.size(), std::vector<double>(mesh.points.size(), 0.0));
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    for (std::size_t i = mesh.offset(e); i < mesh.offset(e + 1); ++i)
    {
      const auto node = static_cast<std::size_t>(mesh.connectivity[i]);
      const double* p = mesh.points.data() + 3 * node;
      for (std::size_t k = 0; k < motions.size(); ++k)
      {
        const std::array<double, 3> u =
          bodies.displacement(motions[k], parts.partOfElement[e], { p[0], p[1], p[2] });
        std::copy(u.begin(), u.end(), free.motions[k].begin() + std::ptrdiff_t(3 * node));
      }
    }
  }
  std::vector<std::size_t> unknowns;
  const std::vector<RigidBodyMotions::Component> candidates =
    outermostComponents(mesh, parts, unknowns);
  for (const std::size_t chosen : bodies.minimalSupports(candidates))
  {
    free.holds.push_back(unknowns[chosen]);
  }
  return free;
}

std::size_t numberOfBodies(const Mesh& mesh)
{
  const auto nodes = static_cast<std::int64_t>(mesh.numberOfNodes());
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  auto used = zeroVector<std::uint8_t>(mesh.numberOfNodes());
  auto parents = zeroVector<std::int32_t>(mesh.numberOfNodes());
  std::iota(parents.begin(), parents.end(), 0);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < elements; ++i)
  {
    const auto e = static_cast<std::size_t>(i);
    const std::int32_t* ofElement = mesh.element(e);
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      __atomic_store_n(&used[static_cast<std::size_t>(ofElement[a])], 1, __ATOMIC_RELAXED);
      unionfind::joinShortened(parents.data(), ofElement[0], ofElement[a]);
    }
  }
  std::size_t bodies = 0;
#pragma omp parallel for schedule(static) reduction(+ : bodies)
  for (std::int64_t n = 0; n < nodes; ++n)
  {
    const auto node = static_cast<std::size_t>(n);
    bodies += used[node] && parents[node] == static_cast<std::int32_t>(n) ? 1 : 0;
  }
  return bodies;
}

std::string describeFreeMotion(const Mesh& mesh, const MeshParts& parts,
  const std::vector<std::uint8_t>& supports, const AttachedBodies& attached)
{
  const std::string advice =
    parts.count > 1 ? " Merge coincident points, remove loose parts, or support each part." : "";
  const std::string fallsApart =
    "the mesh falls into " + std::to_string(parts.count) + " parts that share no face";
  if (parts.count > MostMovingParts)
  {
    return fallsApart + "." + advice;
  }
  const BodiesAfterParts after(attached, mesh.points, parts.count);
  RigidBodyMotions bodies = makeRigidBodies(mesh, parts, after);
  addConditions(bodies, mesh, parts, supports, after);
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
