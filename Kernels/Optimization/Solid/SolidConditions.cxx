#include "Optimization/Solid/SolidConditions.h"

#include "Analysis/StructuralValidation.h"

#include <algorithm>

namespace trabecula
{
namespace
{
/// Returns whether any of the three values of a point is not zero. Empty values stand for zeros.
template <typename T>
bool actsAt(const std::vector<T>& values, std::size_t point)
{
  const std::size_t first = 3 * point;
  return first + 2 < values.size() &&
    (values[first] != T(0) || values[first + 1] != T(0) || values[first + 2] != T(0));
}

bool isHeld(const std::vector<std::uint8_t>& supports, std::size_t point)
{
  const std::size_t first = 3 * point;
  return first + 2 < supports.size() && supports[first] && supports[first + 1] &&
    supports[first + 2];
}

bool actsOnAll(const std::vector<double>& forces, const std::vector<std::uint8_t>& isUsed)
{
  for (std::size_t i = 0; i < isUsed.size(); ++i)
  {
    if (isUsed[i] && !actsAt(forces, i))
    {
      return false;
    }
  }
  return true;
}
}

std::vector<std::uint8_t> pointsOfElements(const Mesh& mesh)
{
  std::vector<std::uint8_t> isUsed(mesh.numberOfNodes(), 0);
  for (const std::int32_t node : mesh.connectivity)
  {
    isUsed[std::size_t(node)] = 1;
  }
  return isUsed;
}

std::vector<std::uint8_t> loadedAndHeldPoints(const ElasticConditions& conditions,
  const DesignProblem& design, const std::vector<std::uint8_t>& isUsed)
{
  std::vector<std::uint8_t> marked(isUsed.size(), 0);
  for (std::size_t i = 0; i < marked.size(); ++i)
  {
    const bool isMoved =
      actsAt(conditions.supports, i) && actsAt(conditions.prescribedDisplacement, i);
    marked[i] = isMoved || isHeld(conditions.supports, i) || actsAt(conditions.rigid.numbers, i) ||
        actsAt(conditions.springs, i) || actsAt(design.outputWeights, i)
      ? 1
      : 0;
  }
  for (const LoadCase& load : conditions.loadCases)
  {
    if (!actsOnAll(load.forces, isUsed))
    {
      for (std::size_t i = 0; i < marked.size(); ++i)
      {
        marked[i] = marked[i] || actsAt(load.forces, i) ? 1 : 0;
      }
    }
  }
  return marked;
}

std::vector<std::uint8_t> layersOfElements(
  const Mesh& mesh, std::vector<std::uint8_t> points, int layers)
{
  std::vector<std::uint8_t> elements(mesh.numberOfElements(), 0);
  for (int layer = 0; layer < layers; ++layer)
  {
    for (std::size_t e = 0; e < elements.size(); ++e)
    {
      const std::int32_t* first = mesh.element(e);
      elements[e] = std::any_of(first, first + mesh.nodesOf(e),
                      [&points](std::int32_t node) { return points[std::size_t(node)] != 0; })
        ? 1
        : 0;
    }
    for (std::size_t e = 0; e < elements.size(); ++e)
    {
      const std::int32_t* first = mesh.element(e);
      for (std::size_t a = 0; elements[e] && a < mesh.nodesOf(e); ++a)
      {
        points[std::size_t(first[a])] = 1;
      }
    }
  }
  return elements;
}

KeptSolid makeSolidWithin(std::vector<DesignRegion>& region,
  const std::vector<std::uint8_t>& isMarked, const std::vector<double>& volumes, double most,
  double bound)
{
  KeptSolid kept;
  if (!region.empty() && region.size() != isMarked.size())
  {
    return kept; // the validation reports the error
  }
  double total = 0.0;
  double before = 0.0;
  double added = 0.0;
  for (std::size_t i = 0; i < isMarked.size(); ++i)
  {
    const DesignRegion of = region.empty() ? DesignRegion::Design : region[i];
    total += volumes[i];
    before += of == DesignRegion::Solid ? volumes[i] : 0.0;
    added += of == DesignRegion::Design && isMarked[i] ? volumes[i] : 0.0;
  }
  if (added > 0.0)
  {
    kept.share = added / total;
    kept.isTooMuch = added > most * total || before + added > bound * total;
  }
  kept.made = kept.isTooMuch ? 0 : makeSolid(region, isMarked);
  return kept;
}

std::size_t makeSolid(
  std::vector<DesignRegion>& region, const std::vector<std::uint8_t>& isMarked, double most)
{
  const auto count =
    std::count_if(isMarked.begin(), isMarked.end(), [](std::uint8_t mark) { return mark != 0; });
  if (static_cast<double>(count) > most * static_cast<double>(isMarked.size()))
  {
    return 0;
  }
  if (region.empty())
  {
    region.resize(isMarked.size(), DesignRegion::Design);
  }
  if (region.size() != isMarked.size())
  {
    return 0; // the validation reports the error
  }
  std::size_t made = 0;
  for (std::size_t i = 0; i < isMarked.size(); ++i)
  {
    if (isMarked[i] && region[i] == DesignRegion::Design)
    {
      region[i] = DesignRegion::Solid;
      ++made;
    }
  }
  return made;
}

std::size_t keepConditionsSolid(TopologyProblem& problem, int layers, double most)
{
  if (layers <= 0)
  {
    return 0;
  }
  const Mesh& mesh = problem.structure.mesh;
  checkMesh(mesh);
  return makeSolid(problem.design.designRegion,
    layersOfElements(
      mesh, loadedAndHeldPoints(problem.structure, problem.design, pointsOfElements(mesh)), layers),
    most);
}
}
