#include "Solver/Aggregation/BlockScaling.h"

#include "Core/Parallel.h"
#include "Solver/Aggregation/BlockLoops.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
constexpr int ModeBlock = RigidModes * RigidModes;

/// Computes the Cholesky factor L of a block and its inverse, both lower triangular with zeros
/// elsewhere. Rows and columns of constrained unknowns are zero. For an unknown that depends
/// linearly on others, the column of L and the row and column of the inverse are zero.
TRABECULA_FUNCTION void factorBlock(
  const double* a, const std::uint8_t* constrained, double* lower, double* inverse)
{
  for (int i = 0; i < RigidModes; ++i)
  {
    for (int j = 0; j < RigidModes; ++j)
    {
      lower[RigidModes * i + j] = inverse[RigidModes * i + j] = 0.0;
    }
  }
  for (int j = 0; j < RigidModes; ++j)
  {
    double pivot = a[RigidModes * j + j];
    const double least = LeastPivot * pivot;
    for (int k = 0; k < j; ++k)
    {
      pivot -= lower[RigidModes * j + k] * lower[RigidModes * j + k];
    }
    if (constrained[j] != 0 || !(pivot > 0.0) || pivot < least)
    {
      continue; // for a dependent unknown, row j of L expresses it by the others
    }
    const double root = sqrt(pivot);
    lower[RigidModes * j + j] = root;
    for (int i = j + 1; i < RigidModes; ++i)
    {
      double sum = a[RigidModes * i + j];
      for (int k = 0; k < j; ++k)
      {
        sum -= lower[RigidModes * i + k] * lower[RigidModes * j + k];
      }
      lower[RigidModes * i + j] = constrained[i] != 0 ? 0.0 : sum / root;
    }
    // Row j of the inverse is computed next.
    inverse[RigidModes * j + j] = 1.0 / root;
    for (int column = 0; column < j; ++column)
    {
      double sum = 0.0;
      for (int k = column; k < j; ++k)
      {
        sum += lower[RigidModes * j + k] * inverse[RigidModes * k + column];
      }
      inverse[RigidModes * j + column] = -sum / root;
    }
  }
}

/// Factorizes the diagonal blocks of a matrix. @param factors L, then L^-1, of each node
template <class Space>
void factorBlocks(const Context<Space>& context, const BlockRowsView matrix, const double* values,
  const std::uint8_t* constrained, double* factors)
{
  forEach(
    context, matrix.rows, TRABECULA_LAMBDA(std::int64_t row) {
      double block[ModeBlock];
      readDiagonalBlock<RigidModes>(matrix, values, row, block);
      double* lower = factors + 2 * ModeBlock * row;
      factorBlock(block, constrained + RigidModes * row, lower, lower + ModeBlock);
    });
}

/// Replaces the blocks A_ij of row i by L_i^-1 A_ij L_j^-T.
struct ScaleRow
{
  static constexpr int Blocks = 8; ///< number of blocks processed at a time

  BlockRowsView matrix;
  const double* factors;
  double* values;

  /// The scratch memory holds L_i^-1, and for each block that is processed at a time A_ij, L_j^-1
  /// and L_i^-1 A_ij.
  static constexpr std::size_t bytes() { return (1 + 3 * Blocks) * ModeBlock * sizeof(double); }

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t row, const Team& team, char* scratch) const
  {
    auto* left = reinterpret_cast<double*>(scratch);
    double* blocks = left + ModeBlock;
    double* right = blocks + Blocks * ModeBlock;
    double* halves = right + Blocks * ModeBlock;
    const double* own = this->factors + ModeBlock * (2 * row + 1);
    team.each(ModeBlock, [&](int t) { left[t] = own[t]; });
    const std::int64_t end = this->matrix.starts[row + 1];
    for (std::int64_t first = this->matrix.starts[row]; first < end; first += Blocks)
    {
      const int entries =
        ModeBlock * (end - first < Blocks ? static_cast<int>(end - first) : Blocks);
      const std::int32_t* columns = this->matrix.columns + first;
      double* there = this->values + ModeBlock * first;
      team.each(entries,
        [&](int t)
        {
          blocks[t] = there[t];
          right[t] =
            this
              ->factors[ModeBlock * (2 * std::int64_t(columns[t / ModeBlock]) + 1) + t % ModeBlock];
        });
      team.each(entries,
        [&](int t)
        {
          const int i = t % ModeBlock / RigidModes;
          const double* column = blocks + t / ModeBlock * ModeBlock + t % RigidModes;
          double sum = 0.0;
          for (int k = 0; k <= i; ++k)
          {
            sum += left[RigidModes * i + k] * column[RigidModes * k];
          }
          halves[t] = sum;
        });
      team.each(entries,
        [&](int t)
        {
          const int i = t % ModeBlock / RigidModes;
          const int j = t % RigidModes;
          const int block = t / ModeBlock * ModeBlock;
          double sum = 0.0;
          for (int k = 0; k <= j; ++k)
          {
            sum += halves[block + RigidModes * i + k] * right[block + RigidModes * j + k];
          }
          // The diagonal block is set to its exact value, so that rounding errors of soft unknowns
          // do not accumulate.
          if (columns[t / ModeBlock] == row)
          {
            sum = i == j && left[t % ModeBlock] > 0.0 ? 1.0 : 0.0;
          }
          there[t] = sum;
        });
    }
  }
};

/// Replaces the blocks P of a transfer by P L^-T, row by row.
/// @param numbers of the factors of columns; null if they are those of the columns
template <class Space>
void scaleColumns(const Context<Space>& context, std::int64_t blocks, int fineBlock,
  const std::int32_t* columns, const std::int32_t* numbers, const double* factors, float* values)
{
  forEach(
    context, blocks * fineBlock, TRABECULA_LAMBDA(std::int64_t t) {
      const std::int32_t column = columns[t / fineBlock];
      const std::int64_t number = numbers ? numbers[column] : column;
      const double* inverse = factors + ModeBlock * (2 * number + 1);
      float* line = values + RigidModes * t;
      for (int j = RigidModes - 1; j >= 0; --j)
      {
        double sum = 0.0;
        for (int k = 0; k <= j; ++k)
        {
          sum += double(line[k]) * inverse[RigidModes * j + k];
        }
        line[j] = static_cast<float>(sum);
      }
    });
}

/// Computes L^T T for the blocks T of a tentative prolongation.
template <class Space>
void scaleTentative(const Context<Space>& context, std::int64_t nodes, const double* factors,
  const float* blocks, float* scaled)
{
  forEach(
    context, nodes * ModeBlock, TRABECULA_LAMBDA(std::int64_t t) {
      const std::int64_t node = t / ModeBlock;
      const int i = static_cast<int>(t % ModeBlock) / RigidModes;
      const int j = static_cast<int>(t % RigidModes);
      const double* lower = factors + 2 * ModeBlock * node;
      double sum = 0.0;
      for (int k = i; k < RigidModes; ++k)
      {
        sum += lower[RigidModes * k + i] * double(blocks[ModeBlock * node + RigidModes * k + j]);
      }
      scaled[t] = static_cast<float>(sum);
    });
}
}

template <class Space>
BlockScaling<Space>::BlockScaling(
  const Context<Space>& context, const BlockPattern<Space>& pattern, const Halo<Space>* halo)
  : Computing(&context), Pattern(&pattern), Exchange(halo),
    Factors(context.workspace().template lease<double>(2 * detail::ModeBlock *
      static_cast<std::size_t>(halo ? halo->owned() + halo->ghosts() : pattern.rows())))
{
}

template <class Space>
void BlockScaling<Space>::scaleMatrix(double* values, const std::uint8_t* constrained)
{
  const detail::BlockRowsView matrix = detail::blockRows(*this->Pattern);
  detail::factorBlocks(*this->Computing, matrix, values, constrained, this->Factors.data());
  if (this->Exchange)
  {
    this->Exchange->update(this->Factors.data(), 2 * detail::ModeBlock);
  }
  forEachTeam<32>(*this->Computing, matrix.rows, detail::ScaleRow::bytes(),
    detail::ScaleRow{ matrix, this->Factors.data(), values });
}

template <class Space>
void BlockScaling<Space>::scaleCoarseSide(BlockTransfer<Space>& transfer) const
{
  detail::scaleColumns(*this->Computing, transfer.pattern.pairs(), transfer.fineBlock,
    transfer.pattern.nodes.data(), nullptr, this->Factors.data(), transfer.values.data());
}

template <class Space>
void BlockScaling<Space>::scaleCoarseSide(
  BlockTransfer<Space>& transfer, const DeviceVector<std::int32_t, Space>& numbers) const
{
  detail::scaleColumns(*this->Computing, transfer.pattern.pairs(), transfer.fineBlock,
    transfer.pattern.nodes.data(), numbers.data(), this->Factors.data(), transfer.values.data());
}

template <class Space>
void BlockScaling<Space>::scaleFineSide(
  const TentativeTransfer<Space>& tentative, float* blocks) const
{
  detail::scaleTentative(*this->Computing,
    static_cast<std::int64_t>(tentative.blocks.size()) / detail::ModeBlock, this->Factors.data(),
    tentative.blocks.data(), blocks);
}

template class BlockScaling<CompiledSpace>;
}
