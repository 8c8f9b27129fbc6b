#include "Design/Response/Volume.h"

#include "Core/Parallel.h"

#include <cmath>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Replaces derivatives of zero, where no design variable has influence, by a tiny positive number.
template <class Space>
void keepPositive(std::int64_t n, double* values)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) { values[e] = values[e] > 0.0 ? values[e] : 1e-300; });
}

/// result = 4 rho (1 - rho), with densities limited to [0, 1], which interpolations may exceed
template <class Space>
void greynessOf(std::int64_t n, const double* density, double* result)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t p) {
      const double rho = fmin(1.0, fmax(0.0, density[p]));
      result[p] = 4.0 * rho * (1.0 - rho);
    });
}

template <class Space>
void scaleBy(std::int64_t n, double factor, double* values)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) { values[e] *= factor; });
}
}

template <class Space>
Volume<Space>::Volume(Context<Space>& context, std::string name, const double* measures,
  const std::vector<std::uint8_t>& inRegion, Parametrization<Space>& parametrization)
  : Computing(&context), Name(std::move(name)), Points(parametrization.numberOfMaterialPoints()),
    Measures(measures), IsLinear(parametrization.isDensityLinear())
{
  const auto points = static_cast<std::size_t>(this->Points);
  std::vector<double> values(points);
  Memory<Space>::copyToHost(values.data(), measures, points * sizeof(double));
  for (std::size_t p = 0; p < points; ++p)
  {
    values[p] = inRegion.empty() || inRegion[p] ? values[p] : 0.0;
    this->Total += values[p];
  }
  if (!inRegion.empty())
  {
    this->InRegion = DeviceVector<double, Space>(context, values);
  }
  if (!this->IsLinear)
  {
    return;
  }
  // No copy if the parametrization does not change derivatives.
  const auto variables = static_cast<std::size_t>(parametrization.numberOfVariables());
  DeviceVector<double, Space> pulledBack(context, variables);
  parametrization.pullBackDensity(this->measures(), pulledBack.data());
  if (variables != points || pulledBack.toHost() != values)
  {
    detail::keepPositive<Space>(static_cast<std::int64_t>(variables), pulledBack.data());
    this->Gradient = std::move(pulledBack);
  }
}

template <class Space>
const double* Volume<Space>::constantGradient() const
{
  if (!this->IsLinear)
  {
    return nullptr;
  }
  return this->Gradient.size() > 0 ? this->Gradient.data() : this->measures();
}

template <class Space>
double Volume<Space>::solid(const double* density)
{
  return this->Computing->dot(this->Points, this->measures(), density);
}

template <class Space>
double Volume<Space>::greyness(const double* density)
{
  const auto grey =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(this->Points));
  detail::greynessOf<Space>(this->Points, density, grey.data());
  return this->solid(grey.data()) / this->Total;
}

template <class Space>
double Volume<Space>::evaluate(const SolvedDesign<Space>& design)
{
  return this->solid(design.density) / this->Total;
}

template <class Space>
void Volume<Space>::gradient(Parametrization<Space>& parametrization, double* result)
{
  const std::int64_t variables = parametrization.numberOfVariables();
  if (this->IsLinear)
  {
    Memory<Space>::copy(
      result, this->constantGradient(), static_cast<std::size_t>(variables) * sizeof(double));
  }
  else
  {
    parametrization.pullBackDensity(this->measures(), result);
  }
  detail::scaleBy<Space>(variables, 1.0 / this->Total, result);
}

template class Volume<CompiledSpace>;
}
