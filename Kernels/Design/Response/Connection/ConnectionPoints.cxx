#include "Design/Response/Connection/ConnectionPoints.h"

#include "Core/Requirements.h"
#include "Core/UnionFind.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>

namespace trabecula
{
namespace
{
/// Nodes this near to a side, relative to the size of the box, are on it.
constexpr double OnSide = 1e-6;
constexpr double LastSide = 6.0;

double numberOfSide(const ResponseSettings& settings)
{
  return settings.parameter("Side", 0.0);
}

/// A side of the box around the mesh, at the high or at the low end of an axis.
struct ConnectionSide
{
  int axis = 0;
  bool isHigh = false;
};

/// The numbers are those of AxisDirection: 1 for +X, 2 for -X, ..., 6 for -Z.
std::optional<ConnectionSide> sideOf(const ResponseSettings& settings)
{
  const int number = static_cast<int>(numberOfSide(settings));
  if (number <= 0)
  {
    return std::nullopt;
  }
  return ConnectionSide{ (number - 1) / 2, number % 2 == 1 };
}

bool hasSupport(const ResponseProblem& problem, std::size_t node)
{
  const std::vector<std::uint8_t>& supports = problem.structure.supports;
  return supports[3 * node] != 0 || supports[3 * node + 1] != 0 || supports[3 * node + 2] != 0;
}

bool hasPointRegion(const ResponseProblem& problem, std::size_t node, int region)
{
  const auto first = problem.pointRegions.begin() + static_cast<std::ptrdiff_t>(3 * node);
  return std::find(first, first + 3, region) != first + 3;
}

void checkSettings(const ResponseProblem& problem, const ResponseSettings& settings)
{
  const double side = numberOfSide(settings);
  if (!(side >= 0.0 && side <= LastSide && side == std::floor(side)))
  {
    fail("The side of the virtual temperature is ", side,
      ", but must be 0 for the supported points, or 1 for +X, 2 for -X, 3 for +Y, 4 for -Y, 5 for "
      "+Z or 6 for -Z.");
  }
  if (!settings.region)
  {
    return;
  }
  if (side != 0.0)
  {
    fail("The virtual temperature has ", placeOfConnection({ settings.response, settings.region }),
      " and the side ", side, ", but material stays connected to one of them. Leave one out.");
  }
  const int region = *settings.region;
  if (region <= 0)
  {
    fail("Material is to be connected to region ", region,
      " of points; regions of points have numbers above 0, as 0 is that of all other points.");
  }
  if (problem.pointRegions.empty())
  {
    fail("Material is to be connected to region ", region,
      " of points, but there are no regions of points: give one number for each point.");
  }
  requireSize(
    "Point region", problem.pointRegions.size(), problem.mesh.points.size(), "one for each point");
}

/// Whether each body of the mesh, connected through nodes, has one of the nodes.
bool areBodiesAt(const Mesh& mesh, const std::vector<std::uint8_t>& isAt)
{
  std::vector<std::int32_t> parents(mesh.numberOfNodes());
  std::iota(parents.begin(), parents.end(), 0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const std::int32_t* nodes = mesh.element(e);
    for (std::size_t a = 1; a < mesh.nodesOf(e); ++a)
    {
      unionfind::joinShortened(parents.data(), nodes[0], nodes[a]);
    }
  }
  const auto rootOf = [&parents](std::int32_t node)
  { return static_cast<std::size_t>(unionfind::shortenedRoot(parents.data(), node)); };
  std::vector<std::uint8_t> hasSome(parents.size(), 0);
  for (std::size_t i = 0; i < isAt.size(); ++i)
  {
    if (isAt[i])
    {
      hasSome[rootOf(static_cast<std::int32_t>(i))] = 1;
    }
  }
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    if (!hasSome[rootOf(mesh.element(e)[0])])
    {
      return false;
    }
  }
  return true;
}
}

BoxEnds endsOfElements(const Mesh& mesh)
{
  BoxEnds ends;
  ends.fill(-std::numeric_limits<double>::max());
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      const auto node = static_cast<std::size_t>(mesh.element(e)[a]);
      for (std::size_t c = 0; c < 3; ++c)
      {
        ends[c] = std::max(ends[c], -mesh.points[3 * node + c]);
        ends[3 + c] = std::max(ends[3 + c], mesh.points[3 * node + c]);
      }
    }
  }
  return ends;
}

std::vector<std::uint8_t> connectionPoints(const ResponseProblem& problem,
  const ResponseSettings& settings, const Mesh& mesh, const BoxEnds& ends)
{
  const std::optional<ConnectionSide> side = sideOf(settings);
  const double sign = side && side->isHigh ? 1.0 : -1.0;
  const auto axis = static_cast<std::size_t>(side ? side->axis : 0);
  const double size = std::max({ ends[0] + ends[3], ends[1] + ends[4], ends[2] + ends[5] });
  const double end = ends[side && side->isHigh ? 3 + axis : axis] - OnSide * size;
  std::vector<std::uint8_t> isAt(mesh.numberOfNodes(), 0);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      const auto node = static_cast<std::size_t>(mesh.element(e)[a]);
      isAt[node] = settings.region ? hasPointRegion(problem, node, *settings.region)
        : side                     ? sign * mesh.points[3 * node + axis] >= end
                                   : hasSupport(problem, node);
    }
  }
  return isAt;
}

bool isConnectedElsewhere(const ResponseSettings& settings)
{
  return settings.region.has_value() || sideOf(settings).has_value();
}

std::string placeOfConnection(const ResponseSettings& settings)
{
  if (settings.region)
  {
    return "region " + std::to_string(*settings.region) + " of points";
  }
  const std::optional<ConnectionSide> side = sideOf(settings);
  return side ? std::string("the side ") + (side->isHigh ? '+' : '-') + "XYZ"[side->axis] +
      " of the box around the mesh"
              : std::string("the supported points");
}

std::string suffixOfConnection(const ResponseSettings& settings)
{
  const std::optional<ConnectionSide> side = sideOf(settings);
  return suffixOf(settings) +
    (side ? std::string(side->isHigh ? "_Plus" : "_Minus") + "XYZ"[side->axis] : std::string());
}

void checkConnection(const ResponseProblem& problem, const ResponseSettings& settings)
{
  checkSettings(problem, settings);
  const std::vector<std::uint8_t> isAt =
    connectionPoints(problem, settings, problem.mesh, endsOfElements(problem.mesh));
  const std::string place = placeOfConnection(settings);
  if (std::find(isAt.begin(), isAt.end(), 1) == isAt.end())
  {
    fail("Material is to be connected to ", place,
      ", but no point of an element is there. Give the virtual temperature another region of "
      "points, or a Side.");
  }
  if (!areBodiesAt(problem.mesh, isAt))
  {
    fail("Material is to be connected to ", place,
      ", but the mesh has several bodies, and one of them has no point there. Join the bodies, or "
      "give the virtual temperature a region with points of each.");
  }
}
}
