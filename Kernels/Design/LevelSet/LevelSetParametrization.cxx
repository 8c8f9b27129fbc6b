#include "Design/LevelSet/LevelSetParametrization.h"

#include "Core/Parallel.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
namespace detail
{
template <class Space>
void toCoefficients(
  std::int64_t n, double lower, double upper, const double* variables, double* coefficients)
{
  forEach<Space>(
    n,
    TRABECULA_LAMBDA(std::int64_t i) { coefficients[i] = lower + (upper - lower) * variables[i]; });
}

template <class Space>
void scaleFree(std::int64_t n, double factor, const std::uint8_t* isDesign, double* values)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { values[i] = isDesign[i] ? factor * values[i] : 0.0; });
}

template <class Space>
void scaleRatios(std::int64_t n, double factor, double* values)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) { values[i] *= factor; });
}
}

#ifndef __CUDACC__
LevelSetBounds LevelSetBounds::of(const std::vector<double>& start)
{
  const auto ends = std::minmax_element(start.begin(), start.end());
  return { 2.0 * *ends.first, 2.0 * *ends.second };
}
#endif

template <class Space>
LevelSetParametrization<Space>::LevelSetParametrization(Context<Space>& context,
  std::unique_ptr<LevelSetMaterial<Space>> material, double solidModulus,
  std::shared_ptr<const LevelSetBounds> bounds, const std::vector<std::uint8_t>& isDesign,
  const std::vector<double>& start)
  : Computing(&context), Material(std::move(material)), SolidModulus(solidModulus),
    Bounds(std::move(bounds)), IsDesign(context, isDesign), Variables(context, start.size()),
    Density(context, static_cast<std::size_t>(this->Material->numberOfPoints())),
    NextDensity(context, static_cast<std::size_t>(this->Material->numberOfPoints()))
{
  std::vector<double> variables;
  variables.reserve(start.size());
  for (const double coefficient : start)
  {
    variables.push_back(
      std::clamp(this->Bounds->variable(coefficient), LevelSetBounds::LeastVariable, 1.0));
  }
  this->Variables.assign(variables);
  this->NextVariables = Vector(context, variables);
}

template <class Space>
void LevelSetParametrization<Space>::coefficients(double* result) const
{
  detail::toCoefficients<Space>(this->numberOfVariables(), this->Bounds->lower, this->Bounds->upper,
    this->Variables.data(), result);
}

template <class Space>
void LevelSetParametrization<Space>::evaluateTrial()
{
  const auto coefficients =
    this->Computing->workspace().template lease<double>(this->Variables.size());
  detail::toCoefficients<Space>(this->numberOfVariables(), this->Bounds->lower, this->Bounds->upper,
    this->NextVariables.data(), coefficients.data());
  this->Material->density(coefficients.data(), this->NextDensity.data());
}

template <class Space>
void LevelSetParametrization<Space>::accept()
{
  this->Variables.swap(this->NextVariables);
  this->Density.swap(this->NextDensity);
}

template <class Space>
void LevelSetParametrization<Space>::trialModuli(double* moduli) const
{
  this->Material->ratios(this->NextDensity.data(), moduli);
  detail::scaleRatios<Space>(this->numberOfMaterialPoints(), this->SolidModulus, moduli);
}

template <class Space>
void LevelSetParametrization<Space>::moduli(double* moduli) const
{
  this->Material->ratios(this->Density.data(), moduli);
  detail::scaleRatios<Space>(this->numberOfMaterialPoints(), this->SolidModulus, moduli);
}

template <class Space>
void LevelSetParametrization<Space>::derivativesToDensity(
  double factor, const double* values, double* result) const
{
  this->Material->pullBackRatios(this->Density.data(), factor * this->SolidModulus, values, result);
}

template <class Space>
void LevelSetParametrization<Space>::pullBackModuli(
  double factor, const double* values, double* gradient)
{
  const auto ofDensity = this->Computing->workspace().template lease<double>(this->Density.size());
  this->derivativesToDensity(factor, values, ofDensity.data());
  this->pullBackDensity(ofDensity.data(), gradient);
}

template <class Space>
void LevelSetParametrization<Space>::pullBackDensity(const double* values, double* gradient)
{
  const auto coefficients =
    this->Computing->workspace().template lease<double>(this->Variables.size());
  this->coefficients(coefficients.data());
  this->Material->pullBackDensity(coefficients.data(), values, gradient);
  this->toVariables(gradient);
}

template <class Space>
void LevelSetParametrization<Space>::toVariables(double* gradient) const
{
  detail::scaleFree<Space>(this->numberOfVariables(), this->Bounds->upper - this->Bounds->lower,
    this->IsDesign.data(), gradient);
}

template <class Space>
void LevelSetParametrization<Space>::restore(
  const std::vector<double>& variables, const std::vector<double>& /*filteredDensity*/)
{
  this->NextVariables.assign(variables);
  this->evaluateTrial();
  this->accept();
  // Fixed variables must be in both sets.
  this->NextVariables.assign(variables);
}

template class LevelSetParametrization<CompiledSpace>;
}
