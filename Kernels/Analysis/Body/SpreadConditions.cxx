#include "Analysis/Body/SpreadConditions.h"

#include "Core/Device.h"
#include "Core/Execution/HostLoops.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>

namespace trabecula
{
namespace
{
/// Largest number of patches that are stored at one time, and of their weights.
constexpr double MostPatchPoints = 1024.0;
constexpr double MostWeights = 4e6;

Position at(const std::vector<double>& values, std::size_t node)
{
  return { values[3 * node], values[3 * node + 1], values[3 * node + 2] };
}

/// Calls body(i) for i in [0, n) in the threads of the host. An exception is rethrown after all
/// calls have ended, as it must not leave a parallel region.
template <class Body>
void forEachOfFew(std::size_t n, const Body& body)
{
  const auto slices =
    static_cast<std::int64_t>(std::min(n, static_cast<std::size_t>(hostThreads())));
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(slices));
  forEachSlice(slices, static_cast<std::int64_t>(n),
    [&](std::int64_t slice, std::int64_t first, std::int64_t end)
    {
      try
      {
        for (std::int64_t i = first; i < end; ++i)
        {
          body(static_cast<std::size_t>(i));
        }
      }
      catch (...)
      {
        thrown[static_cast<std::size_t>(slice)] = std::current_exception();
      }
    });
  for (const std::exception_ptr& exception : thrown)
  {
    if (exception)
    {
      std::rethrow_exception(exception);
    }
  }
}

/// The spring at a node; for plane bodies without its component in z.
Position springAt(const StructuralProblem& design, bool isPlane, std::size_t node)
{
  Position stiffness = design.springs.empty() ? Position{} : at(design.springs, node);
  stiffness[2] = isPlane ? 0.0 : stiffness[2];
  return stiffness;
}

/// The nodes with a force in some load case, or a spring.
std::vector<std::size_t> nodesWithConditions(const StructuralProblem& design, bool isPlane)
{
  std::vector<std::size_t> nodes;
  for (std::size_t node = 0; node < design.mesh.numberOfNodes(); ++node)
  {
    if (springAt(design, isPlane, node) != Position{} ||
      std::any_of(design.loadCases.begin(), design.loadCases.end(),
        [node](const LoadCase& load) { return lengthOf(at(load.forces, node)) > 0.0; }))
    {
      nodes.push_back(node);
    }
  }
  return nodes;
}

/// Returns the number of patches that are stored at one time. A patch contains nodes up to twice
/// the radius away.
std::size_t pointsAtOnce(const SurfaceGrid& grid, double radius)
{
  double most = 1.0;
  for (std::size_t d = 0; d < 3; ++d)
  {
    const double wide = 2.0 + 4.0 * radius / grid.spacing[d];
    most *= 1.0 + std::min(wide, static_cast<double>(grid.cells[d]));
  }
  return static_cast<std::size_t>(
    std::max(std::min(MostWeights / most, MostPatchPoints), static_cast<double>(hostThreads())));
}

void addForce(
  const BodyLoads& loads, const BodyLoads::Patch& patch, const Position& force, SpreadLoad& result)
{
  const double size = lengthOf(force);
  if (!(size > 0.0))
  {
    return;
  }
  result.size += size;
  if (patch.state == BodyLoads::State::Carried)
  {
    loads.addForce(patch, force, result.forces);
    result.isWidened = result.isWidened || patch.isWidened;
    return;
  }
  if (result.detachedSize == 0.0)
  {
    result.firstDetached = patch.point;
    result.isFirstLoose = patch.state == BodyLoads::State::Loose;
  }
  result.detachedSize += size;
}
}

std::string SpreadLoad::detachedText(const std::string& name) const
{
  const Position& first = this->firstDetached;
  return shortText(100.0 * this->detachedPart()) + " % of the forces of load case '" + name +
    "' act " +
    (this->isFirstLoose ? "on a piece of the body that is not connected to a support"
                        : "where the body has no solid") +
    ", the first at (" + shortText(first[0]) + ", " + shortText(first[1]) + ", " +
    shortText(first[2]) + ").";
}

std::optional<SpreadConditions> spreadConditions(
  const StructuralProblem& design, const BodyVoxels& body, double radius, Observer& observer)
{
  SpreadConditions result;
  result.loads.resize(design.loadCases.size());
  for (SpreadLoad& load : result.loads)
  {
    load.forces.assign(body.mesh.points.size(), 0.0);
  }
  const BodyLoads loads(body, radius);
  const std::vector<std::size_t> nodes = nodesWithConditions(design, body.isPlane);
  const std::size_t atOnce = pointsAtOnce(body.grid, radius);
  std::vector<BodyLoads::Patch> patches(std::min(atOnce, nodes.size()));
  for (std::size_t begin = 0; begin < nodes.size(); begin += atOnce)
  {
    if (observer.stopRequested())
    {
      return std::nullopt;
    }
    const std::size_t count = std::min(atOnce, nodes.size() - begin);
    forEachOfFew(count,
      [&](std::size_t i) { patches[i] = loads.patchAt(at(design.mesh.points, nodes[begin + i])); });
    // Each load case is processed by one thread, so that sums are in the order of nodes.
    forEachOfFew(design.loadCases.size(),
      [&](std::size_t load)
      {
        for (std::size_t i = 0; i < count; ++i)
        {
          addForce(loads, patches[i], at(design.loadCases[load].forces, nodes[begin + i]),
            result.loads[load]);
        }
      });
    for (std::size_t i = 0; i < count; ++i)
    {
      const Position stiffness = springAt(design, body.isPlane, nodes[begin + i]);
      if (stiffness != Position{})
      {
        result.springs.resize(body.mesh.points.size(), 0.0);
        result.lostSprings += patches[i].weights.empty() ? 1 : 0;
        BodyLoads::addSpring(patches[i], stiffness, result.springs);
      }
    }
    observer.progress(static_cast<double>(begin + count) / static_cast<double>(nodes.size()),
      "Spreading loads, point " + std::to_string(begin + count) + " of " +
        std::to_string(nodes.size()));
  }
  return result;
}
}
