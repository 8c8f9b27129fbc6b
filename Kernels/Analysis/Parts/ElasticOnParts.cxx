#include "Analysis/Parts/ElasticOnParts.h"

#include "Analysis/ElasticRun.h"
#include "Core/Communication/ThreadParts.h"
#include "Core/ExecutionContext.h"

#include <cstddef>
#include <memory>

namespace trabecula
{
namespace
{
/// Writes the values of a part's own nodes or elements to those of the whole.
void collectResults(
  const StructureOfPart& part, const ElasticAnalysis& ofPart, ElasticAnalysis& analysis)
{
  collect(part.elements, ofPart.strainEnergyDensity, 1, analysis.strainEnergyDensity);
  collect(part.elements, ofPart.volumes, 1, analysis.volumes);
  for (std::size_t i = 0; i < analysis.loadCases.size(); ++i)
  {
    const ElasticLoadCase& from = ofPart.loadCases[i];
    ElasticLoadCase& to = analysis.loadCases[i];
    collect(part.nodes, from.displacement, 3, to.displacement);
    collect(part.elements, from.stress, 6, to.stress);
    collect(part.elements, from.vonMisesStress, 1, to.vonMisesStress);
  }
}

/// Results with the numbers of one part, which all have, and fields for the whole.
ElasticAnalysis makeWhole(const ElasticAnalysis& first, const std::vector<StructureOfPart>& parts)
{
  std::size_t nodes = 0;
  std::size_t elements = 0;
  for (const StructureOfPart& part : parts)
  {
    nodes += part.nodes.owned.size();
    elements += part.elements.owned.size();
  }
  ElasticAnalysis whole;
  whole.compliance = first.compliance;
  whole.solverIterations = first.solverIterations;
  whole.residual = first.residual;
  whole.strainEnergyDensity.resize(elements);
  whole.volumes.resize(elements);
  for (const ElasticLoadCase& of : first.loadCases)
  {
    ElasticLoadCase& load = whole.loadCases.emplace_back();
    load.name = of.name;
    load.weight = of.weight;
    load.compliance = of.compliance;
    load.displacement.resize(3 * nodes);
    load.stress.resize(6 * elements);
    load.vonMisesStress.resize(elements);
  }
  return whole;
}
}

bool runElasticOnParts(const std::vector<StructureOfPart>& parts, const MultigridChoice& choice,
  const std::vector<double>& shares, const std::vector<Device>& devices, Observer& observer,
  ElasticAnalysis& analysis)
{
  std::vector<ElasticAnalysis> ofParts(parts.size());
  bool isDone = false;
  runParts(devices,
    [&](const Device& device, const std::shared_ptr<const Communicator>& communicator)
    {
      const auto rank = static_cast<std::size_t>(communicator->rank());
      const StructureOfPart& part = parts[rank];
      const ExecutionContext execution(device, communicator);
      Observer silent;
      const bool isDoneHere = execution.with(
        [&](const auto& context)
        {
          return runElasticAnalysis(layoutsOf(context, part), part.structure, part.grid.get(),
            choice, part.ofElements(shares), rank == 0 ? observer : silent, ofParts[rank]);
        });
      if (rank == 0)
      {
        isDone = isDoneHere;
      }
    });
  if (!isDone)
  {
    return false;
  }
  analysis = makeWhole(ofParts.front(), parts);
  for (std::size_t part = 0; part < parts.size(); ++part)
  {
    collectResults(parts[part], ofParts[part], analysis);
  }
  return true;
}
}
