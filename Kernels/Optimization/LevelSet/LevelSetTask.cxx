#include "Optimization/LevelSet/LevelSetTask.h"

#include "Core/Hash.h"
#include "Core/Text.h"
#include "Design/LevelSet/LevelSetParametrization.h"
#include "Optimization/LevelSet/LevelSetOptimizer.h"
#include "Optimization/LevelSet/LevelSetValidation.h"
#include "Optimization/TopologyTask.h"

#include <string>
#include <string_view>

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
}

HistoryColumns levelSetColumns(const LevelSetProblem& problem)
{
  std::vector<HistoryColumn> columns;
  for (const HistoryColumn& column : topologyColumns(problem))
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
  hash.add(fingerprint(static_cast<const TopologyProblem&>(problem)));
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

void LevelSetTask::validate() const
{
  trabecula::validate(this->Problem);
}

std::vector<std::string> LevelSetTask::warnings() const
{
  return {};
}

void LevelSetTask::checkDevice(const Device& device, std::size_t memoryLimit) const
{
  trabecula::checkDevice(this->Problem, device, memoryLimit);
}

std::unique_ptr<Optimization> LevelSetTask::make(
  const Device& device, Observer& observer, std::size_t memoryLimit) const
{
  return std::make_unique<LevelSetOptimizer>(this->Problem, device, observer, memoryLimit);
}

std::uint64_t LevelSetTask::fingerprint() const
{
  return trabecula::fingerprint(this->Problem);
}

ProblemIdentity LevelSetTask::identity() const
{
  ProblemIdentity identity = identify(this->Problem);
  const NurbsPatch& patch = this->Problem.patch;
  Hash hash;
  addPatch(hash, patch);
  hash.add(patch.points);
  hash.add(patch.weights);
  identity.push_back({ "the patch",
    countText(static_cast<std::int64_t>(patch.numberOfElements()), "element"), hash.value() });
  Hash centres;
  centres.add(this->Problem.method.holes.centres);
  identity.push_back({ "the centres of holes",
    this->Problem.method.holes.centres.empty() ? "none" : "given", centres.value() });
  for (const Setting& setting : settingsOf(this->Problem, this->Problem.method))
  {
    identity.push_back({ setting.name, textOf(setting) });
  }
  return identity;
}

std::uint64_t LevelSetTask::designSpace() const
{
  // Control points may differ, as positions of nodes may.
  Hash hash;
  addPatch(hash, this->Problem.patch);
  constexpr std::string_view method = "level set";
  hash.addBytes(method.data(), method.size());
  return hash.value();
}

std::string LevelSetTask::describe(const HistoryRow& row) const
{
  return TopologyTask::describe(this->columns(), row);
}

std::vector<double> LevelSetTask::designOf(const OptimizationState& state) const
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
