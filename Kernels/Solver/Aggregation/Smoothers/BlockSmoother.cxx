#include "Solver/Aggregation/Smoothers/BlockSmoother.h"

#include "Solver/Aggregation/BlockLoops.h"
#include "Solver/Aggregation/Smoothers/BlockSteps.h"

#include <utility>

namespace trabecula
{
namespace detail
{
/// Rounds the entries of a block row to single precision and writes them in the order of
/// multiplyBlockRows().
template <int Block>
struct RoundRows
{
  BlockRowsView matrix;
  const double* values;
  float* rounded;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t row, const Team& team, char* /*scratch*/) const
  {
    const int width = Block * this->matrix.length(row);
    const double* from = this->values + Block * Block * this->matrix.starts[row];
    float* to = this->rounded + Block * Block * this->matrix.starts[row];
    team.each(Block * width,
      [&](int t)
      {
        const int i = t / width;
        const int column = t % width;
        to[t] =
          static_cast<float>(from[Block * Block * (column / Block) + Block * i + column % Block]);
      });
  }
};
}

template <class Space>
BlockSmoother<Space>::BlockSmoother(const Context<Space>& context, int block,
  const BlockPattern<Space>& pattern, std::shared_ptr<const Halo<Space>> halo)
  : Pattern(&pattern), Exchange(std::move(halo)), Jacobi(context, block, pattern.rows()),
    Values(context, static_cast<std::size_t>(pattern.pairs() * block * block))
{
}

template <class Space>
void BlockSmoother<Space>::setMatrix(const double* values, const std::uint8_t* constrained)
{
  const detail::BlockRowsView matrix = detail::blockRows(*this->Pattern);
  detail::withBlock(this->Jacobi.block(),
    [&](auto block)
    {
      using Round = detail::RoundRows<decltype(block)::value>;
      forEachTeam<32>(
        this->Jacobi.context(), matrix.rows, 0, Round{ matrix, values, this->Values.data() });
    });
  this->Jacobi.setRows(*this->Pattern, values, constrained);
}

template <class Space>
template <template <int> class Finish, class... Arguments>
void BlockSmoother<Space>::multiplyRows(const float* x, const Arguments&... arguments) const
{
  if (this->Exchange)
  {
    this->Exchange->update(const_cast<float*>(x), this->Jacobi.block()); // ghosts are copies
  }
  detail::withBlock(this->Jacobi.block(),
    [&](auto block)
    {
      constexpr int Block = decltype(block)::value;
      detail::multiplyBlockRows<Block>(this->Jacobi.context(), detail::blockRows(*this->Pattern),
        this->Pattern->most, this->Values.data(), x, Finish<Block>{ arguments... });
    });
}

template <class Space>
void BlockSmoother<Space>::step(
  const float* d, float keep, float factor, float* r, float* next, float* x) const
{
  this->multiplyRows<detail::StepOfNode>(d, this->Jacobi.inverses(), d, keep, factor, r, next, x);
}

template <class Space>
void BlockSmoother<Space>::subtract(const float* d, float* r) const
{
  this->multiplyRows<detail::SubtractOfNode>(d, r);
}

template <class Space>
void BlockSmoother<Space>::multiply(const float* x, float* y) const
{
  this->multiplyRows<detail::StoreOfNode>(x, y);
}

template class BlockSmoother<CompiledSpace>;
}
