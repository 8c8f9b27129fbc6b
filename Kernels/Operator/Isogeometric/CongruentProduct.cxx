#include "Operator/Isogeometric/CongruentProduct.h"

#include "Core/Parallel.h"
#include "Operator/Isogeometric/SplineDegrees.h"

namespace trabecula
{
namespace detail
{
template <class Space, class Real, class Finish>
void multiplyCongruentRows(
  const Context<Space>& context, const CongruentInput<Real>& input, const Finish& finish)
{
  withDegrees(input.grid.dimension, input.grid.degrees,
    [&](auto degrees)
    {
      forEach(context, input.grid.numberOfControlPoints(),
        CongruentRow<Real, decltype(degrees), Finish>{ degrees, input, finish });
    });
}
}

template <class Space>
void multiplyCongruent(
  const Context<Space>& context, const CongruentInput<double>& input, const StoreProduct& finish)
{
  detail::multiplyCongruentRows(context, input, finish);
}

template <class Space>
void multiplyCongruent(
  const Context<Space>& context, const CongruentInput<float>& input, const FinishSingle& finish)
{
  detail::multiplyCongruentRows(context, input, finish);
}

template void multiplyCongruent(const Context<CompiledSpace>& context,
  const CongruentInput<double>& input, const StoreProduct& finish);
template void multiplyCongruent(const Context<CompiledSpace>& context,
  const CongruentInput<float>& input, const FinishSingle& finish);
}
