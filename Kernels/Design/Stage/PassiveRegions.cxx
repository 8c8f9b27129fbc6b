#include "Design/Stage/PassiveRegions.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
/// Computes target = source where the mask is not zero, and target = other elsewhere. Null for
/// other stands for zeros.
template <class Space>
void selectByMask(const Context<Space>& context, std::int64_t n, const std::uint8_t* mask,
  const double* source, const double* other, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      target[i] = mask[i] ? source[i] : (other ? other[i] : 0.0);
    });
}
}

template <class Space>
void setPassive(
  const Vector<Space, std::uint8_t>& isDesign, const Vector<Space>& fixed, Vector<Space>& density)
{
  detail::selectByMask(density.context(), density.ownedSize(), isDesign.data(), density.data(),
    fixed.data(), density.data());
}

template <class Space>
void clearPassive(const Vector<Space, std::uint8_t>& isDesign, const Vector<Space>& derivatives,
  Vector<Space>& result)
{
  detail::selectByMask(result.context(), result.ownedSize(), isDesign.data(), derivatives.data(),
    nullptr, result.data());
}

template void setPassive<CompiledSpace>(const Vector<CompiledSpace, std::uint8_t>& isDesign,
  const Vector<CompiledSpace>& fixed, Vector<CompiledSpace>& density);
template void clearPassive<CompiledSpace>(const Vector<CompiledSpace, std::uint8_t>& isDesign,
  const Vector<CompiledSpace>& derivatives, Vector<CompiledSpace>& result);
}
