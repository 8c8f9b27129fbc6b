#include "Optimization/Validation/LoadPaths.h"

#include "Core/Requirements.h"
#include "Core/UnionFind.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/Validation/MovedSupports.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <numeric>
#include <string>

namespace trabecula
{
namespace
{
constexpr const char* Remedy =
  " Leave what lies between loads and supports in the design (0) or solid (1).";

std::string placeText(const Mesh& mesh, std::size_t point)
{
  std::ostringstream text;
  text << "point " << point << " at (" << mesh.points[3 * point] << ", "
       << mesh.points[3 * point + 1] << ", " << mesh.points[3 * point + 2] << ")";
  return text.str();
}

/// The connected components of points that are joined by elements that can have material.
class JoinedPoints
{
public:
  JoinedPoints(const Mesh& mesh, const VoidParts& parts, const std::vector<std::int32_t>& standIns)
    : StandIns(standIns), Parents(mesh.numberOfNodes()), Touched(mesh.numberOfNodes(), 0),
      Held(mesh.numberOfNodes(), 0)
  {
    std::iota(this->Parents.begin(), this->Parents.end(), 0);
    for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
    {
      const std::int32_t* nodes = mesh.element(e);
      std::int32_t first = -1;
      for (std::size_t a = 0; !isOf(parts.elements, e) && a < mesh.nodesOf(e); ++a)
      {
        if (!isOf(parts.points, static_cast<std::size_t>(nodes[a])))
        {
          this->Touched[static_cast<std::size_t>(nodes[a])] = 1;
          first = first < 0 ? nodes[a] : first;
          unionfind::join(this->Parents.data(), first, nodes[a]);
        }
      }
    }
  }

  void join(std::size_t point, std::size_t other)
  {
    unionfind::join(this->Parents.data(), static_cast<std::int32_t>(this->standIn(point)),
      static_cast<std::int32_t>(this->standIn(other)));
  }
  void hold(std::size_t point) { this->Held[this->root(point)] = 1; }
  bool hasMaterial(std::size_t point) const { return this->Touched[this->standIn(point)] != 0; }
  bool isHeld(std::size_t point) const { return this->Held[this->root(point)] != 0; }
  /// Returns whether elements with material connect any point of one set with any point of another.
  bool areJoined(
    const std::vector<std::int32_t>& points, const std::vector<std::int32_t>& others) const
  {
    std::vector<std::uint8_t> isReached(this->Parents.size(), 0);
    for (const std::int32_t point : others)
    {
      isReached[this->root(static_cast<std::size_t>(point))] = 1;
    }
    return std::any_of(points.begin(), points.end(),
      [&](std::int32_t point)
      {
        const auto i = static_cast<std::size_t>(point);
        return this->hasMaterial(i) && isReached[this->root(i)] != 0;
      });
  }

private:
  static bool isOf(const std::vector<std::uint8_t>& flags, std::size_t i)
  {
    return !flags.empty() && flags[i] != 0;
  }
  std::size_t standIn(std::size_t point) const
  {
    return this->StandIns.empty() ? point : static_cast<std::size_t>(this->StandIns[point]);
  }
  std::size_t root(std::size_t point) const
  {
    return static_cast<std::size_t>(
      unionfind::root(this->Parents.data(), static_cast<std::int32_t>(this->standIn(point))));
  }

  const std::vector<std::int32_t>& StandIns;
  std::vector<std::int32_t> Parents;
  std::vector<std::uint8_t> Touched;
  std::vector<std::uint8_t> Held;
};

/// Joins the points of each rigid face that have material.
void joinRigidFaces(const RigidFaces& faces, JoinedPoints& joined)
{
  std::map<std::int32_t, std::size_t> first;
  for (std::size_t point = 0; 3 * point < faces.numbers.size(); ++point)
  {
    if (faces.numbers[3 * point] != 0 && joined.hasMaterial(point))
    {
      joined.join(first.emplace(faces.numbers[3 * point], point).first->second, point);
    }
  }
}

/// Checks that the points of a load are connected to supports.
/// @param name of the load, as in "load case 'Force'"
/// @param forces 3 per point; those on supported components need no connection
void checkLoad(const StructuralProblem& structure, const std::string& name,
  const std::vector<double>& forces, const JoinedPoints& joined)
{
  for (std::size_t i = 0; i < forces.size(); ++i)
  {
    const std::size_t point = i / 3;
    if (forces[i] == 0.0 || structure.supports[i])
    {
      continue;
    }
    if (!joined.hasMaterial(point))
    {
      fail(char(std::toupper(name[0])), name.substr(1), " acts on ",
        placeText(structure.mesh, point),
        ", around which the design region is void (2) everywhere, so that nothing can bear it.",
        Remedy);
    }
    if (!joined.isHeld(point))
    {
      fail("The void (2) of the design region cuts ", name, ", which acts on ",
        placeText(structure.mesh, point), ", off from every support: no design can bear it.",
        Remedy);
    }
  }
}
}

bool isHeldAt(const ElasticConditions& conditions, const DesignProblem& design, std::size_t point)
{
  const auto acts = [point](const auto& values)
  {
    bool any = false;
    for (std::size_t i = 3 * point; i < 3 * point + 3 && i < values.size(); ++i)
    {
      any = any || values[i] > 0;
    }
    return any;
  };
  return acts(conditions.supports) || conditions.rigid.arePrescribedAt(point) ||
    (!hasOutput(design) && acts(conditions.springs));
}

VoidParts voidParts(const Mesh& mesh, const std::vector<DesignRegion>& region)
{
  VoidParts parts;
  if (std::find(region.begin(), region.end(), DesignRegion::Void) == region.end())
  {
    return parts;
  }
  const bool isOfElements = region.size() == mesh.numberOfElements();
  if (!isOfElements && region.size() != mesh.numberOfNodes())
  {
    return parts;
  }
  parts.elements.resize(mesh.numberOfElements());
  for (std::size_t e = 0; e < parts.elements.size(); ++e)
  {
    const std::int32_t* nodes = mesh.element(e);
    parts.elements[e] = isOfElements
      ? region[e] == DesignRegion::Void
      : std::all_of(nodes, nodes + mesh.nodesOf(e),
          [&region](std::int32_t node)
          { return region[static_cast<std::size_t>(node)] == DesignRegion::Void; });
  }
  return parts;
}

void checkLoadPaths(const StructuralProblem& structure, const DesignProblem& design,
  const VoidParts& parts, const std::vector<std::int32_t>& standIns)
{
  const Mesh& mesh = structure.mesh;
  if (parts.elements.empty() && parts.points.empty())
  {
    return;
  }
  JoinedPoints joined(mesh, parts, standIns);
  joinRigidFaces(structure.rigid, joined);
  for (std::size_t point = 0; point < mesh.numberOfNodes(); ++point)
  {
    if (isHeldAt(structure, design, point))
    {
      joined.hold(point);
    }
  }
  for (const LoadCase& load : structure.loadCases)
  {
    checkLoad(structure, "load case '" + load.name + "'", load.forces, joined);
  }
  if (hasOutput(design))
  {
    checkLoad(structure, "the output", design.outputWeights, joined);
  }
  for (const MovedSupports& moved : movedSupports(structure, design, pointsOfElements(mesh)))
  {
    if (!joined.areJoined(moved.points, moved.heldBy))
    {
      fail("The void (2) of the design region cuts ", moved.name, ", which acts on ",
        placeText(mesh, static_cast<std::size_t>(moved.points.front())),
        ", off from every other support: no design can resist it.", Remedy);
    }
  }
  for (std::size_t e = 0; e < design.designRegion.size(); ++e)
  {
    if (design.designRegion.size() == mesh.numberOfElements() &&
      design.designRegion[e] == DesignRegion::Solid &&
      !joined.isHeld(static_cast<std::size_t>(mesh.element(e)[0])))
    {
      fail("Element ", e,
        " is solid (1) in the design region, but void (2) cuts it off from every "
        "support, so that it would be a loose piece of every design. Make it void, or leave a way "
        "to a support in the design (0).");
    }
  }
}

void checkLoadPaths(const StructuralProblem& structure, const DesignProblem& design)
{
  checkLoadPaths(structure, design, voidParts(structure.mesh, design.designRegion));
}
}
