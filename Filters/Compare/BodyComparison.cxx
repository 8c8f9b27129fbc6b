#include "BodyComparison.h"

#include "PartialObserver.h"

#include "Analysis/Body/BodyConditions.h"
#include "Analysis/Body/BodyGrid.h"
#include "Analysis/Body/BodyRefinement.h"
#include "Core/Error.h"
#include "Core/Text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace trabecula::filters
{
namespace
{
/// Smallest relative difference of the volumes of bodies that is reported.
constexpr double SameVolume = 0.02;
/// Relative difference of compliances that can result from the tolerance of the solver.
constexpr double SameCompliance = 1e-5;

/// Suppresses messages, because they concern surfaces as an output.
class Quiet : public PartialObserver
{
public:
  using PartialObserver::PartialObserver;
  void message(const std::string& /*text*/) override {}
  void note(const std::string& /*text*/) override {}
};

void add(std::string& text, const std::string& sentence)
{
  text += (text.empty() || sentence.empty() ? "" : " ") + sentence;
}

/// The bodies that can be analysed, and the designs they belong to.
struct Bodies
{
  std::vector<BodyProblem> problems;
  std::vector<std::size_t> designs;
};

/// Makes the bodies. Returns false if stopped.
bool makeBodies(const std::vector<ComparedDesign>& designs, Observer& observer,
  BodyComparison& comparison, Bodies& bodies)
{
  for (std::size_t i = 0; i < designs.size(); ++i)
  {
    const ComparedDesign& design = designs[i];
    ComparedBody& result = comparison.bodies[i];
    result.volume = std::numeric_limits<double>::quiet_NaN();
    if (!design.body->missing.empty())
    {
      result.remark = "Not analysed: " + design.body->missing;
      continue;
    }
    const auto count = static_cast<double>(designs.size());
    Quiet part(observer, static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
    part.progress(0.0, "Body of " + design.name);
    if (part.stopRequested())
    {
      return false;
    }
    TopologySurface surface;
    try
    {
      if (!makeTopologySurface(design.body->surface, part, surface))
      {
        return false;
      }
    }
    catch (const SetupStopped&)
    {
      return false;
    }
    catch (const Error& error)
    {
      result.fault = std::string("No surface bounds a body: ") + error.what();
      continue;
    }
    BodyProblem& problem = bodies.problems.emplace_back();
    problem.name = design.name;
    problem.surface = std::move(surface.mesh);
    problem.design = design.body->structure;
    problem.isPlane = design.body->isPlane;
    bodies.designs.push_back(i);
  }
  return true;
}

/// Assigns one material to all bodies and reports differences.
void shareMaterial(Bodies& bodies, std::string& summary)
{
  const ElasticMaterial material = bodies.problems.front().design.material;
  std::string others;
  for (BodyProblem& body : bodies.problems)
  {
    const ElasticMaterial& own = body.design.material;
    if (own.youngsModulus != material.youngsModulus || own.poissonsRatio != material.poissonsRatio)
    {
      others += (others.empty() ? "" : ", ") + body.name;
    }
    body.design.material = material;
  }
  if (!others.empty())
  {
    add(summary,
      "Bodies have the material of " + bodies.problems.front().name + ", Young's modulus " +
        shortText(material.youngsModulus) + " and Poisson's ratio " +
        shortText(material.poissonsRatio) + ", which is not that of " + others + ".");
  }
}

/// Removes the bodies that are not comparable with the first: plane designs if it is solid, solid
/// ones if it is plane.
void keepOneKind(Bodies& bodies, BodyComparison& comparison)
{
  const bool isPlane = bodies.problems.front().isPlane;
  Bodies kept;
  for (std::size_t b = 0; b < bodies.problems.size(); ++b)
  {
    if (bodies.problems[b].isPlane == isPlane)
    {
      kept.problems.push_back(std::move(bodies.problems[b]));
      kept.designs.push_back(bodies.designs[b]);
      continue;
    }
    comparison.bodies[bodies.designs[b]].remark = std::string("Not analysed: it is ") +
      (isPlane ? "solid and the first design plane." : "plane and the first design solid.");
  }
  bodies = std::move(kept);
}

void tellConditions(
  const std::vector<ComparedDesign>& designs, const Bodies& bodies, std::string& summary)
{
  double largest = 0.0;
  for (const ComparedDesign& design : designs)
  {
    largest = std::max(largest, meshVolume(design));
  }
  const auto isWhole = [&](std::size_t body)
  { return meshVolume(designs[bodies.designs[body]]) > (1.0 - SameVolume) * largest; };
  const BodyProblem& first = bodies.problems.front();
  for (std::size_t b = 1; b < bodies.problems.size(); ++b)
  {
    const std::vector<std::string> differences = differencesOfConditions(
      first.design, bodies.problems[b].design, first.name, isWhole(0) && isWhole(b));
    if (!differences.empty())
    {
      add(summary,
        "Loads or supports differ by more than one per cent, and ranks with them: " +
          bodies.problems[b].name + " " + differences.front() +
          (differences.size() > 1 ? "; and " +
                countText(static_cast<std::int64_t>(differences.size()) - 1, "more difference")
                                  : std::string()) +
          ".");
    }
  }
}

/// Ranks bodies by stiffness, the stiffest first; equal bodies have the same rank. Returns the
/// indices of the ranked bodies.
std::vector<std::size_t> rank(std::vector<ComparedBody>& bodies)
{
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < bodies.size(); ++i)
  {
    if (bodies[i].fault.empty() && std::isfinite(bodies[i].stiffness.compliance))
    {
      order.push_back(i);
    }
  }
  const auto complianceAt = [&](std::size_t place)
  { return bodies[order[place]].stiffness.compliance; };
  std::stable_sort(order.begin(), order.end(),
    [&](std::size_t a, std::size_t b)
    { return bodies[a].stiffness.compliance < bodies[b].stiffness.compliance; });
  for (std::size_t place = 0; place < order.size(); ++place)
  {
    const bool isEqual =
      place > 0 && complianceAt(place) <= (1.0 + SameCompliance) * complianceAt(place - 1);
    bodies[order[place]].rank =
      isEqual ? bodies[order[place - 1]].rank : static_cast<int>(place) + 1;
  }
  return order;
}

std::string per100(double part)
{
  return shortText(std::round(1e4 * part) / 100.0) + " %";
}

/// Describes the stiffest body and whether the second is distinguishable from it.
std::string stiffestText(const std::vector<ComparedDesign>& designs,
  const std::vector<ComparedBody>& bodies, const std::vector<std::size_t>& order)
{
  if (order.empty())
  {
    return "No body is ranked.";
  }
  const BodyStiffness& best = bodies[order[0]].stiffness;
  std::string text = "Stiffest body: " + designs[order[0]].name + " (compliance " +
    shortText(best.compliance) + ", estimated error " + per100(best.error) + ").";
  if (order.size() > 1)
  {
    const BodyStiffness& next = bodies[order[1]].stiffness;
    const double difference = next.compliance / best.compliance - 1.0;
    if (difference < best.error + next.error)
    {
      text += " " + designs[order[1]].name + " differs from it by " + per100(difference) +
        ", less than the errors: raise Body Resolution to tell them apart.";
    }
  }
  return text;
}

std::string volumesText(
  const std::vector<ComparedDesign>& designs, const std::vector<ComparedBody>& bodies)
{
  std::size_t least = bodies.size();
  std::size_t most = bodies.size();
  for (std::size_t i = 0; i < bodies.size(); ++i)
  {
    if (bodies[i].rank > 0)
    {
      least = least == bodies.size() || bodies[i].volume < bodies[least].volume ? i : least;
      most = most == bodies.size() || bodies[i].volume > bodies[most].volume ? i : most;
    }
  }
  if (least == bodies.size() || bodies[most].volume <= (1.0 + SameVolume) * bodies[least].volume)
  {
    return "";
  }
  return "Volumes of bodies differ by " + per100(bodies[most].volume / bodies[least].volume - 1.0) +
    ": that of " + designs[most].name + " is " + shortText(bodies[most].volume) + ", of " +
    designs[least].name + " " + shortText(bodies[least].volume) +
    ". A fair comparison is at equal volume.";
}

/// Describes why the compliance of a design differs from that of its body.
std::string differenceText(const ComparedDesign& design, const BodyStiffness& body)
{
  const bool isPlane = design.body->isPlane;
  const double edge =
    *std::max_element(body.spacing.begin(), body.spacing.begin() + (isPlane ? 2 : 3));
  return reasonOfDifference(design.own, greyness(design), meanEdge(design.mesh, isPlane), edge);
}

void describe(const std::vector<ComparedDesign>& designs, const BodySettings& settings,
  const std::vector<std::size_t>& order, BodyComparison& comparison)
{
  const double least = order.empty() ? 0.0 : comparison.bodies[order[0]].stiffness.compliance;
  std::string faults;
  std::string inaccurate;
  std::string missing;
  for (std::size_t i = 0; i < designs.size(); ++i)
  {
    ComparedBody& body = comparison.bodies[i];
    if (!body.fault.empty())
    {
      add(faults, designs[i].name + " fails and is not ranked: " + body.fault);
    }
    else if (body.rank == 0)
    {
      add(missing, designs[i].name + ": " + body.remark);
    }
    if (body.rank > 0 && isRankAtStake(body.stiffness, least, settings.wantedError))
    {
      inaccurate += (inaccurate.empty() ? "" : ", ") + designs[i].name;
    }
    if (body.stiffness.voxels > 0)
    {
      if (body.stiffness.missing.empty())
      {
        add(body.remark, differenceText(designs[i], body.stiffness));
      }
      for (const std::string& note : body.stiffness.notes)
      {
        add(body.remark, note);
      }
      if (body.stiffness.loosePieces > 0)
      {
        add(body.remark,
          countText(body.stiffness.loosePieces, "piece") + " of its body, of the volume " +
            shortText(body.stiffness.looseVolume) + ", without connection to a support.");
      }
    }
  }
  std::string text = stiffestText(designs, comparison.bodies, order);
  add(text, faults);
  add(text, missing);
  add(text, volumesText(designs, comparison.bodies));
  add(text,
    inaccurate.empty() ? std::string()
                       : "The estimated error of the body is above " +
        per100(settings.wantedError) + " for " + inaccurate + ": raise Body Resolution.");
  add(text, comparison.summary);
  comparison.summary = text;
}
}

std::optional<BodyComparison> compareBodies(const std::vector<ComparedDesign>& designs,
  const BodySettings& settings, const Device& device, Observer& observer, std::size_t memoryLimit)
{
  BodyComparison comparison;
  comparison.bodies.resize(designs.size());
  Bodies bodies;
  PartialObserver making(observer, 0.0, 0.3);
  if (!makeBodies(designs, making, comparison, bodies))
  {
    return std::nullopt;
  }
  if (!bodies.problems.empty())
  {
    keepOneKind(bodies, comparison);
    shareMaterial(bodies, comparison.summary);
    tellConditions(designs, bodies, comparison.summary);
    Quiet analysing(observer, 0.3, 1.0);
    auto found = analyseBodies(bodies.problems, settings, device, analysing, memoryLimit);
    if (!found)
    {
      return std::nullopt;
    }
    for (std::size_t b = 0; b < found->size(); ++b)
    {
      ComparedBody& body = comparison.bodies[bodies.designs[b]];
      body.stiffness = std::move((*found)[b]);
      body.volume = body.stiffness.volume;
      body.fault = body.stiffness.fault;
      if (!body.stiffness.missing.empty())
      {
        body.remark = "Not analysed: " + body.stiffness.missing;
      }
    }
  }
  for (std::size_t i = 0; i < designs.size(); ++i)
  {
    add(comparison.bodies[i].fault, designs[i].own.fault);
  }
  describe(designs, settings, rank(comparison.bodies), comparison);
  return comparison;
}
}
