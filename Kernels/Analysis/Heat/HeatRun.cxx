#include "Analysis/Heat/HeatRun.h"

#include "Analysis/AnalysisModel.h"
#include "Analysis/LoadCases.h"
#include "Analysis/Preconditioning/MakeConductionModel.h"

#include <memory>

namespace trabecula
{
template <class Space>
bool solveHeat(const OperatorLayouts<Space>& layouts, const HeatInput& input, const VoxelGrid* grid,
  const ConductionMultigrid& choice, Observer& observer, HeatAnalysis& analysis)
{
  const std::unique_ptr<AnalysisModel<Space>> model =
    makeConductionModel(layouts, input.system, choice, grid, true);
  observer.progress(0.1, "Setting up");
  checkForStop(observer);
  const Vector<Space> moduli(model->materialPoints(), input.conductivities);
  model->setModuli(moduli, input.system.conductivity);
  const Vector<Space> load(model->unknowns(), input.heat);
  Vector<Space> temperature(model->unknowns(), input.start);
  SolveSummary summary;
  const std::vector<NamedSystem<Space>> systems = { { load, &temperature, "the temperature" } };
  const SolverSettings& solver = input.system.solver;
  const bool goesOn = solveSystems<Space>(
    *model, systems, { solver.tolerance, solver.maximumIterations, "", 1 }, summary, observer);
  analysis.solverIterations = summary.iterations;
  analysis.residual = summary.residual;
  analysis.temperature = temperature.toHost();
  return goesOn;
}

template bool solveHeat(const OperatorLayouts<CompiledSpace>& layouts, const HeatInput& input,
  const VoxelGrid* grid, const ConductionMultigrid& choice, Observer& observer,
  HeatAnalysis& analysis);
}
