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

std::vector<double> variablesOfCoefficients(const LevelSetBounds& bounds,
  const std::vector<std::uint8_t>& isDesign, const std::vector<double>& coefficients, bool isMapped)
{
  std::vector<double> variables;
  variables.reserve(coefficients.size());
  for (const double coefficient : coefficients)
  {
    variables.push_back(
      std::clamp(bounds.variable(coefficient), LevelSetBounds::LeastVariable, 1.0));
  }
  for (std::size_t i = 0; isMapped && i < coefficients.size(); ++i)
  {
    variables[i] = isDesign[i] ? variables[i]
      : coefficients[i] > 0.0  ? 1.0
                               : LevelSetBounds::LeastVariable;
  }
  return variables;
}
#endif

template <class Space>
LevelSetParametrization<Space>::LevelSetParametrization(const Context<Space>& context,
  std::unique_ptr<LevelSetMaterial<Space>> material, double solidModulus,
  std::shared_ptr<const LevelSetBounds> bounds, const std::vector<std::uint8_t>& isDesign,
  const std::vector<double>& start, std::unique_ptr<const CoefficientMap<Space>> map)
  : Material(std::move(material)), SolidModulus(solidModulus), Bounds(std::move(bounds)),
    IsDesign(this->Material->variables(), isDesign), Variables(this->Material->variables()),
    Density(this->Material->points()), NextDensity(this->Material->points()), Map(std::move(map))
{
  if (&this->Variables.context() != &context)
  {
    throw Error("The material of a level set is in another context.");
  }
  const std::vector<double> variables =
    variablesOfCoefficients(*this->Bounds, isDesign, start, this->Map && this->Map->isMapped());
  this->Variables.assign(variables);
  this->NextVariables = Vector<Space>(this->Material->variables(), variables);
  if (this->Map)
  {
    this->Map->project(this->Variables);
    this->Map->project(this->NextVariables);
  }
  if (this->isMapped())
  {
    this->Mapped = Vector<Space>(this->Material->variables());
    this->NextMapped = Vector<Space>(this->Material->variables());
    this->Map->forward(this->Variables, this->Mapped);
  }
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
  if (this->Map)
  {
    this->Map->project(this->NextVariables);
  }
  if (this->isMapped())
  {
    this->Map->forward(this->NextVariables, this->NextMapped);
  }
  this->toCoefficients(this->isMapped() ? this->NextMapped : this->NextVariables, coefficients);
  this->Material->density(coefficients, this->NextDensity);
}

template <class Space>
void LevelSetParametrization<Space>::accept()
{
  this->Variables.swap(this->NextVariables);
  this->Mapped.swap(this->NextMapped);
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
void LevelSetParametrization<Space>::linkGradient(Vector<Space>& gradient) const
{
  if (this->Map)
  {
    this->Map->linkGradient(gradient);
  }
}

template <class Space>
void LevelSetParametrization<Space>::toVariables(Vector<Space>& gradient) const
{
  if (this->isMapped())
  {
    LeasedVector<Space> ofMapped(gradient.layoutPointer());
    ofMapped.copy(gradient);
    this->Map->backward(this->Variables, ofMapped, gradient);
  }
  this->linkGradient(gradient);
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
