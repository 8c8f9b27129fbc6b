#include "Optimization/LevelSet/LevelSetTask.h"

#include "Core/Context.h"
#include "Core/Hash.h"
#include "Core/Text.h"
#include "Design/LevelSet/LevelSetParametrization.h"
#include "Geometry/Level/Patch/PatchPieces.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Mesh/Nurbs/NurbsValidation.h"
#include "Optimization/LevelSet/LevelSetModel.h"
#include "Optimization/LevelSet/LevelSetOptimizer.h"
#include "Optimization/LevelSet/LevelSetValidation.h"
#include "Optimization/LevelSet/SolidElements.h"
#include "Optimization/Solid/SolidConditions.h"
#include "Optimization/Solid/SolidDistance.h"
#include "Optimization/TopologyTask.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace trabecula
{
namespace
{
void addPatch(Hash& hash, const NurbsPatch& patch)
{
  hash.add(patch.dimension);
  for (std::size_t k = 0; k < 3; ++k)
  {
    hash.add(patch.degrees[k]);
    hash.add(patch.knots[k]);
  }
}
}

HistoryColumns levelSetColumns(const LevelSetProblem& problem)
{
  std::vector<HistoryColumn> columns;
  for (const HistoryColumn& column : topologyColumns(problem))
  {
    columns.push_back(column);
    if (column.role == ColumnRole::Change)
    {
      columns.back().name = "ObjectiveChange";
    }
  }
  return HistoryColumns(std::move(columns));
}

std::uint64_t fingerprint(const LevelSetProblem& problem)
{
  Hash hash;
  hash.add(fingerprint(static_cast<const TopologyProblem&>(problem)));
  addPatch(hash, problem.patch);
  hash.add(problem.patch.points);
  hash.add(problem.patch.weights);
  hash.add(problem.method.holes.centres);
  for (const Setting& setting : settingsOf(problem, problem.method))
  {
    const std::string text = setting.name + "=" + textOf(setting);
    hash.add(text.size());
    hash.addBytes(text.data(), text.size());
  }
  return hash.value();
}

namespace
{
/// Marks control points that are at most this many away in a direction from one that is marked.
void widen(std::vector<std::uint8_t>& marked, const std::array<int, 3>& counts,
  std::size_t direction, int reach)
{
  const std::vector<std::uint8_t> before = marked;
  const int stride = direction == 0 ? 1 : direction == 1 ? counts[0] : counts[0] * counts[1];
  for (std::size_t p = 0; p < before.size(); ++p)
  {
    const int at = (static_cast<int>(p) / stride) % counts[direction];
    const int from = std::max(-at, -reach);
    const int to = std::min(counts[direction] - 1 - at, reach);
    for (int step = from; before[p] && step <= to; ++step)
    {
      const std::ptrdiff_t place =
        static_cast<std::ptrdiff_t>(p) + std::ptrdiff_t(step) * std::ptrdiff_t(stride);
      marked[static_cast<std::size_t>(place)] = 1;
    }
  }
}
}

namespace
{
/// The places of the Greville points as hexahedra. Those of a plane patch have a small thickness,
/// their upper nodes after all others.
Mesh grevilleNet(const NurbsPatch& patch)
{
  std::array<std::vector<double>, 3> places;
  for (std::size_t d = 0; d < 3; ++d)
  {
    places[d] = d < static_cast<std::size_t>(patch.dimension)
      ? grevillePoints(patch.degrees[d], patch.knots[d])
      : std::vector<double>{ 0.0 };
  }
  Mesh mesh;
  double extent = 0.0;
  for (const double z : places[2])
  {
    for (const double y : places[1])
    {
      for (const double x : places[0])
      {
        const NurbsPoint point = evaluateAt(patch, { x, y, z });
        mesh.points.insert(mesh.points.end(), point.position.begin(), point.position.end());
        extent = std::max({ extent, std::abs(point.position[0] - mesh.points[0]),
          std::abs(point.position[1] - mesh.points[1]) });
      }
    }
  }
  const auto nodes = static_cast<std::int32_t>(mesh.numberOfNodes());
  const std::array<int, 3> n = patch.counts();
  const bool isPlane = patch.dimension == 2;
  if (isPlane)
  {
    constexpr double thickness = 1e-3;
    for (std::size_t i = 0; i < 3 * static_cast<std::size_t>(nodes); ++i)
    {
      mesh.points.push_back(mesh.points[i] + (i % 3 == 2 ? thickness * extent : 0.0));
    }
  }
  const int above = isPlane ? nodes : n[0] * n[1];
  for (int k = 0; k < std::max(1, n[2] - 1); ++k)
  {
    for (int j = 0; j + 1 < n[1]; ++j)
    {
      for (int i = 0; i + 1 < n[0]; ++i)
      {
        const int first = i + n[0] * (j + n[1] * k);
        for (const int corner : { first, first + 1, first + 1 + n[0], first + n[0], first + above,
               first + 1 + above, first + 1 + n[0] + above, first + n[0] + above })
        {
          mesh.connectivity.push_back(corner);
        }
      }
    }
  }
  return mesh;
}
}

std::size_t LevelSetTask::keepConditionsSolid(int layers, double most)
{
  if (layers <= 0)
  {
    return 0;
  }
  const NurbsPatch& patch = this->problem().patch;
  trabecula::validate(patch);
  TopologyProblem conditions = this->problem();
  if (patch.dimension == 2)
  {
    restrictToPlane(conditions);
  }
  std::vector<std::uint8_t> marked =
    loadedAndHeldPoints(conditions, std::vector<std::uint8_t>(patch.numberOfControlPoints(), 1));
  for (std::size_t d = 0; d < static_cast<std::size_t>(patch.dimension); ++d)
  {
    // With p rows of control points at its largest value, and two at least, the level set is
    // nowhere below zero in the first row of elements.
    widen(marked, patch.counts(), d, std::max(1, patch.degrees[d] - 1) + layers - 1);
  }
  if (solidPartOf(patch, marked) > most)
  {
    return 0;
  }
  return makeSolid(this->changeable().designRegion, marked);
}

KeptSolid LevelSetTask::keepNeighbourhoodSolid(double most)
{
  const NurbsPatch& patch = this->problem().patch;
  trabecula::validate(patch);
  TopologyProblem conditions = this->problem();
  if (patch.dimension == 2)
  {
    restrictToPlane(conditions);
  }
  const std::size_t count = patch.numberOfControlPoints();
  const std::vector<std::uint8_t> marked =
    loadedAndHeldPoints(conditions, std::vector<std::uint8_t>(count, 1));
  const Mesh net = grevilleNet(patch);
  std::vector<std::uint8_t> ofNet = marked;
  ofNet.resize(net.numberOfNodes(), 0); // those above a plane
  const Neighbourhood around(net, ofNet);
  if (around.share() > most)
  {
    return { 0, around.share(), true };
  }
  std::vector<std::uint8_t> solid = around.places(net.points);
  solid.resize(count);
  // Where elements are larger than the distance, their first row.
  const bool isCoarse = meanElementSize(patch) > around.distance();
  std::vector<std::uint8_t> least = isCoarse ? marked : std::vector<std::uint8_t>(count, 0);
  for (std::size_t e = 0; e < around.leastElements().size(); ++e)
  {
    for (std::size_t a = 0; around.leastElements()[e] && a < net.nodesOf(e); ++a)
    {
      const auto node = static_cast<std::size_t>(net.element(e)[a]);
      if (node < count && marked[node])
      {
        least[node] = 1;
      }
    }
  }
  for (std::size_t d = 0; d < static_cast<std::size_t>(patch.dimension); ++d)
  {
    widen(least, patch.counts(), d, std::max(1, patch.degrees[d] - 1));
  }
  std::transform(solid.begin(), solid.end(), least.begin(), solid.begin(),
    [](std::uint8_t a, std::uint8_t b) { return a | b; });
  // Rows of control points can be far more than what is near.
  KeptSolid kept;
  std::vector<DesignRegion> region = this->problem().designRegion;
  kept.made = makeSolid(region, solid);
  kept.share = kept.made > 0 ? solidPartOf(patch, solid) : 0.0;
  kept.isTooMuch = kept.made > 0 && (kept.share > most || !fitsVolume(this->problem(), region));
  if (kept.isTooMuch)
  {
    kept.made = 0;
    return kept;
  }
  this->changeable().designRegion = std::move(region);
  return kept;
}

void LevelSetTask::validate() const
{
  trabecula::validate(this->problem());
}

std::vector<std::string> LevelSetTask::warnings() const
{
  if (!this->problem().initialDensity.empty())
  {
    return {};
  }
  std::vector<std::string> warnings;
  LevelSetProblem problem = this->problem();
  const Context<HostSpace> context;
  const InitialHoles holes = resolved(problem.method.holes, problem.patch);
  const HoleCensus withSolid = countHoles(holes, problem.patch, startOf(context, problem));
  problem.designRegion.clear(); // which holes are too small, wherever they are
  const std::vector<double> start = startOf(context, problem);
  const HoleCensus census = countHoles(holes, problem.patch, start);
  const std::string ofHoles = "Of the " +
    countText(static_cast<std::int64_t>(census.holes), "hole") + " of the initial design, ";
  if (withSolid.vanished > census.vanished)
  {
    const std::size_t covered = withSolid.vanished - census.vanished;
    warnings.push_back(ofHoles + std::to_string(covered) + (covered == 1 ? " lies" : " lie") +
      " where the body stays solid, at loads and supports or by the design region, and " +
      (covered == 1 ? "is" : "are") +
      " left out. Choose other numbers of holes, or keep less solid, if they are to be in the "
      "body.");
  }
  if (census.vanished > 0)
  {
    const PatchLattice lattice =
      sampleLevelSet(problem.patch, start, samplesWithin(problem.patch, 4));
    const auto solid = std::count_if(
      lattice.values.begin(), lattice.values.end(), [](double level) { return level > 0.0; });
    const double part = static_cast<double>(solid) / static_cast<double>(lattice.values.size());
    warnings.push_back(ofHoles + std::to_string(census.vanished) +
      " have no void at all: their radius is " + shortText(holes.radius) +
      " and the mean size of an element " + shortText(meanElementSize(problem.patch)) +
      ", so that " + shortText(100.0 * part) +
      " % of the start is solid. Use larger or fewer holes, or more elements.");
  }
  return warnings;
}

void LevelSetTask::checkDevice(const Device& device, std::size_t memoryLimit) const
{
  trabecula::checkDevice(this->problem(), device, memoryLimit);
}

std::unique_ptr<Optimization> LevelSetTask::make(std::shared_ptr<const ExecutionContext> context,
  Observer& observer, std::size_t memoryLimit) const
{
  return std::make_unique<LevelSetOptimizer>(
    this->problem(), std::move(context), observer, memoryLimit);
}

std::uint64_t LevelSetTask::fingerprint() const
{
  return trabecula::fingerprint(this->problem());
}

ProblemIdentity LevelSetTask::identity() const
{
  ProblemIdentity identity = identify(this->problem());
  const NurbsPatch& patch = this->problem().patch;
  Hash hash;
  addPatch(hash, patch);
  hash.add(patch.points);
  hash.add(patch.weights);
  identity.push_back({ "the patch",
    countText(static_cast<std::int64_t>(patch.numberOfElements()), "element"), hash.value() });
  Hash centres;
  centres.add(this->problem().method.holes.centres);
  identity.push_back({ "the centres of holes",
    this->problem().method.holes.centres.empty() ? "none" : "given", centres.value() });
  for (const Setting& setting : settingsOf(this->problem(), this->problem().method))
  {
    identity.push_back({ setting.name, textOf(setting) });
  }
  return identity;
}

std::uint64_t LevelSetTask::designSpace() const
{
  // Control points may differ, as positions of nodes may.
  Hash hash;
  addPatch(hash, this->problem().patch);
  constexpr std::string_view method = "level set";
  hash.addBytes(method.data(), method.size());
  return hash.value();
}

std::vector<double> LevelSetTask::designOf(const OptimizationState& state) const
{
  const LevelSetBounds bounds = { state.scalar("lowerCoefficient"),
    state.scalar("upperCoefficient") };
  std::vector<double> design;
  for (const double variable : state.field("design"))
  {
    design.push_back(bounds.coefficient(variable));
  }
  return design;
}
}
