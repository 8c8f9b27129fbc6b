#include "Optimization/Settings/ProblemIdentity.h"

#include "Core/Hash.h"
#include "Core/Text.h"
#include "Optimization/Settings/IdentityParts.h"
#include "Optimization/Settings/SettingsTable.h"

#include <algorithm>

namespace trabecula
{
namespace
{
/// Adds loads that depend on the design, which checkpoints of earlier versions do not have.
void addLoadsOfDesign(Hash& hash, const LoadsOfDesign& loads)
{
  if (loads.hasWeight())
  {
    for (const double component : loads.weight)
    {
      hash.add(component);
    }
  }
  if (loads.thermal.isPresent())
  {
    hash.add(loads.thermal.temperature);
    hash.add(loads.thermal.reference);
    hash.add(loads.thermal.expansion);
    hash.add(loads.thermal.expansions);
  }
  const DesignHeat& heat = loads.heat;
  if (heat.isPresent())
  {
    for (const double value :
      { loads.thermal.reference, loads.thermal.expansion, heat.conductivity, heat.leastRatio })
    {
      hash.add(value);
    }
    hash.add(loads.thermal.expansions);
    hash.add(heat.fixed);
    for (const std::vector<double>* values : { &heat.prescribedTemperature, &heat.heatFlow,
           &heat.filmCoefficient, &heat.ambientTemperature, &heat.heatSource })
    {
      hash.add(*values);
    }
  }
}

/// The faces that move as rigid bodies, which checkpoints of earlier versions do not have.
void addRigidFaces(Hash& hash, const RigidFaces& faces)
{
  if (!faces.numbers.empty())
  {
    hash.add(faces.numbers);
  }
  for (const RigidFaceMotion& motion : faces.motions)
  {
    hash.add(motion.face);
    for (std::size_t c = 0; c < 3; ++c)
    {
      hash.add(motion.point[c]);
      hash.add(motion.direction[c]);
      hash.add(motion.axis[c]);
    }
    hash.add(motion.value);
  }
}

IdentityPart loads(const ElasticConditions& conditions)
{
  const std::vector<LoadCase>& loadCases = conditions.loadCases;
  Hash hash;
  std::string weights;
  for (const LoadCase& load : loadCases)
  {
    hash.add(load.weight);
    hash.add(load.forces);
    weights += (weights.empty() ? "" : ", ") + textOf({ "", load.weight });
  }
  addLoadsOfDesign(hash, conditions.ofDesign);
  return { "the load",
    countText(static_cast<std::int64_t>(loadCases.size()), "load case") + " of weight " + weights,
    hash.value() };
}

IdentifiedBody bodyOf(const TopologyProblem& problem)
{
  return { problem.structure.mesh, problem.structure.poissonsRatios, problem.solidFractions };
}

std::vector<Setting> settingsOf(const TopologyProblem& problem)
{
  return trabecula::settingsOf(
    problem.structure, problem.design.settings, problem.design.densities);
}
}

std::uint64_t fingerprint(const IdentifiedBody& body, const ElasticConditions& conditions,
  const DesignProblem& design, const std::vector<Setting>& settings)
{
  Hash hash;
  hash.add(body.mesh.points);
  hash.add(body.mesh.cellType);
  hash.add(body.mesh.connectivity);
  addTypes(hash, body.mesh);
  if (!body.poissonsRatios.empty())
  {
    hash.add(body.poissonsRatios);
  }
  hash.add(conditions.supports);
  hash.add(conditions.prescribedDisplacement);
  hash.add(conditions.loadCases.size());
  for (const LoadCase& load : conditions.loadCases)
  {
    hash.add(load.weight);
    hash.add(load.forces);
  }
  addLoadsOfDesign(hash, conditions.ofDesign);
  hash.add(conditions.springs);
  if (!conditions.pointMasses.empty()) // checkpoints of earlier versions do not have it
  {
    hash.add(conditions.pointMasses);
  }
  addRigidFaces(hash, conditions.rigid);
  hash.add(design.outputWeights);
  hash.add(design.designRegion);
  if (!body.solidFractions.empty()) // checkpoints of earlier versions do not have it
  {
    hash.add(body.solidFractions);
  }
  hash.add(design.volumeRegion);
  if (!design.pointRegion.empty())
  {
    hash.add(design.pointRegion);
  }
  hash.add(design.initialDensity);
  for (const Setting& setting : settings)
  {
    if (setting.decidesIterates)
    {
      const std::string text = setting.name + "=" + textOf(setting);
      hash.add(text.size());
      hash.addBytes(text.data(), text.size());
    }
  }
  return hash.value();
}

std::uint64_t fingerprint(const TopologyProblem& problem)
{
  return fingerprint(bodyOf(problem), problem.structure, problem.design, settingsOf(problem));
}

ProblemIdentity identify(const IdentifiedBody& body, const ElasticConditions& conditions,
  const DesignProblem& design, const std::vector<Setting>& settings)
{
  ProblemIdentity identity = {
    partOf(body.mesh),
    partOf("the array of supports", conditions.supports),
    partOf("the array of prescribed displacements", conditions.prescribedDisplacement),
    loads(conditions),
    partOf("the array of springs", conditions.springs),
    partOf("the array of output weights", design.outputWeights),
    partOf("the design region", design.designRegion),
    partOf(StartPart, design.initialDensity),
  };
  if (!body.solidFractions.empty())
  {
    identity.push_back(partOf("the array of solid fractions", body.solidFractions));
  }
  if (!design.volumeRegion.empty()) // checkpoints of earlier versions do not have it
  {
    identity.push_back(partOf("the array of volume regions", design.volumeRegion));
  }
  if (!design.pointRegion.empty())
  {
    identity.push_back(partOf("the array of point regions", design.pointRegion));
  }
  if (!conditions.pointMasses.empty())
  {
    identity.push_back(partOf("the array of point masses", conditions.pointMasses));
  }
  if (!conditions.rigid.numbers.empty())
  {
    Hash hash;
    addRigidFaces(hash, conditions.rigid);
    identity.push_back({ "the rigid faces",
      countText(static_cast<std::int64_t>(conditions.rigid.motions.size()), "prescribed motion"),
      hash.value() });
  }
  addSettings(identity, settings);
  return identity;
}

ProblemIdentity identify(const TopologyProblem& problem)
{
  return identify(bodyOf(problem), problem.structure, problem.design, settingsOf(problem));
}

std::string differenceInWords(const ProblemIdentity& then, const ProblemIdentity& now)
{
  std::vector<std::string> differences;
  for (const IdentityPart& part : now)
  {
    const auto old = std::find_if(
      then.begin(), then.end(), [&](const IdentityPart& other) { return other.name == part.name; });
    if (old == then.end())
    {
      differences.push_back(part.name + " was not known");
    }
    else if (old->value != part.value)
    {
      differences.push_back(part.name + " was " + old->value + " and is " + part.value);
    }
    else if (old->fingerprint != part.fingerprint)
    {
      differences.push_back(part.name + " has other values");
    }
  }
  if (differences.empty() && then.size() != now.size())
  {
    differences.emplace_back("it has settings that are not known here");
  }
  constexpr std::size_t most = 3;
  std::string words;
  for (std::size_t i = 0; i < std::min(most, differences.size()); ++i)
  {
    words += (words.empty() ? "" : ", ") + differences[i];
  }
  if (differences.size() > most)
  {
    words +=
      ", and " + countText(static_cast<std::int64_t>(differences.size() - most), "thing") + " more";
  }
  return words;
}
}
