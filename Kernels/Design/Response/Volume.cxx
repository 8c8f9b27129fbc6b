#include "Design/Response/Volume.h"

#include "Core/Parallel.h"
#include "Design/ReadOnlyView.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Replaces derivatives of zero, where no design variable has influence, by a tiny positive number.
template <class Space>
void keepPositive(const Context<Space>& context, std::int64_t n, double* values)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t e) { values[e] = values[e] > 0.0 ? values[e] : 1e-300; });
}

/// result = 4 rho (1 - rho), with densities limited to [0, 1], which interpolations may exceed
template <class Space>
void greynessOf(
  const Context<Space>& context, std::int64_t n, const double* density, double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      const double rho = fmin(1.0, fmax(0.0, density[p]));
      result[p] = 4.0 * rho * (1.0 - rho);
    });
}

template <class Space>
void scaleBy(const Context<Space>& context, std::int64_t n, double factor, double* values)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) { values[e] *= factor; });
}
}

template <class Space>
Volume<Space>::Volume(std::string name, const Vector<Space>& measures,
  const std::vector<std::uint8_t>& inRegion, Parametrization<Space>& parametrization)
  : Name(std::move(name)), Measures(&measures), IsLinear(parametrization.isDensityLinear())
{
  measures.require(parametrization.density().layout(), "A vector of measures");
  std::vector<double> values = measures.toHost();
  for (std::size_t p = 0; p < values.size(); ++p)
  {
    values[p] = inRegion.empty() || inRegion[p] ? values[p] : 0.0;
  }
  const auto owned = static_cast<std::size_t>(measures.ownedSize());
  for (std::size_t p = 0; p < owned; ++p)
  {
    this->Total += values[p];
  }
  measures.context().sumOverParts(&this->Total, 1);
  if (!inRegion.empty())
  {
    this->InRegion = Vector<Space>(measures.layoutPointer(), values);
  }
  if (!this->IsLinear)
  {
    return;
  }
  // No copy if the parametrization does not change derivatives.
  const LayoutPointer<Space>& variables = parametrization.variables().layoutPointer();
  Vector<Space> pulledBack(variables);
  parametrization.pullBackDensity(this->measures(), pulledBack);
  const std::vector<double> gradient = pulledBack.toHost();
  const bool isEqual = variables->count() == measures.layout().count() &&
    variables->owned() == measures.layout().owned() &&
    std::equal(values.begin(), values.begin() + measures.ownedSize(), gradient.begin());
  if (isEqual)
  {
    this->Gradient = readOnlyView(variables, this->measures().data());
  }
  else
  {
    detail::keepPositive(variables->context(), variables->owned(), pulledBack.data());
    this->Gradient = std::move(pulledBack);
  }
}

template <class Space>
double Volume<Space>::greyness(const Vector<Space>& density) const
{
  density.require(this->Measures->layout(), "A vector of densities");
  LeasedVector<Space> grey(density.layoutPointer());
  detail::greynessOf(density.context(), density.ownedSize(), density.data(), grey.data());
  return this->solid(grey) / this->Total;
}

template <class Space>
double Volume<Space>::evaluate(const SolvedDesign<Space>& design)
{
  return this->solid(design.density) / this->Total;
}

template <class Space>
void Volume<Space>::gradient(Parametrization<Space>& parametrization, Vector<Space>& result)
{
  if (this->IsLinear)
  {
    result.copy(this->Gradient);
  }
  else
  {
    parametrization.pullBackDensity(this->measures(), result);
  }
  detail::scaleBy(result.context(), result.ownedSize(), 1.0 / this->Total, result.data());
}

template class Volume<CompiledSpace>;
}
