#include "Design/Stage/DensityToModulus.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
template <class Space>
void modulusLoop(const Context<Space>& context, std::int64_t n, const DensityToModulus law,
  const double* density, double* moduli)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) { moduli[p] = law.modulus(p, density[p]); });
}

template <class Space>
void chainLoop(const Context<Space>& context, std::int64_t n, const DensityToModulus law,
  const double* density, double factor, const double* values, const std::uint8_t* mask,
  double* result)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t p) {
      const double slope = law.derivative(p, density[p]);
      result[p] = !mask || mask[p] ? factor * slope * values[p] : 0.0;
    });
}
}

template <class Space>
void interpolateModuli(
  const DensityToModulus& law, const Vector<Space>& density, Vector<Space>& moduli)
{
  moduli.require(density.layout(), "A vector of moduli");
  detail::modulusLoop(moduli.context(), moduli.ownedSize(), law, density.data(), moduli.data());
}

template <class Space>
void chainToDensity(const DensityToModulus& law, const Vector<Space>& density, double factor,
  const Vector<Space>& values, const std::uint8_t* mask, Vector<Space>& result)
{
  values.require(density.layout(), "A vector of derivatives with respect to moduli");
  result.require(density.layout(), "A vector of derivatives with respect to densities");
  detail::chainLoop(values.context(), values.ownedSize(), law, density.data(), factor,
    values.data(), mask, result.data());
}

template void interpolateModuli<CompiledSpace>(
  const DensityToModulus& law, const Vector<CompiledSpace>& density, Vector<CompiledSpace>& moduli);
template void chainToDensity<CompiledSpace>(const DensityToModulus& law,
  const Vector<CompiledSpace>& density, double factor, const Vector<CompiledSpace>& values,
  const std::uint8_t* mask, Vector<CompiledSpace>& result);
}
