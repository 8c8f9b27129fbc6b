#include "Optimization/LevelSet/LevelSetFields.h"

#include "Mesh/Nurbs/NurbsQuadrature.h"

#include <utility>

namespace trabecula
{
LevelSetFields::LevelSetFields(const LevelSetProblem& problem,
  std::shared_ptr<LevelSetBounds> bounds, std::shared_ptr<const Context<HostSpace>> onHost)
  : TopologyFields(problem.conditions.loadCases), Dimension(problem.patch.dimension),
    Bounds(std::move(bounds)), OnHost(std::move(onHost))
{
  if (problem.density() == LevelSetDensity::Cut)
  {
    this->Smoothing = std::make_unique<CutDensity<HostSpace>>(*this->OnHost, problem.patch,
      smoothingRadiusOf(problem) / meanElementSize(problem.patch),
      problem.design.settings.minimumModulusRatio);
  }
  else
  {
    this->Patch = problem.patch;
    this->PerElement = static_cast<std::size_t>(problem.patch.functionsPerElement());
  }
}

std::vector<double> LevelSetFields::ofElements(std::vector<double> values) const
{
  if (this->PerElement == 1)
  {
    return values;
  }
  if (this->Measures.empty())
  {
    this->Measures = gaussMeasures(this->Patch);
  }
  std::vector<double> means(values.size() / this->PerElement);
  for (std::size_t e = 0; e < means.size(); ++e)
  {
    double sum = 0.0;
    double total = 0.0;
    for (std::size_t q = e * this->PerElement; q < (e + 1) * this->PerElement; ++q)
    {
      sum += this->Measures[q] * values[q];
      total += this->Measures[q];
    }
    means[e] = sum / total;
  }
  return means;
}

std::vector<double> LevelSetFields::density(const Model& model) const
{
  std::vector<double> values = model.density();
  if (this->Smoothing)
  {
    const Vector<HostSpace> densities(this->Smoothing->points(), values);
    Vector<HostSpace> ratios(this->Smoothing->points());
    this->Smoothing->ratios(densities, ratios);
    return ratios.toHost();
  }
  return this->ofElements(std::move(values));
}

std::vector<double> LevelSetFields::displacement(std::vector<double> values) const
{
  if (this->Dimension == 3)
  {
    return values;
  }
  std::vector<double> inSpace;
  inSpace.reserve(values.size() / 2 * 3);
  for (std::size_t i = 0; i < values.size(); i += 2)
  {
    inSpace.insert(inSpace.end(), { values[i], values[i + 1], 0.0 });
  }
  return inSpace;
}

std::vector<double> LevelSetFields::variables(std::vector<double> values) const
{
  for (double& value : values)
  {
    value = this->Bounds->coefficient(value);
  }
  return values;
}

std::vector<double> LevelSetFields::gradient(std::vector<double> values) const
{
  for (double& value : values)
  {
    value /= this->Bounds->upper - this->Bounds->lower;
  }
  return values;
}

void LevelSetFields::save(OptimizationState& state, const StateFields& /*fields*/) const
{
  state.scalars.emplace_back("lowerCoefficient", this->Bounds->lower);
  state.scalars.emplace_back("upperCoefficient", this->Bounds->upper);
}

void LevelSetFields::restore(OptimizationState& state, const StateFields& /*fields*/)
{
  *this->Bounds = { state.scalar("lowerCoefficient"), state.scalar("upperCoefficient") };
}

std::vector<FieldDescription> LevelSetFields::ownFields() const
{
  return { { "LevelSet", FieldSupport::Nodes, 1 }, { "Density", FieldSupport::Elements, 1 },
    { "StrainEnergyDensity", FieldSupport::Elements, 1 } };
}

std::vector<double> LevelSetFields::ownField(std::size_t index, const Model& model) const
{
  switch (index)
  {
    case 0:
      return this->variables(model.filteredVariables());
    case 1:
      return this->density(model);
    default:
      return this->ofElements(model.strainEnergyDensity());
  }
}
}
