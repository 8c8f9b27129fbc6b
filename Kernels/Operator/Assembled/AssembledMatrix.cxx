#include "Operator/Assembled/AssembledMatrix.h"

#include "Core/Error.h"
#include "Core/Teams.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Writes the row and column indices of a node's rows in the order of the format (Algorithm 6 of
/// the paper, with one team of threads per node).
struct FillIndices
{
  MatrixView matrix;
  std::int64_t* offsets;
  std::int32_t* rows; ///< may be null
  std::int32_t* columns;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t n, const Team& team, char* /*scratch*/) const
  {
    const std::int64_t first = this->matrix.starts[n];
    const int count = this->matrix.neighboursOf(n);
    const RowLayout layout = this->matrix.row(n);
    const std::int32_t* neighbours = this->matrix.neighbours + first;
    if (this->offsets)
    {
      team.each(3,
        [&](int i) { this->offsets[3 * n + i + 1] = 9 * first + std::int64_t(i + 1) * 3 * count; });
    }
    const bool padded = this->matrix.format == MatrixFormat::Ell;
    const int width = padded ? this->matrix.width : count;
    team.each(9 * width,
      [&](int t)
      {
        const int i = t / (3 * width);
        const int k = t % (3 * width) / 3;
        const int j = t % 3;
        const auto row = static_cast<std::int32_t>(3 * n + i);
        const std::int64_t entry = layout.at(k, i, j);
        // Padding entries refer to the row's own unknown, which is a valid column.
        this->columns[entry] = k < count ? 3 * neighbours[k] + j : row;
        if (this->rows)
        {
          this->rows[entry] = row;
        }
      });
  }
};

/// Computes the products of the rows of one node with blocks of the given value type.
template <class Real>
struct BlockProduct
{
  MatrixView matrix;
  const Real* values;
  const double* x;
  double* y;

#ifdef __CUDACC__
  /// Each thread always processes the same entry of a block; three blocks are processed at a time.
  static constexpr int Sums = 27;
#else
  static constexpr int Sums = 9;
#endif

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t n, const Team& team, char* memory) const
  {
    auto* sums = reinterpret_cast<double*>(memory);
    const std::int64_t first = this->matrix.starts[n];
    const int count = this->matrix.neighboursOf(n);
    const Real* blocks = this->values + 9 * first;
    const std::int32_t* columns = this->matrix.neighbours + first;
#ifdef __CUDACC__
    team.each(Sums,
      [&](int lane)
      {
        double sum = 0.0;
        for (int k = lane / 9; k < count; k += Sums / 9)
        {
          sum += blocks[9 * k + lane % 9] * this->x[3 * std::int64_t(columns[k]) + lane % 3];
        }
        sums[lane] = sum;
      });
#else
    double sum[Sums] = {};
    for (int k = 0; k < count; ++k)
    {
      const double* factors = this->x + 3 * std::int64_t(columns[k]);
      for (int i = 0; i < Sums; ++i)
      {
        sum[i] += blocks[9 * k + i] * factors[i % 3];
      }
    }
    std::copy(sum, sum + Sums, sums);
#endif
    team.each(3,
      [&](int i)
      {
        double total = 0.0;
        for (int t = 3 * i; t < Sums; t += 9)
        {
          total += sums[t] + sums[t + 1] + sums[t + 2];
        }
        this->y[3 * n + i] = total;
      });
  }
};

template <class Space, class Real>
void multiplyBlocks(const Context<Space>& context, const MatrixView& matrix, const Real* values,
  const double* x, double* y)
{
  forEachTeam<32>(context, matrix.nodes, sizeof(double) * BlockProduct<Real>::Sums,
    BlockProduct<Real>{ matrix, values, x, y });
}

template <class Space>
void roundEntries(
  const Context<Space>& context, std::int64_t n, const double* values, float* rounded)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { rounded[i] = static_cast<float>(values[i]); });
}

/// Computes the products of the three rows of a node, which have the same columns.
struct RowsProduct
{
  MatrixView matrix;
  const std::int32_t* columns;
  const double* x;
  double* y;

#ifdef __CUDACC__
  static constexpr int Lanes = 32;
#else
  static constexpr int Lanes = 1;
#endif

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t n, const Team& team, char* memory) const
  {
    auto* sums = reinterpret_cast<double*>(memory);
    const std::int64_t begin = 9 * this->matrix.starts[n];
    const int width = 3 * this->matrix.neighboursOf(n);
    team.each(Lanes,
      [&](int lane)
      {
        double sum[3] = {};
        for (int t = lane; t < width; t += Lanes)
        {
          const double factor = this->x[this->columns[begin + t]];
          for (int i = 0; i < 3; ++i)
          {
            sum[i] += this->matrix.values[begin + i * std::int64_t(width) + t] * factor;
          }
        }
        for (int i = 0; i < 3; ++i)
        {
          sums[Lanes * i + lane] = sum[i];
        }
      });
    team.each(3,
      [&](int i)
      {
        double sum = 0.0;
        for (int lane = 0; lane < Lanes; ++lane)
        {
          sum += sums[Lanes * i + lane];
        }
        this->y[3 * n + i] = sum;
      });
  }
};

/// y = A x for MatrixFormat::Ell: each thread processes one row, and entries of neighbouring rows
/// are adjacent in memory.
template <class Space>
void multiplyPadded(const Context<Space>& context, const MatrixView& matrix,
  const std::int32_t* columns, const double* x, double* y)
{
  const std::int64_t rows = 3 * matrix.nodes;
  const int width = 3 * matrix.width;
  const double* values = matrix.values;
  forEach(
    context, rows, TRABECULA_LAMBDA(std::int64_t row) {
      double sum = 0.0;
      for (int k = 0; k < width; ++k)
      {
        sum += values[k * rows + row] * x[columns[k * rows + row]];
      }
      y[row] = sum;
    });
}

template <class Space>
void diagonalOf(const Context<Space>& context, const MatrixView matrix, double* d)
{
  forEach(
    context, matrix.nodes, TRABECULA_LAMBDA(std::int64_t n) {
      const RowLayout layout = matrix.row(n);
      const bool there = matrix.neighboursOf(n) > 0;
      const int place = there ? matrix.placeOf(n, static_cast<std::int32_t>(n)) : 0;
      for (int i = 0; i < 3; ++i)
      {
        d[3 * n + i] = there ? matrix.values[layout.at(place, i, i)] : 0.0;
      }
    });
}

template <class Space>
MatrixView viewOf(
  MatrixFormat format, const NeighbourMatrix<Space>& neighbours, const double* values)
{
  return { format, neighbours.rows(), neighbours.most, neighbours.starts.data(),
    neighbours.nodes.data(), const_cast<double*>(values) };
}

/// Returns the number of values of a format, including padding.
inline std::size_t entriesOf(MatrixFormat format, std::int64_t nodes, std::int64_t pairs, int most)
{
  return 9 * static_cast<std::size_t>(format == MatrixFormat::Ell ? nodes * most : pairs);
}
}

template <class Space>
AssembledMatrix<Space>::AssembledMatrix(
  const Context<Space>& context, MatrixFormat format, NeighbourMatrix<Space> neighbours)
  : Computing(&context), Format(format), Neighbours(std::move(neighbours)),
    Values(context,
      detail::entriesOf(
        format, this->Neighbours.rows(), this->Neighbours.pairs(), this->Neighbours.most))
{
  if (format != MatrixFormat::Bsr && this->rows() > std::numeric_limits<std::int32_t>::max())
  {
    throw Error("The matrix has " + std::to_string(this->rows()) +
      " columns, more than the format " + matrixFormatInfo(format).name +
      " can count. Choose bsr, whose columns are nodes.");
  }
  if (format == MatrixFormat::Bsr)
  {
    return; // the neighbour matrix stores the column indices
  }
  this->Columns = DeviceVector<std::int32_t, Space>(context, this->Values.size());
  if (format == MatrixFormat::Csr)
  {
    this->Offsets =
      DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(this->rows()) + 1);
  }
  if (format == MatrixFormat::Coo)
  {
    this->Rows = DeviceVector<std::int32_t, Space>(context, this->Values.size());
  }
  if (format == MatrixFormat::Ell)
  {
    this->Values.zero();
  }
  this->computeIndices();
}

template <class Space>
void AssembledMatrix<Space>::computeIndices()
{
  if (this->Format == MatrixFormat::Bsr)
  {
    return;
  }
  detail::FillIndices fill{ this->view(), nullptr, nullptr, this->Columns.data() };
  if (this->Format == MatrixFormat::Csr)
  {
    this->Computing->zero(this->Offsets.data(), sizeof(std::int64_t));
    fill.offsets = this->Offsets.data();
  }
  if (this->Format == MatrixFormat::Coo)
  {
    fill.rows = this->Rows.data();
  }
  forEachTeam<32>(*this->Computing, this->Neighbours.rows(), 0, fill);
}

template <class Space>
MatrixView AssembledMatrix<Space>::view()
{
  return detail::viewOf(this->Format, this->Neighbours, this->Values.data());
}

template <class Space>
const std::int32_t* AssembledMatrix<Space>::columns() const
{
  return this->Format == MatrixFormat::Bsr ? this->Neighbours.nodes.data() : this->Columns.data();
}

template <class Space>
void AssembledMatrix<Space>::multiply(const double* x, double* y) const
{
  const MatrixView matrix = detail::viewOf(this->Format, this->Neighbours, this->Values.data());
  switch (this->Format)
  {
    case MatrixFormat::Bsr:
      detail::multiplyBlocks(*this->Computing, matrix, this->Values.data(), x, y);
      break;
    case MatrixFormat::Ell:
      detail::multiplyPadded(*this->Computing, matrix, this->Columns.data(), x, y);
      break;
    default:
      forEachTeam<32>(*this->Computing, matrix.nodes,
        3 * sizeof(double) * detail::RowsProduct::Lanes,
        detail::RowsProduct{ matrix, this->Columns.data(), x, y });
  }
}

template <class Space>
void AssembledMatrix<Space>::diagonal(double* d) const
{
  detail::diagonalOf(
    *this->Computing, detail::viewOf(this->Format, this->Neighbours, this->Values.data()), d);
}

template <class Space>
HostMatrix AssembledMatrix<Space>::toHost() const
{
  const std::vector<std::int64_t> starts = this->Neighbours.starts.toHost();
  const std::vector<std::int32_t> nodes = this->Neighbours.nodes.toHost();
  std::vector<double> values = this->Values.toHost();
  const MatrixView matrix = { this->Format, this->Neighbours.rows(), this->Neighbours.most,
    starts.data(), nodes.data(), values.data() };
  HostMatrix result;
  result.offsets.push_back(0);
  result.columns.reserve(9 * nodes.size());
  result.values.reserve(9 * nodes.size());
  for (std::int64_t n = 0; n < matrix.nodes; ++n)
  {
    const RowLayout layout = matrix.row(n);
    for (int i = 0; i < 3; ++i)
    {
      for (int t = 0; t < 3 * matrix.neighboursOf(n); ++t)
      {
        result.columns.push_back(3 * matrix.neighbours[matrix.starts[n] + t / 3] + t % 3);
        result.values.push_back(values[static_cast<std::size_t>(layout.at(t / 3, i, t % 3))]);
      }
      result.offsets.push_back(static_cast<std::int64_t>(result.values.size()));
    }
  }
  return result;
}

template <class Space>
void AssembledMatrix<Space>::roundValues()
{
  if (this->Format != MatrixFormat::Bsr)
  {
    throw Error("Only matrices of format bsr have values in single precision.");
  }
  if (this->Rounded.size() == 0)
  {
    this->Rounded = DeviceVector<float, Space>(*this->Computing, this->Values.size());
  }
  detail::roundEntries(
    *this->Computing, this->entries(), this->Values.data(), this->Rounded.data());
}

template <class Space>
void AssembledMatrix<Space>::multiplyRounded(const double* x, double* y) const
{
  detail::multiplyBlocks(*this->Computing,
    detail::viewOf(this->Format, this->Neighbours, this->Values.data()), this->Rounded.data(), x,
    y);
}

template <class Space>
std::size_t AssembledMatrix<Space>::memory(MatrixFormat format, const NeighbourCounts& counts)
{
  const std::size_t entries = detail::entriesOf(format, counts.rows, counts.pairs, counts.most);
  const std::size_t perEntry = sizeof(double) +
    (format == MatrixFormat::Bsr ? 0 : sizeof(std::int32_t)) +
    (format == MatrixFormat::Coo ? sizeof(std::int32_t) : 0);
  const std::size_t offsets =
    format == MatrixFormat::Csr ? 3 * static_cast<std::size_t>(counts.rows) + 1 : 0;
  return entries * perEntry + offsets * sizeof(std::int64_t) + neighbourMatrixMemory(counts);
}

template class AssembledMatrix<CompiledSpace>;
}
