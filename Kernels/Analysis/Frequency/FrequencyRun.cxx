#include "Analysis/Frequency/FrequencyRun.h"

#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Core/Error.h"
#include "Core/Requirements.h"
#include "Operator/Mass/MassOperator.h"
#include "Solver/Eigen/Lobpcg.h"
#include "Solver/Eigen/StartWaves.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace trabecula
{
namespace detail
{
constexpr double PiOfFrequency = 3.14159265358979323846;

/// Number of entries of this part's owned nodes that are not marked, over all parts.
template <class Space>
std::int64_t countFree(
  const OperatorLayouts<Space>& layouts, const std::vector<std::uint8_t>& marks)
{
  double count = static_cast<double>(
    std::count(marks.begin(), marks.begin() + layouts.unknowns->ownedSize(), std::uint8_t(0)));
  layouts.context().sumOverParts(&count, 1);
  return static_cast<std::int64_t>(count);
}

/// Solves with the preconditioner in use, which becomes more robust after a breakdown.
template <class Space>
EigenReport solveModes(Lobpcg<Space>& modes, AnalysisModel<Space>& model,
  SpringOperator<Space>& mass, MultiVector<Space>& motions, const EigenSettings& settings,
  Observer& observer)
{
  for (;;)
  {
    try
    {
      return modes.solve(
        model.system(), mass, model.preconditioners().present(), motions, settings, true, observer);
    }
    catch (const SolverBreakdown&)
    {
      const std::string note = model.preconditioners().present().recover();
      if (note.empty())
      {
        throw;
      }
      observer.note(note);
    }
  }
}
}

template <class Space>
bool solveFrequencies(const OperatorLayouts<Space>& layouts, const FrequencyInput& input,
  const VoxelGrid* grid, const MultigridChoice& choice, Observer& observer,
  FrequencyAnalysis& analysis)
{
  const auto rigid = static_cast<int>(input.motions.size());
  const std::int64_t free = detail::countFree(layouts, input.supports);
  const int modes = static_cast<int>(std::min<std::int64_t>(input.modes, free - rigid));
  if (modes < 1)
  {
    fail("The mesh has no elastic mode: it has ", free, " free displacements and ", rigid,
      " rigid-body motions.");
  }
  const std::unique_ptr<ElasticModel<Space>> model =
    makeElasticModel(layouts, input.structure, grid, choice, true);
  const std::unique_ptr<StiffnessOperator<Space>> ofElements = grid
    ? makeMassOperator(layouts, *grid, input.isLumped)
    : makeMassOperator(layouts, input.structure.mesh, input.isLumped);
  SpringOperator<Space> mass(*ofElements, input.pointMasses);
  observer.progress(0.1, "Setting up");
  checkForStop(observer);
  if (!model->stiffness().reason.empty())
  {
    observer.note(model->stiffness().reason);
  }
  const LayoutPointer<Space>& unknowns = model->unknowns();
  const Vector<Space> moduli(model->materialPoints(), input.moduli);
  const Vector<Space> densities(model->materialPoints(), input.densities);
  model->setModuli(moduli, input.largestModulus);
  ofElements->setModuli(densities);

  MultiVector<Space> motions;
  if (rigid > 0)
  {
    motions = MultiVector<Space>(unknowns, rigid, Arrangement::Apart);
    for (int i = 0; i < rigid; ++i)
    {
      motions.column(i).assign(input.motions[static_cast<std::size_t>(i)]);
    }
  }
  constexpr int guards = 2;
  const int block =
    std::min({ modes + guards, Lobpcg<Space>::MostVectors, static_cast<int>(free - rigid) });
  Lobpcg<Space> solver(unknowns, input.supports, block);
  {
    const Vector<Space> points(unknowns, input.structure.mesh.points);
    for (int i = 0; i < block; ++i)
    {
      Vector<Space> column = solver.vectors().column(i);
      setWaves(points, i, input.centre, input.length, column);
    }
  }
  const EigenReport report = detail::solveModes<Space>(
    solver, *model, mass, motions, { modes, input.tolerance, input.maximumIterations }, observer);
  if (report.stopped)
  {
    return false;
  }
  analysis.rigidModes = rigid;
  analysis.iterations = report.iterations;
  analysis.converged = report.converged;

  Vector<Space> product(unknowns);
  Vector<Space> translation(unknowns);
  for (int c = 0; c < 3; ++c)
  {
    std::vector<double> ones(static_cast<std::size_t>(unknowns->size()), 0.0);
    for (std::size_t i = static_cast<std::size_t>(c); i < ones.size(); i += 3)
    {
      ones[i] = 1.0;
    }
    translation.assign(ones);
    mass.apply(translation, product);
    analysis.mass = dot(translation, product);
    const std::size_t count = std::min(static_cast<std::size_t>(modes), solver.values().size());
    analysis.modes.resize(count);
    for (std::size_t i = 0; i < count; ++i)
    {
      const double share = dot(solver.vectors().column(static_cast<int>(i)), product);
      analysis.modes[i].effectiveMass[static_cast<std::size_t>(c)] = share * share;
    }
  }
  for (std::size_t i = 0; i < analysis.modes.size(); ++i)
  {
    VibrationMode& mode = analysis.modes[i];
    mode.eigenvalue = solver.values()[i];
    mode.frequency = std::sqrt(std::max(mode.eigenvalue, 0.0)) / (2.0 * detail::PiOfFrequency);
    mode.residual = report.residuals[i];
    mode.shape = solver.vectors().column(static_cast<int>(i)).toHost();
  }
  return true;
}

template bool solveFrequencies(const OperatorLayouts<CompiledSpace>& layouts,
  const FrequencyInput& input, const VoxelGrid* grid, const MultigridChoice& choice,
  Observer& observer, FrequencyAnalysis& analysis);
}
