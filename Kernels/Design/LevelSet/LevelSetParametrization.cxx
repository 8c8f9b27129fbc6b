#include "Design/LevelSet/LevelSetParametrization.h"

#include "Core/Parallel.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
namespace detail
{
template <class Space>
void toCoefficients(const Context<Space>& context, std::int64_t n, double lower, double upper,
  const double* variables, double* coefficients)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { coefficients[i] = lower + (upper - lower) * variables[i]; });
}

template <class Space>
void scaleFree(const Context<Space>& context, std::int64_t n, double factor,
  const std::uint8_t* isDesign, double* values)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { values[i] = isDesign[i] ? factor * values[i] : 0.0; });
}

template <class Space>
void scaleRatios(const Context<Space>& context, std::int64_t n, double factor, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { values[i] *= factor; });
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
LevelSetParametrization<Space>::LevelSetParametrization(const Context<Space>& context,
  std::unique_ptr<LevelSetMaterial<Space>> material, double solidModulus,
  std::shared_ptr<const LevelSetBounds> bounds, const std::vector<std::uint8_t>& isDesign,
  const std::vector<double>& start)
  : Material(std::move(material)), SolidModulus(solidModulus), Bounds(std::move(bounds)),
    IsDesign(this->Material->variables(), isDesign), Variables(this->Material->variables()),
    Density(this->Material->points()), NextDensity(this->Material->points())
{
  if (&this->Variables.context() != &context)
  {
    throw Error("The material of a level set is in another context.");
  }
  std::vector<double> variables;
  variables.reserve(start.size());
  for (const double coefficient : start)
  {
    variables.push_back(
      std::clamp(this->Bounds->variable(coefficient), LevelSetBounds::LeastVariable, 1.0));
  }
  this->Variables.assign(variables);
  this->NextVariables = Vector<Space>(this->Material->variables(), variables);
}

template <class Space>
void LevelSetParametrization<Space>::toCoefficients(
  const Vector<Space>& variables, Vector<Space>& result) const
{
  result.require(variables.layout(), "A vector of coefficients");
  detail::toCoefficients(result.context(), result.ownedSize(), this->Bounds->lower,
    this->Bounds->upper, variables.data(), result.data());
}

template <class Space>
void LevelSetParametrization<Space>::evaluateTrial()
{
  LeasedVector<Space> coefficients(this->Variables.layoutPointer());
  this->toCoefficients(this->NextVariables, coefficients);
  this->Material->density(coefficients, this->NextDensity);
}

template <class Space>
void LevelSetParametrization<Space>::accept()
{
  this->Variables.swap(this->NextVariables);
  this->Density.swap(this->NextDensity);
}

template <class Space>
void LevelSetParametrization<Space>::trialModuli(Vector<Space>& moduli) const
{
  this->Material->ratios(this->NextDensity, moduli);
  detail::scaleRatios(moduli.context(), moduli.ownedSize(), this->SolidModulus, moduli.data());
}

template <class Space>
void LevelSetParametrization<Space>::moduli(Vector<Space>& moduli) const
{
  this->Material->ratios(this->Density, moduli);
  detail::scaleRatios(moduli.context(), moduli.ownedSize(), this->SolidModulus, moduli.data());
}

template <class Space>
void LevelSetParametrization<Space>::derivativesToDensity(
  double factor, const Vector<Space>& values, Vector<Space>& result) const
{
  this->Material->pullBackRatios(this->Density, factor * this->SolidModulus, values, result);
}

template <class Space>
void LevelSetParametrization<Space>::pullBackModuli(
  double factor, const Vector<Space>& values, Vector<Space>& gradient)
{
  LeasedVector<Space> ofDensity(this->Density.layoutPointer());
  this->derivativesToDensity(factor, values, ofDensity);
  this->pullBackDensity(ofDensity, gradient);
}

template <class Space>
void LevelSetParametrization<Space>::pullBackDensity(
  const Vector<Space>& values, Vector<Space>& gradient)
{
  LeasedVector<Space> coefficients(this->Variables.layoutPointer());
  this->coefficients(coefficients);
  this->Material->pullBackDensity(coefficients, values, gradient);
  this->toVariables(gradient);
}

template <class Space>
void LevelSetParametrization<Space>::toVariables(Vector<Space>& gradient) const
{
  detail::scaleFree(gradient.context(), gradient.ownedSize(),
    this->Bounds->upper - this->Bounds->lower, this->IsDesign.data(), gradient.data());
}

template <class Space>
void LevelSetParametrization<Space>::restore(const std::vector<double>& variables,
  const std::vector<double>& /*filteredDensity*/, const NamedValues& /*stageState*/)
{
  this->NextVariables.assign(variables);
  this->evaluateTrial();
  this->accept();
  // accept() exchanges the accepted and the trial variables, both of which need the values of fixed
  // variables.
  this->NextVariables.assign(variables);
}

template class LevelSetParametrization<CompiledSpace>;
}
