#include "Optimization/LevelSet/Start/LevelSetWarnings.h"

#include "Core/Text.h"
#include "Geometry/Level/Patch/PatchPieces.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Optimization/LevelSet/Start/LevelSetStart.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace
{
/// Of coefficients, relative to their range.
constexpr double CoefficientRounding = 1e-6;

/// Returns the solid part of a patch, in its parameters, in percent.
double solidPercent(const NurbsPatch& patch, const std::vector<double>& coefficients)
{
  constexpr std::int64_t mostPoints = std::int64_t(1) << 22;
  const PatchLattice lattice =
    sampleLevelSet(patch, coefficients, samplesWithin(patch, 4, mostPoints));
  const auto solid = std::count_if(
    lattice.values.begin(), lattice.values.end(), [](double level) { return level > 0.0; });
  return 100.0 * static_cast<double>(solid) / static_cast<double>(lattice.values.size());
}

std::string percentOfPatch(double percent)
{
  return shortText(std::round(10.0 * percent) / 10.0) + " %";
}

/// Two control points with given coefficients, of which a demand does not hold.
struct BrokenPair
{
  double difference = 0.0;
  std::size_t first = 0;
  std::size_t second = 0;
};

std::string textOf(
  const BrokenPair& pair, const std::vector<double>& given, const std::string& ofSecond)
{
  return "control point " + std::to_string(pair.first) + " has " + shortText(given[pair.first]) +
    ", but control point " + std::to_string(pair.second) + ", " + ofSecond + ", has " +
    shortText(given[pair.second]);
}

/// Returns the designed control points of a group whose coefficients differ most.
BrokenPair unequalImages(const CoefficientLinks& links, const std::vector<std::uint8_t>& isFree,
  const std::vector<double>& given)
{
  BrokenPair worst;
  for (std::size_t g = 0; g < links.groups(); ++g)
  {
    const auto value = [&](std::int32_t member) { return given[static_cast<std::size_t>(member)]; };
    const auto ends = std::minmax_element(links.members.begin() + links.starts[g],
      links.members.begin() + links.starts[g + 1],
      [&](std::int32_t a, std::int32_t b) { return value(a) < value(b); });
    const double difference = value(*ends.second) - value(*ends.first);
    // The control points of a group are all designed or all fixed.
    if (isFree[static_cast<std::size_t>(*ends.first)] && difference > worst.difference)
    {
      worst = { difference, static_cast<std::size_t>(*ends.first),
        static_cast<std::size_t>(*ends.second) };
    }
  }
  return worst;
}

/// Returns designed control points next to each other between which a given level set grows most
/// away from the parting plane, the outer one first.
BrokenPair growthOutwards(
  const DrawnRows& rows, const std::vector<std::uint8_t>& isFree, const std::vector<double>& given)
{
  BrokenPair worst;
  for (std::int64_t row = 0; row < rows.rows; ++row)
  {
    for (std::int64_t place = 0; place < rows.count; ++place)
    {
      if (place >= rows.low && place <= rows.high)
      {
        continue;
      }
      const auto outer = static_cast<std::size_t>(rows.at(row, place));
      const auto inner =
        static_cast<std::size_t>(rows.at(row, place > rows.high ? place - 1 : place + 1));
      const double difference = given[outer] - given[inner];
      if (isFree[outer] && isFree[inner] && difference > worst.difference)
      {
        worst = { difference, outer, inner };
      }
    }
  }
  return worst;
}

/// Returns the names of the manufacturing constraints that make coefficients equal.
std::string namesOfLinks(const LevelSetProblem& problem, const CoefficientLinks& links)
{
  std::string names;
  const auto add = [&](bool isOn, const char* name)
  { names += isOn ? (names.empty() ? "" : " and ") + std::string(name) : ""; };
  add(problem.stages.symmetry.mode != SymmetryMode::Off, "Symmetry");
  add(links.extruded.has_value(), "Extrusion");
  add(links.rows.has_value(), "Draw Direction");
  return names;
}

std::vector<std::string> warningsOfGivenStart(const Context<HostSpace>& context,
  const LevelSetProblem& problem, const LinkedDesign& linked, const std::vector<double>& start)
{
  if (linked.links.empty())
  {
    return {};
  }
  const std::vector<double>& given = problem.design.initialDensity;
  const std::vector<std::uint8_t> isFree = freeCoefficients(linked, given.size());
  const auto ends = std::minmax_element(given.begin(), given.end());
  const double rounding = CoefficientRounding * (*ends.second - *ends.first);
  const std::string names = namesOfLinks(problem, linked.links);
  std::vector<std::string> faults;
  const BrokenPair unequal = unequalImages(linked.links, isFree, given);
  if (unequal.difference > rounding)
  {
    faults.push_back(textOf(unequal, given, "which is to have the same by " + names));
  }
  if (linked.links.rows)
  {
    const BrokenPair growing = growthOutwards(*linked.links.rows, isFree, given);
    if (growing.difference > rounding)
    {
      faults.push_back("it grows away from the parting plane: " +
        textOf(growing, given, "next to it towards the plane"));
    }
  }
  std::vector<double> withRegion = given;
  for (std::size_t i = 0; i < given.size(); ++i)
  {
    withRegion[i] = isFree[i] ? given[i] : start[i] > 0.0 ? *ends.second : *ends.first;
  }
  const double before = solidPercent(problem.patch, withRegion);
  const double after =
    solidPercent(problem.patch, firstCoefficients(context, problem, linked, start));
  constexpr double noticed = 1.0;
  if (faults.empty() && std::abs(after - before) < noticed)
  {
    return {};
  }
  std::string reasons;
  for (const std::string& fault : faults)
  {
    reasons += (reasons.empty() ? ": " : "; ") + fault;
  }
  return { "The Initial Level Set is changed by " + names + reasons +
    ". The optimization starts with " + percentOfPatch(after) + " of the patch solid instead of " +
    percentOfPatch(before) +
    (faults.empty() ? "." : ". Give a level set that fulfils the demand, or switch it off.") };
}

std::vector<std::string> warningsOfHoles(const Context<HostSpace>& context,
  const LevelSetProblem& problem, const LinkedDesign& linked, const std::vector<double>& start)
{
  std::vector<std::string> warnings;
  const InitialHoles holes = resolved(problem.method.holes, problem.patch);
  const auto census = [&](const LinkedDesign& of, const std::vector<double>& startOfIt)
  { return countHoles(holes, problem.patch, firstCoefficients(context, problem, of, startOfIt)); };
  const HoleCensus withRegion = census(linked, start);
  // Without the design region and the links, the vanished holes are those that are too small.
  HoleCensus withLinks = withRegion;
  if (!linked.region.empty())
  {
    const LinkedDesign links{ linked.links, {} };
    withLinks = census(links, startOf(context, problem, links));
  }
  HoleCensus alone = withLinks;
  if (!linked.links.empty())
  {
    alone = census({}, startOf(context, problem, {}));
  }
  const std::string ofHoles = "Of the " +
    countText(static_cast<std::int64_t>(alone.holes), "hole") + " of the initial design, ";
  if (withRegion.vanished > withLinks.vanished)
  {
    const std::size_t covered = withRegion.vanished - withLinks.vanished;
    warnings.push_back(ofHoles + std::to_string(covered) + (covered == 1 ? " lies" : " lie") +
      " where the body stays solid, at loads and supports or by the design region, and " +
      (covered == 1 ? "is" : "are") +
      " left out. Choose other numbers of holes, or keep less solid, if they are to be in the "
      "body.");
  }
  if (withLinks.vanished > alone.vanished)
  {
    const std::size_t filled = withLinks.vanished - alone.vanished;
    warnings.push_back(ofHoles + std::to_string(filled) + (filled == 1 ? " is" : " are") +
      " filled, as " +
      (linked.links.rows ? "the part would not leave the mould."
                         : "the part is the same all along the Extrusion."));
  }
  const double solid =
    solidPercent(problem.patch, firstCoefficients(context, problem, linked, start));
  if (alone.vanished > 0)
  {
    warnings.push_back(ofHoles + std::to_string(alone.vanished) +
      " have no void at all: their radius is " + shortText(holes.radius) +
      " and the mean size of an element " + shortText(meanElementSize(problem.patch)) +
      ", so that " + percentOfPatch(solid) +
      " of the start is solid. Use larger or fewer holes, or more elements.");
  }
  constexpr double little = 0.5;
  const double wanted = 100.0 * problem.design.settings.volumeFraction;
  if (!linked.links.empty() && !(problem.design.settings.objective == volumeOfMesh()) &&
    solid < little * wanted)
  {
    warnings.push_back("With " + namesOfLinks(problem, linked.links) + ", " +
      percentOfPatch(solid) + " of the start is solid, less than half of the volume fraction, " +
      percentOfPatch(wanted) +
      ". Use smaller or fewer holes, if the start does not carry the loads.");
  }
  return warnings;
}
}

std::vector<std::string> startWarnings(const Context<HostSpace>& context,
  const LevelSetProblem& problem, const LinkedDesign& linked, const std::vector<double>& start)
{
  return problem.design.initialDensity.empty()
    ? warningsOfHoles(context, problem, linked, start)
    : warningsOfGivenStart(context, problem, linked, start);
}
}
