#include "Analysis/Parts/ElasticOnParts.h"

#include "Analysis/ElasticRun.h"
#include "Analysis/Parts/RunOnParts.h"

#include <cstddef>
#include <utility>

namespace trabecula
{
namespace
{
/// Calls take(entity, values, components, whole) for each field of a part and that of the whole.
template <class Take>
void forEachField(const ElasticAnalysis& ofPart, ElasticAnalysis& analysis, const Take& take)
{
  take(Entity::Element, ofPart.strainEnergyDensity, 1, analysis.strainEnergyDensity);
  take(Entity::Element, ofPart.volumes, 1, analysis.volumes);
  for (std::size_t i = 0; i < analysis.loadCases.size(); ++i)
  {
    const ElasticLoadCase& from = ofPart.loadCases[i];
    ElasticLoadCase& to = analysis.loadCases[i];
    take(Entity::Node, from.displacement, 3, to.displacement);
    take(Entity::Element, from.stress, 6, to.stress);
    take(Entity::Element, from.vonMisesStress, 1, to.vonMisesStress);
  }
}

const HaloPlan& planOf(const StructureOfPart& part, Entity entity)
{
  return entity == Entity::Node ? part.nodes : part.elements;
}

/// The numbers of an analysis of a part, which all have, without fields.
ElasticAnalysis numbersOf(const ElasticAnalysis& ofPart)
{
  ElasticAnalysis numbers;
  numbers.compliance = ofPart.compliance;
  numbers.solverIterations = ofPart.solverIterations;
  numbers.residual = ofPart.residual;
  for (const ElasticLoadCase& of : ofPart.loadCases)
  {
    ElasticLoadCase& load = numbers.loadCases.emplace_back();
    load.name = of.name;
    load.weight = of.weight;
    load.compliance = of.compliance;
  }
  return numbers;
}

/// Makes room for the fields of the whole.
void makeFields(const std::vector<StructureOfPart>& divided, ElasticAnalysis& analysis)
{
  std::size_t nodes = 0;
  std::size_t elements = 0;
  for (const StructureOfPart& part : divided)
  {
    nodes += part.nodes.owned.size();
    elements += part.elements.owned.size();
  }
  forEachField(ElasticAnalysis(analysis), analysis,
    [&](
      Entity entity, const std::vector<double>&, std::size_t components, std::vector<double>& whole)
    { whole.resize(components * (entity == Entity::Node ? nodes : elements)); });
}
}

bool runElasticOnParts(const std::vector<StructureOfPart>& divided, const MultigridChoice& choice,
  const std::vector<double>& shares, Parts& parts, Observer& observer, ElasticAnalysis& analysis)
{
  const bool areProcesses = parts.areOfSeveralProcesses();
  std::vector<ElasticAnalysis> ofParts(divided.size());
  const bool isDone = runOnParts(parts, observer,
    [&](const auto& context, std::size_t rank, Observer& observerOfPart)
    {
      const StructureOfPart& part = divided[rank];
      ElasticAnalysis& ofPart = ofParts[rank];
      const bool isDoneHere = runElasticAnalysis(layoutsOf(context, part), part.structure,
        part.grid.get(), choice, part.ofElements(shares), observerOfPart, ofPart);
      if (!isDoneHere || !areProcesses)
      {
        return isDoneHere;
      }
      ElasticAnalysis whole = numbersOf(ofPart);
      if (rank == 0)
      {
        makeFields(divided, whole);
      }
      forEachField(ofPart, whole,
        [&](Entity entity, const std::vector<double>& values, std::size_t components,
          std::vector<double>& ofWhole)
        {
          collectOnFirst(
            context.communicator(),
            [&](int other) -> const HaloPlan&
            { return planOf(divided[static_cast<std::size_t>(other)], entity); },
            values, components, ofWhole);
        });
      ofPart = std::move(whole);
      return true;
    });
  if (!isDone)
  {
    return false;
  }
  if (areProcesses)
  {
    analysis = std::move(ofParts[static_cast<std::size_t>(parts.first())]);
    return true;
  }
  analysis = numbersOf(ofParts.front());
  makeFields(divided, analysis);
  for (std::size_t part = 0; part < divided.size(); ++part)
  {
    forEachField(ofParts[part], analysis,
      [&](Entity entity, const std::vector<double>& values, std::size_t components,
        std::vector<double>& whole)
      { collect(planOf(divided[part], entity), values, components, whole); });
  }
  return true;
}
}
