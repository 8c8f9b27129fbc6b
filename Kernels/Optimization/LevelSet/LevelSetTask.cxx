#include "Optimization/LevelSet/LevelSetTask.h"

#include "Core/Hash.h"
#include "Core/Text.h"
#include "Design/LevelSet/LevelSetParametrization.h"
#include "Optimization/LevelSet/LevelSetValidation.h"
#include "Optimization/TopologyTask.h"

#include <cstddef>
#include <string_view>
#include <utility>

namespace trabecula
{
namespace
{
void addPatch(Hash& hash, const NurbsPatch& patch)
{
  hash.add(patch.dimension);
  for (std::size_t k = 0; k < 3; ++k)
  {
    hash.add(patch.degrees[k]);
    hash.add(patch.knots[k]);
  }
}

/// Returns the settings that are part of the identity. They include settings of densities with
/// constant values, as do the identities in checkpoints of earlier versions.
std::vector<Setting> identifiedSettings(const LevelSetProblem& problem)
{
  DensitySettings densities;
  densities.interpolation = Interpolation::ModifiedSimp;
  densities.penalization = 1.0;
  densities.filter = FilterKind::None;
  return settingsOf(problem.conditions, problem.design.settings, densities);
}
}

HistoryColumns levelSetColumns(const LevelSetProblem& problem)
{
  std::vector<HistoryColumn> columns;
  for (const HistoryColumn& column : topologyColumns(problem.conditions, problem.design))
  {
    columns.push_back(column);
    if (column.role == ColumnRole::Change)
    {
      columns.back().name = "ObjectiveChange";
    }
  }
  return HistoryColumns(std::move(columns));
}

std::uint64_t fingerprint(const LevelSetProblem& problem)
{
  Hash hash;
  const Mesh mesh;
  const std::vector<double> none;
  hash.add(fingerprint(
    { mesh, none, none }, problem.conditions, problem.design, identifiedSettings(problem)));
  addPatch(hash, problem.patch);
  hash.add(problem.patch.points);
  hash.add(problem.patch.weights);
  hash.add(problem.method.holes.centres);
  for (const Setting& setting : settingsOf(problem, problem.method))
  {
    const std::string text = setting.name + "=" + textOf(setting);
    hash.add(text.size());
    hash.addBytes(text.data(), text.size());
  }
  return hash.value();
}

ProblemIdentity identify(const LevelSetProblem& problem)
{
  const Mesh mesh;
  const std::vector<double> none;
  ProblemIdentity identity =
    identify({ mesh, none, none }, problem.conditions, problem.design, identifiedSettings(problem));
  const NurbsPatch& patch = problem.patch;
  Hash hash;
  addPatch(hash, patch);
  hash.add(patch.points);
  hash.add(patch.weights);
  identity.push_back({ "the patch",
    countText(static_cast<std::int64_t>(patch.numberOfElements()), "element"), hash.value() });
  Hash centres;
  centres.add(problem.method.holes.centres);
  identity.push_back({ "the centres of holes",
    problem.method.holes.centres.empty() ? "none" : "given", centres.value() });
  for (const Setting& setting : settingsOf(problem, problem.method))
  {
    identity.push_back({ setting.name, textOf(setting) });
  }
  return identity;
}

std::uint64_t designSpaceOf(const LevelSetProblem& problem)
{
  // Positions of control points may differ between problems of one design space, as those of nodes
  // may.
  Hash hash;
  addPatch(hash, problem.patch);
  constexpr std::string_view method = "level set";
  hash.addBytes(method.data(), method.size());
  return hash.value();
}

HistoryColumns columnsOf(const LevelSetProblem& problem)
{
  return levelSetColumns(problem);
}

ConvergenceRule convergenceOf(const LevelSetProblem& problem)
{
  return problem.convergence();
}

bool repeatsBitwise(const LevelSetProblem& /*problem*/)
{
  return true;
}

std::vector<double> variablesOf(const LevelSetProblem& /*problem*/, const OptimizationState& state)
{
  const LevelSetBounds bounds = { state.scalar("lowerCoefficient"),
    state.scalar("upperCoefficient") };
  std::vector<double> design;
  for (const double variable : state.field("design"))
  {
    design.push_back(bounds.coefficient(variable));
  }
  return design;
}
}
