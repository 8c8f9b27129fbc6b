#include "Design/Response/Greyness.h"

#include "Core/Parallel.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Computes result = 4 rho (1 - rho). Densities are limited to [0, 1], as interpolated densities
/// may exceed this range.
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
}

template <class Space>
Greyness<Space>::Greyness(const Vector<Space>& measures) : Measures(&measures)
{
  const std::vector<double> values = measures.toHost();
  const auto owned = static_cast<std::size_t>(measures.ownedSize());
  for (std::size_t p = 0; p < owned; ++p)
  {
    this->Total += values[p];
  }
  measures.context().sumOverParts(&this->Total, 1);
}

template <class Space>
double Greyness<Space>::operator()(const Vector<Space>& density) const
{
  density.require(this->Measures->layout(), "A vector of densities");
  LeasedVector<Space> grey(density.layoutPointer());
  detail::greynessOf(density.context(), density.ownedSize(), density.data(), grey.data());
  return dot<Space>(*this->Measures, grey) / this->Total;
}

template class Greyness<CompiledSpace>;
}
