#include "Analysis/Heat/HeatRun.h"

#include "Analysis/AnalysisModel.h"
#include "Analysis/Heat/HeatOnGrid.h"
#include "Analysis/Heat/HeatSystem.h"
#include "Analysis/LoadCases.h"
#include "Analysis/Preconditioning/MakeConductionModel.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace trabecula
{
template <class Space>
bool solveHeat(const Context<Space>& context, const HeatProblem& problem,
  const ConductionSystem& system, const ConductionMultigrid& choice,
  const std::vector<double>& heat, Observer& observer, HeatAnalysis& analysis)
{
  std::optional<HeatOnGrid> onGrid;
  ConductionSystem renumbered;
  if (choice.lattice)
  {
    onGrid.emplace(*choice.lattice);
    renumbered = onGrid->renumbered(system);
  }
  const std::unique_ptr<AnalysisModel<Space>> model = onGrid
    ? makeConductionModel<Space>(context, renumbered, choice, &onGrid->grid(), true)
    : makeConductionModel<Space>(context, system, choice, nullptr, true);
  observer.progress(0.1, "Setting up");
  checkForStop(observer);
  std::vector<double> conductivities(problem.mesh.numberOfElements());
  for (std::size_t e = 0; e < conductivities.size(); ++e)
  {
    conductivities[e] = problem.conductivityOf(e);
  }
  const Vector<Space> moduli(
    model->materialPoints(), onGrid ? onGrid->elementsOnGrid(conductivities) : conductivities);
  model->setModuli(moduli, system.conductivity);
  const std::vector<double> start = startingTemperature(problem);
  const Vector<Space> load(model->unknowns(), onGrid ? onGrid->nodesOnGrid(heat) : heat);
  Vector<Space> temperature(model->unknowns(), onGrid ? onGrid->nodesOnGrid(start) : start);
  SolveSummary summary;
  const std::vector<NamedSystem<Space>> systems = { { load, &temperature, "the temperature" } };
  const bool goesOn = solveSystems<Space>(*model, systems,
    { problem.solver.tolerance, problem.solver.maximumIterations, "", 1 }, summary, observer);
  analysis.solverIterations = summary.iterations;
  analysis.residual = summary.residual;
  analysis.temperature =
    onGrid ? onGrid->nodeField(temperature.toHost(), start) : temperature.toHost();
  return goesOn;
}

template bool solveHeat(const Context<CompiledSpace>& context, const HeatProblem& problem,
  const ConductionSystem& system, const ConductionMultigrid& choice,
  const std::vector<double>& heat, Observer& observer, HeatAnalysis& analysis);
}
