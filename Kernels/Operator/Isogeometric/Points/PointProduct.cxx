#include "Operator/Isogeometric/Points/PointProduct.h"

#include "Operator/Isogeometric/Points/PartialSums.h"

namespace trabecula
{
namespace detail
{
template <class Space, class Real, class Finish>
void multiplyBricks(
  const Context<Space>& context, const PointInput<Real>& input, const Finish& finish)
{
  withDegrees(input.grid.dimension, input.grid.degrees,
    [&](auto degrees)
    {
      using Degrees = decltype(degrees);
      const PointProduct<Real, Degrees, PointForm::Force> product(degrees, input);
      forEachTeam<PointTeam, 4>(context, product.numberOfBricks(), product.bytes(), product);
      forEach(context, input.grid.numberOfControlPoints(),
        AddPartials<Real, Degrees, Finish>{ product, finish });
    });
}
}

template <class Space>
void multiplyByPoints(
  const Context<Space>& context, const PointInput<double>& input, const StoreProduct& finish)
{
  detail::multiplyBricks(context, input, finish);
}

template <class Space>
void multiplyByPoints(
  const Context<Space>& context, const PointInput<float>& input, const FinishSingle& finish)
{
  detail::multiplyBricks(context, input, finish);
}

template <class Space>
void addPointEnergies(const Context<Space>& context, const PointInput<double>& input)
{
  withDegrees(input.grid.dimension, input.grid.degrees,
    [&](auto degrees)
    {
      const PointProduct<double, decltype(degrees), PointForm::Energy> product(degrees, input);
      forEachTeam<PointTeam, 4>(context, product.numberOfBricks(), product.bytes(), product);
    });
}

#ifndef __CUDACC__
std::size_t numberOfPartials(const SplineGrid& grid)
{
  std::size_t numbers = 0;
  withDegrees(grid.dimension, grid.degrees,
    [&](auto degrees)
    {
      PointInput<double> input = {};
      input.grid = grid;
      numbers = PointBrick<double, decltype(degrees)>(degrees, input).partials();
    });
  return numbers;
}
#endif

template void multiplyByPoints(const Context<CompiledSpace>& context,
  const PointInput<double>& input, const StoreProduct& finish);
template void multiplyByPoints(const Context<CompiledSpace>& context,
  const PointInput<float>& input, const FinishSingle& finish);
template void addPointEnergies(
  const Context<CompiledSpace>& context, const PointInput<double>& input);
}
