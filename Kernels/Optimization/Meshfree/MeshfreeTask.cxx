#include "Optimization/Meshfree/MeshfreeTask.h"

#include "Core/Hash.h"
#include "Core/Text.h"
#include "Optimization/Meshfree/MeshfreeValidation.h"
#include "Optimization/TopologyTask.h"

#include <cstddef>
#include <string_view>
#include <utility>

namespace trabecula
{
namespace
{
IdentifiedBody bodyOf(const MeshfreeProblem& problem)
{
  return { problem.structure.mesh, problem.structure.poissonsRatios, problem.solidFractions };
}

std::vector<Setting> settingsOf(const MeshfreeProblem& problem)
{
  return trabecula::settingsOf(
    problem.structure, problem.design.settings, problem.design.densities);
}
}

std::uint64_t fingerprint(const MeshfreeProblem& problem)
{
  Hash hash;
  hash.add(fingerprint(bodyOf(problem), problem.structure, problem.design, settingsOf(problem)));
  hash.add(problem.method.nodes);
  for (const Setting& setting : settingsOf(problem.method))
  {
    const std::string text = setting.name + "=" + textOf(setting);
    hash.add(text.size());
    hash.addBytes(text.data(), text.size());
  }
  return hash.value();
}

ProblemIdentity identify(const MeshfreeProblem& problem)
{
  ProblemIdentity identity =
    identify(bodyOf(problem), problem.structure, problem.design, settingsOf(problem));
  Hash hash;
  hash.add(problem.method.nodes);
  identity.push_back({ "the nodes",
    countText(static_cast<std::int64_t>(problem.numberOfNodes()), "node"), hash.value() });
  for (const Setting& setting : settingsOf(problem.method))
  {
    identity.push_back({ setting.name, textOf(setting) });
  }
  return identity;
}

std::uint64_t designSpaceOf(const MeshfreeProblem& problem)
{
  // Positions of nodes may differ between problems of one design space, as those of elements may.
  Hash hash;
  hash.add(static_cast<std::uint64_t>(problem.numberOfNodes()));
  hash.add(problem.structure.mesh.connectivity);
  constexpr std::string_view method = "meshfree";
  hash.addBytes(method.data(), method.size());
  return hash.value();
}

HistoryColumns columnsOf(const MeshfreeProblem& problem)
{
  return topologyColumns(problem.structure, problem.design);
}

ConvergenceRule convergenceOf(const MeshfreeProblem& problem)
{
  return convergenceOf(problem.design.densities);
}

bool repeatsBitwise(const MeshfreeProblem& /*problem*/)
{
  return true;
}

std::vector<double> variablesOf(const MeshfreeProblem& /*problem*/, const OptimizationState& state)
{
  return state.field("design");
}
}
