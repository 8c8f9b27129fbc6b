#include "Optimization/Meshfree/MeshfreeTask.h"

#include "Analysis/Meshfree/MeshfreeStructure.h"
#include "Core/Hash.h"
#include "Core/Text.h"
#include "Optimization/Meshfree/MeshfreeOptimizer.h"
#include "Optimization/Meshfree/MeshfreeValidation.h"
#include "Optimization/TopologyTask.h"

#include <string>
#include <string_view>

namespace trabecula
{
std::uint64_t fingerprint(const MeshfreeProblem& problem)
{
  Hash hash;
  hash.add(fingerprint(static_cast<const TopologyProblem&>(problem)));
  hash.add(problem.method.nodes);
  for (const Setting& setting : settingsOf(problem.method))
  {
    const std::string text = setting.name + "=" + textOf(setting);
    hash.add(text.size());
    hash.addBytes(text.data(), text.size());
  }
  return hash.value();
}

void MeshfreeTask::validate() const
{
  trabecula::validate(this->Problem);
}

std::vector<std::string> MeshfreeTask::warnings() const
{
  return makeMeshfreeStructure(this->Problem, this->Problem.method).warnings;
}

void MeshfreeTask::checkDevice(const Device& device, std::size_t memoryLimit) const
{
  trabecula::checkDevice(this->Problem, device, memoryLimit);
}

std::unique_ptr<Optimization> MeshfreeTask::make(
  const Device& device, Observer& observer, std::size_t memoryLimit) const
{
  return std::make_unique<MeshfreeOptimizer>(this->Problem, device, observer, memoryLimit);
}

std::uint64_t MeshfreeTask::fingerprint() const
{
  return trabecula::fingerprint(this->Problem);
}

ProblemIdentity MeshfreeTask::identity() const
{
  ProblemIdentity identity = identify(this->Problem);
  Hash hash;
  hash.add(this->Problem.method.nodes);
  identity.push_back({ "the nodes",
    countText(static_cast<std::int64_t>(this->Problem.numberOfNodes()), "node"), hash.value() });
  for (const Setting& setting : settingsOf(this->Problem.method))
  {
    identity.push_back({ setting.name, textOf(setting) });
  }
  return identity;
}

std::uint64_t MeshfreeTask::designSpace() const
{
  // Positions of nodes may differ, as those of elements may.
  Hash hash;
  hash.add(static_cast<std::uint64_t>(this->Problem.numberOfNodes()));
  hash.add(this->Problem.mesh.connectivity);
  constexpr std::string_view method = "meshfree";
  hash.addBytes(method.data(), method.size());
  return hash.value();
}

HistoryColumns MeshfreeTask::columns() const
{
  return topologyColumns(this->Problem);
}

std::string MeshfreeTask::describe(const HistoryRow& row) const
{
  return TopologyTask::describe(this->columns(), row);
}
}
