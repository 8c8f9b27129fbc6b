#include "Operator/Isogeometric/RowIntegration.h"

namespace trabecula
{
namespace detail
{
template <bool DiagonalOnly, class Space, class Real>
void integrateColours(
  const Context<Space>& context, const IntegrationInput<Real>& input, const int* mostSpans)
{
  withDegrees(input.grid.dimension, input.grid.degrees,
    [&](auto degrees)
    {
      using Degrees = decltype(degrees);
      constexpr int D = Degrees::Dimension;
      constexpr int TeamSize = D == 2 ? 32 : 128;
      IntegrateElements<Real, Degrees, DiagonalOnly> work{ degrees, input, {}, {}, 1 };
      int points = 1;
      int colours = 1;
      for (int k = 0; k < D; ++k)
      {
        points *= mostSpans[k] * degrees.functions(k);
        colours *= degrees.functions(k);
      }
      work.chunk = work.chunkOf(work.functions(), points);
      const std::size_t bytes = work.bytes(work.functions(), work.chunk);
      for (int c = 0; c < colours; ++c)
      {
        const int colour[3] = { c % degrees.functions(0),
          c / degrees.functions(0) % degrees.functions(1),
          D == 3 ? c / (degrees.functions(0) * degrees.functions(1)) : 0 };
        work.setColour(colour);
        forEachTeam<TeamSize, 4>(context, work.elementsOfColour(), bytes, work);
      }
    });
}
}

template <class Space, class Real>
void integrateRows(
  const Context<Space>& context, const IntegrationInput<Real>& input, const int* mostSpans)
{
  detail::integrateColours<false>(context, input, mostSpans);
}

template <class Space>
void integrateDiagonal(const Context<Space>& context, const IntegrationInput<double>& input)
{
  const int spans[3] = { 1, 1, 1 };
  detail::integrateColours<true>(context, input, spans);
}

template void integrateRows(const Context<CompiledSpace>& context,
  const IntegrationInput<double>& input, const int* mostSpans);
template void integrateRows(const Context<CompiledSpace>& context,
  const IntegrationInput<float>& input, const int* mostSpans);
template void integrateDiagonal(
  const Context<CompiledSpace>& context, const IntegrationInput<double>& input);
}
