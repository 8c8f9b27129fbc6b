#include "Analysis/Heat/HeatOnParts.h"

#include "Analysis/Parts/RunOnParts.h"

#include <cstddef>
#include <utility>

namespace trabecula
{
bool solveHeatOnParts(Parts& parts, std::vector<ConductionOfPart>& divided, const HeatInput& input,
  const ConductionMultigrid& choice, Observer& observer, HeatAnalysis& analysis)
{
  const bool areProcesses = parts.areOfSeveralProcesses();
  std::vector<double> whole(input.start.size());
  std::vector<HeatAnalysis> ofParts(divided.size());
  const bool isDone = runOnParts(parts, observer,
    [&](const auto& context, std::size_t rank, Observer& observerOfPart)
    {
      ConductionOfPart& part = divided[rank];
      HeatAnalysis& ofPart = ofParts[rank];
      const HeatInput own = { std::move(part.system), part.ofElements(input.conductivities),
        part.ofNodes(input.heat, 1), part.ofNodes(input.start, 1) };
      const bool isDoneHere = solveHeat(
        layoutsOf(context, part, 1), own, part.grid.get(), choice, observerOfPart, ofPart);
      if (isDoneHere && areProcesses)
      {
        collectOnFirst(
          context.communicator(),
          [&](int other) -> const HaloPlan&
          { return divided[static_cast<std::size_t>(other)].nodes; },
          ofPart.temperature, 1, whole);
      }
      return isDoneHere;
    });
  if (!isDone)
  {
    return false;
  }
  const HeatAnalysis& first = ofParts[static_cast<std::size_t>(parts.first())];
  analysis.solverIterations = first.solverIterations;
  analysis.residual = first.residual;
  for (std::size_t part = 0; part < divided.size() && !areProcesses; ++part)
  {
    collect(divided[part].nodes, ofParts[part].temperature, 1, whole);
  }
  analysis.temperature = std::move(whole);
  return true;
}
}
