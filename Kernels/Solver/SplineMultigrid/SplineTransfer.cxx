#include "Solver/SplineMultigrid/SplineTransfer.h"

#include "Core/Parallel.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
/// The range of entries of a row of a band matrix.
struct BandRange
{
  std::int32_t first;
  std::int32_t count;
  const float* values;

  TRABECULA_FUNCTION BandRange(const BandView& band, std::int32_t row)
    : first(band.first[row]), count(band.starts[row + 1] - band.starts[row]),
      values(band.values + band.starts[row])
  {
  }
};

/// Returns the sum over the tensor product of three rows of their values times a component of x.
TRABECULA_FUNCTION float sumOverGrid(const RowLayoutOfGrid& grid, const BandView* bands,
  const std::int32_t* at, int component, const float* x)
{
  const BandRange bx(bands[0], at[0]);
  const BandRange by(bands[1], at[1]);
  const BandRange bz(bands[2], at[2]);
  float sum = 0.0F;
  for (int z = 0; z < bz.count; ++z)
  {
    for (int y = 0; y < by.count; ++y)
    {
      const std::int32_t begin[3] = { bx.first, by.first + y, bz.first + z };
      const float* line = x + grid.dimension * grid.numberOf(begin) + component;
      float part = 0.0F;
      for (int i = 0; i < bx.count; ++i)
      {
        part += bx.values[i] * line[grid.dimension * i];
      }
      sum += by.values[y] * bz.values[z] * part;
    }
  }
  return sum;
}

template <class Space>
void restrictSplines(const Context<Space>& context, const TransferView view, const float* fine,
  const float* coarseInverse, float* coarse)
{
  forEach(
    context, view.coarse.unknowns(), TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t at[3] = {};
      view.coarse.pointAt(i / view.coarse.dimension, at);
      const int component = static_cast<int>(i % view.coarse.dimension);
      coarse[i] =
        coarseInverse[i] != 0.0F ? sumOverGrid(view.fine, view.columns, at, component, fine) : 0.0F;
    });
}

template <class Space>
void prolongSplines(const Context<Space>& context, const TransferView view, const float* coarse,
  const float* fineInverse, float* d, float* x)
{
  forEach(
    context, view.fine.unknowns(), TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t at[3] = {};
      view.fine.pointAt(i / view.fine.dimension, at);
      const int component = static_cast<int>(i % view.fine.dimension);
      const float step =
        fineInverse[i] != 0.0F ? sumOverGrid(view.coarse, view.rows, at, component, coarse) : 0.0F;
      d[i] = step;
      x[i] += step;
    });
}

/// Computes P^T A P for a prolongation in one direction.
template <class Space>
void galerkinInDirection(const Context<Space>& context, const RowLayoutOfGrid from,
  const RowLayoutOfGrid to, int direction, const BandView columns, const float* values,
  float* result)
{
  const int dimension = to.dimension;
  int stride = dimension; // distance of neighbours in the direction
  for (int k = 0; k < direction; ++k)
  {
    stride *= from.widths[k];
  }
  forEach(
    context, to.entries(), TRABECULA_LAMBDA(std::int64_t entry) {
      const int c = static_cast<int>(entry % dimension);
      std::int64_t rest = entry / dimension;
      int place[3] = {};
      for (int k = 0; k < 3; ++k)
      {
        place[k] = static_cast<int>(rest % to.widths[k]);
        rest /= to.widths[k];
      }
      const int r = static_cast<int>(rest % dimension);
      std::int32_t at[3] = {};
      to.pointAt(rest / dimension, at);
      const BandRange row(columns, at[direction]);
      const BandRange column(columns, to.first(direction, at[direction]) + place[direction]);
      place[direction] = 0;
      const std::int64_t inRow =
        (place[0] + from.widths[0] * (place[1] + from.widths[1] * place[2])) * dimension + c;
      float sum = 0.0F;
      for (int a = 0; a < row.count; ++a)
      {
        at[direction] = row.first + a;
        const std::int32_t first = from.first(direction, at[direction]);
        const std::int32_t end = first + from.widths[direction];
        const std::int32_t last = column.first + column.count;
        const float* line =
          values + (from.numberOf(at) * dimension + r) * from.window() * dimension + inRow;
        float part = 0.0F;
        for (std::int32_t j = column.first > first ? column.first : first;
             j < (last < end ? last : end); ++j)
        {
          part += column.values[j - column.first] * line[std::int64_t(j - first) * stride];
        }
        sum += row.values[a] * part;
      }
      result[entry] = sum;
    });
}

/// Adds P^T S P for a diagonal S.
template <class Space>
void addCoarseDiagonal(
  const Context<Space>& context, const TransferView view, const float* fine, float* coarse)
{
  const RowLayoutOfGrid to = view.coarse;
  forEach(
    context, to.unknowns(), TRABECULA_LAMBDA(std::int64_t i) {
      const int component = static_cast<int>(i % to.dimension);
      std::int32_t at[3] = {};
      to.pointAt(i / to.dimension, at);
      const BandRange range[3] = { BandRange(view.columns[0], at[0]),
        BandRange(view.columns[1], at[1]), BandRange(view.columns[2], at[2]) };
      for (int t = 0; t < range[0].count * range[1].count * range[2].count; ++t)
      {
        const int a[3] = { t % range[0].count, t / range[0].count % range[1].count,
          t / range[0].count / range[1].count };
        const std::int32_t f[3] = { range[0].first + a[0], range[1].first + a[1],
          range[2].first + a[2] };
        const float value = fine[view.fine.numberOf(f) * to.dimension + component];
        if (value == 0.0F)
        {
          continue;
        }
        const float left =
          value * range[0].values[a[0]] * range[1].values[a[1]] * range[2].values[a[2]];
        const BandRange row[3] = { BandRange(view.rows[0], f[0]), BandRange(view.rows[1], f[1]),
          BandRange(view.rows[2], f[2]) };
        for (int s = 0; s < row[0].count * row[1].count * row[2].count; ++s)
        {
          const int b[3] = { s % row[0].count, s / row[0].count % row[1].count,
            s / row[0].count / row[1].count };
          const std::int32_t j[3] = { row[0].first + b[0], row[1].first + b[1],
            row[2].first + b[2] };
          coarse[(i * to.window() + to.placeOf(at, j)) * to.dimension + component] +=
            left * row[0].values[b[0]] * row[1].values[b[1]] * row[2].values[b[2]];
        }
      }
    });
}
}

template <class Space>
SplineTransfer<Space>::SplineTransfer(const Context<Space>& context, const RowLayoutOfGrid& fine,
  const RowLayoutOfGrid& coarse, const std::array<BandMatrix, 3>& prolongations)
  : Computing(&context), Fine(fine), Coarse(coarse)
{
  const auto copied = [&](const BandMatrix& matrix)
  {
    Band band;
    band.first = DeviceVector<std::int32_t, Space>(context, matrix.first);
    band.starts = DeviceVector<std::int32_t, Space>(context, matrix.starts);
    band.values = DeviceVector<float, Space>(
      context, std::vector<float>(matrix.values.begin(), matrix.values.end()));
    return band;
  };
  for (std::size_t k = 0; k < 3; ++k)
  {
    this->Rows[k] = copied(prolongations[k]);
    this->Columns[k] = copied(prolongations[k].transposed());
  }
}

template <class Space>
TransferView SplineTransfer<Space>::view() const
{
  return { this->Fine, this->Coarse,
    { this->Rows[0].view(), this->Rows[1].view(), this->Rows[2].view() },
    { this->Columns[0].view(), this->Columns[1].view(), this->Columns[2].view() } };
}

template <class Space>
void SplineTransfer<Space>::restrictTo(
  const float* fine, const float* coarseInverse, float* coarse) const
{
  detail::restrictSplines(*this->Computing, this->view(), fine, coarseInverse, coarse);
}

template <class Space>
void SplineTransfer<Space>::prolongTo(
  const float* coarse, const float* fineInverse, float* d, float* x) const
{
  detail::prolongSplines(*this->Computing, this->view(), coarse, fineInverse, d, x);
}

template <class Space>
auto SplineTransfer<Space>::steps() const -> std::vector<Step>
{
  std::vector<Step> result;
  RowLayoutOfGrid grid = this->Fine;
  for (int k = 0; k < 3; ++k)
  {
    if (grid.counts[k] != this->Coarse.counts[k])
    {
      grid.counts[k] = this->Coarse.counts[k];
      grid = rowLayout(grid.dimension, grid.degrees, grid.counts);
      result.push_back({ k, grid });
    }
  }
  return result;
}

template <class Space>
std::size_t SplineTransfer<Space>::scratchFloats() const
{
  const std::vector<Step> all = this->steps();
  std::size_t floats = 0;
  for (std::size_t i = 0; i + 1 < all.size(); ++i)
  {
    floats += static_cast<std::size_t>(all[i].to.entries());
  }
  return floats;
}

template <class Space>
void SplineTransfer<Space>::galerkin(const float* fine, float* scratch, float* coarse) const
{
  const std::vector<Step> all = this->steps();
  RowLayoutOfGrid from = this->Fine;
  for (std::size_t i = 0; i < all.size(); ++i)
  {
    const Step& step = all[i];
    float* to = i + 1 == all.size() ? coarse : scratch;
    detail::galerkinInDirection(*this->Computing, from, step.to, step.direction,
      this->Columns[static_cast<std::size_t>(step.direction)].view(), fine, to);
    scratch += step.to.entries();
    from = step.to;
    fine = to;
  }
}

template <class Space>
void SplineTransfer<Space>::addDiagonal(const float* fine, float* coarse) const
{
  detail::addCoarseDiagonal(*this->Computing, this->view(), fine, coarse);
}

template class SplineTransfer<CompiledSpace>;
}
