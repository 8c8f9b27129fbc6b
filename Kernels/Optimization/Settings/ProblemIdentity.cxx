#include "Optimization/Settings/ProblemIdentity.h"

#include "Core/Hash.h"
#include "Core/Text.h"
#include "Optimization/Settings/SettingsTable.h"

#include <algorithm>

namespace trabecula
{
namespace
{
template <class T>
std::uint64_t hashOf(const std::vector<T>& values)
{
  Hash hash;
  hash.add(values);
  return hash.value();
}

template <class T>
IdentityPart field(const char* name, const std::vector<T>& values)
{
  return { name, values.empty() ? "none" : "given", hashOf(values) };
}

/// Identities of meshes of one type are those of versions that knew no other.
void addTypes(Hash& hash, const Mesh& mesh)
{
  if (mesh.isMixed())
  {
    hash.add(mesh.types);
  }
}

IdentityPart partOf(const Mesh& mesh)
{
  Hash hash;
  hash.add(mesh.points);
  hash.add(mesh.connectivity);
  addTypes(hash, mesh);
  return { "the mesh",
    countText(static_cast<std::int64_t>(mesh.numberOfElements()), "cell") + " and " +
      countText(static_cast<std::int64_t>(mesh.numberOfNodes()), "point"),
    hash.value() };
}

IdentityPart loads(const std::vector<LoadCase>& loadCases)
{
  Hash hash;
  std::string weights;
  for (const LoadCase& load : loadCases)
  {
    hash.add(load.weight);
    hash.add(load.forces);
    weights += (weights.empty() ? "" : ", ") + textOf({ "", load.weight });
  }
  return { "the load",
    countText(static_cast<std::int64_t>(loadCases.size()), "load case") + " of weight " + weights,
    hash.value() };
}
}

std::uint64_t fingerprint(
  const DesignedConditions& problem, const Mesh& mesh, const std::vector<double>& poissonsRatios)
{
  Hash hash;
  hash.add(mesh.points);
  hash.add(mesh.cellType);
  hash.add(mesh.connectivity);
  addTypes(hash, mesh);
  if (!poissonsRatios.empty())
  {
    hash.add(poissonsRatios);
  }
  hash.add(problem.conditions.supports);
  hash.add(problem.conditions.prescribedDisplacement);
  hash.add(problem.conditions.loadCases.size());
  for (const LoadCase& load : problem.conditions.loadCases)
  {
    hash.add(load.weight);
    hash.add(load.forces);
  }
  hash.add(problem.conditions.springs);
  hash.add(problem.design.outputWeights);
  hash.add(problem.design.designRegion);
  if (!problem.design.solidFractions.empty()) // which files of before do not know
  {
    hash.add(problem.design.solidFractions);
  }
  hash.add(problem.design.volumeRegion);
  hash.add(problem.design.initialDensity);
  for (const Setting& setting : settingsOf(problem))
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
  return fingerprint(problem, problem.mesh, problem.poissonsRatios);
}

ProblemIdentity identify(const DesignedConditions& problem, const Mesh& mesh)
{
  ProblemIdentity identity = {
    partOf(mesh),
    field("the array of supports", problem.conditions.supports),
    field("the array of prescribed displacements", problem.conditions.prescribedDisplacement),
    loads(problem.conditions.loadCases),
    field("the array of springs", problem.conditions.springs),
    field("the array of output weights", problem.design.outputWeights),
    field("the design region", problem.design.designRegion),
    field(StartPart, problem.design.initialDensity),
  };
  if (!problem.design.solidFractions.empty())
  {
    identity.push_back(field("the array of solid fractions", problem.design.solidFractions));
  }
  if (!problem.design.volumeRegion.empty()) // which files of before do not know
  {
    identity.push_back(field("the array of volume regions", problem.design.volumeRegion));
  }
  for (const Setting& setting : settingsOf(problem))
  {
    if (setting.decidesIterates)
    {
      identity.push_back({ setting.name, textOf(setting) });
    }
  }
  return identity;
}

ProblemIdentity identify(const TopologyProblem& problem)
{
  return identify(problem, problem.mesh);
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
