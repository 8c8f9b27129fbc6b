#include "Solver/VoxelMultigrid/Coarse/VoxelFilm.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Element/VoxelTransferHex8.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace trabecula
{
namespace detail
{
/// y_i += sum_j H_ij x_j.
template <class Space>
void addProductOfFilm(const Context<Space>& context, std::int64_t count, const std::int64_t* rows,
  const std::int64_t* starts, const std::int32_t* columns, const double* values, const float* x,
  float* y)
{
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t r) {
      double sum = 0.0;
      for (std::int64_t k = starts[r]; k < starts[r + 1]; ++k)
      {
        sum += values[k] * double(x[columns[k]]);
      }
      y[rows[r]] += static_cast<float>(sum);
    });
}

/// d_i += H_ii.
template <class Space>
void addDiagonalOfFilm(const Context<Space>& context, std::int64_t count, const std::int64_t* rows,
  const std::int64_t* starts, const std::int32_t* columns, const double* values, double* d)
{
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t r) {
      for (std::int64_t k = starts[r]; k < starts[r + 1]; ++k)
      {
        d[rows[r]] += columns[k] == rows[r] ? values[k] : 0.0;
      }
    });
}

/// Returns the largest (bound D_i + sum_j |H_ij|) / (D_i + H_ii).
template <class Space>
double largestRatioOfFilm(const Context<Space>& context, std::int64_t count,
  const std::int64_t* rows, const std::int64_t* starts, const std::int32_t* columns,
  const double* values, double bound, const double* diagonal)
{
  return context
    .reduce(
      count, Sums<1>{},
      TRABECULA_LAMBDA(std::int64_t r) {
        const double ofVoxels = diagonal[rows[r]];
        double sum = bound * ofVoxels;
        double own = ofVoxels;
        for (std::int64_t k = starts[r]; k < starts[r + 1]; ++k)
        {
          sum += values[k] < 0.0 ? -values[k] : values[k];
          own += columns[k] == rows[r] ? values[k] : 0.0;
        }
        Sums<1> ratio;
        ratio.v[0] = own > 0.0 ? sum / own : 0.0;
        return ratio;
      },
      Maximum())
    .v[0];
}

template <class Space>
void addFilmAtPlaces(const Context<Space>& context, std::int64_t count, const std::int64_t* places,
  const double* added, float* values)
{
  forEach(
    context, count,
    TRABECULA_LAMBDA(std::int64_t i) { values[places[i]] += static_cast<float>(added[i]); });
}
}

template <class Space>
VoxelFilm<Space>::VoxelFilm(
  const Context<Space>& context, const HostMatrix& matrix, std::int64_t rows)
  : Computing(&context)
{
  std::vector<std::int64_t> filled;
  std::vector<std::int64_t> starts = { 0 };
  for (std::int64_t row = 0; row < std::min(rows, matrix.rows()); ++row)
  {
    const std::int64_t end = matrix.offsets[static_cast<std::size_t>(row) + 1];
    if (end > matrix.offsets[static_cast<std::size_t>(row)])
    {
      filled.push_back(row);
      starts.push_back(end);
    }
  }
  this->IsOnAnyPart = context.any(!filled.empty());
  if (!filled.empty())
  {
    this->Rows = DeviceVector<std::int64_t, Space>(context, filled);
    this->Starts = DeviceVector<std::int64_t, Space>(context, starts);
    this->Columns = DeviceVector<std::int32_t, Space>(context, matrix.columns);
    this->Values = DeviceVector<double, Space>(context, matrix.values);
  }
}

template <class Space>
void VoxelFilm<Space>::addProduct(const float* x, float* y) const
{
  if (this->Rows.size() > 0)
  {
    detail::addProductOfFilm<Space>(*this->Computing, static_cast<std::int64_t>(this->Rows.size()),
      this->Rows.data(), this->Starts.data(), this->Columns.data(), this->Values.data(), x, y);
  }
}

template <class Space>
void VoxelFilm<Space>::addDiagonal(double* d) const
{
  if (this->Rows.size() > 0)
  {
    detail::addDiagonalOfFilm<Space>(*this->Computing, static_cast<std::int64_t>(this->Rows.size()),
      this->Rows.data(), this->Starts.data(), this->Columns.data(), this->Values.data(), d);
  }
}

template <class Space>
double VoxelFilm<Space>::largestEigenvalue(double bound, const double* diagonal) const
{
  if (this->empty())
  {
    return bound;
  }
  return std::max(bound,
    detail::largestRatioOfFilm<Space>(*this->Computing,
      static_cast<std::int64_t>(this->Rows.size()), this->Rows.data(), this->Starts.data(),
      this->Columns.data(), this->Values.data(), bound, diagonal));
}

template <class Space>
CoarseVoxelFilm<Space>::CoarseVoxelFilm(const Context<Space>& context, const HostMatrix& matrix,
  std::int64_t rows, const BlockMatrix<Space>& pattern)
{
  const std::vector<std::int64_t> starts = pattern.starts.toHost();
  const std::vector<std::int32_t> columns = pattern.columns.toHost();
  std::vector<std::int64_t> places;
  for (std::size_t row = 0; static_cast<std::int64_t>(row) < std::min(rows, matrix.rows()); ++row)
  {
    const auto first = columns.begin() + starts[row];
    const auto last = columns.begin() + starts[row + 1];
    for (std::int64_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k)
    {
      const std::int32_t column = matrix.columns[static_cast<std::size_t>(k)];
      const auto place = std::lower_bound(first, last, column);
      if (place == last || *place != column)
      {
        throw Error("A film couples coarse nodes " + std::to_string(row) + " and " +
          std::to_string(column) + ", which share no element.");
      }
      places.push_back(place - columns.begin());
    }
  }
  this->Places = DeviceVector<std::int64_t, Space>(context, places);
  // The rows come first, and so do their values.
  this->Values = DeviceVector<double, Space>(context,
    std::vector<double>(
      matrix.values.begin(), matrix.values.begin() + static_cast<std::ptrdiff_t>(places.size())));
}

template <class Space>
void CoarseVoxelFilm<Space>::add(float* values) const
{
  if (this->Places.size() > 0)
  {
    detail::addFilmAtPlaces<Space>(this->Places.context(),
      static_cast<std::int64_t>(this->Places.size()), this->Places.data(), this->Values.data(),
      values);
  }
}

template class VoxelFilm<CompiledSpace>;
template class CoarseVoxelFilm<CompiledSpace>;

#ifndef __CUDACC__
HostMatrix coarsenedFilm(const HostMatrix& fine, const std::vector<std::uint32_t>& anchors,
  const std::vector<std::int32_t>& connectivity, const std::vector<std::uint8_t>& constrained,
  std::int64_t nodes)
{
  struct Entry
  {
    std::int32_t row;
    std::int32_t column;
    double value;
  };
  struct Corner
  {
    std::int32_t node;
    double weight;
  };
  const auto cornersOf = [&](std::size_t node, std::array<Corner, 8>& corners)
  {
    const auto element = static_cast<std::size_t>(anchors[node] / 27U);
    const int at = static_cast<int>(anchors[node] % 27U);
    for (std::size_t b = 0; b < 8; ++b)
    {
      corners[b] = { connectivity[8 * element + b],
        voxelhex8::cornerWeight<double>(at % 3, at / 3 % 3, at / 9, static_cast<int>(b)) };
    }
  };
  std::vector<Entry> entries;
  std::array<Corner, 8> left = {};
  std::array<Corner, 8> right = {};
  const auto isFree = [&](std::size_t node)
  { return constrained.empty() || constrained[node] == 0; };
  for (std::size_t row = 0; row + 1 < fine.offsets.size(); ++row)
  {
    if (fine.offsets[row] == fine.offsets[row + 1] || !isFree(row))
    {
      continue;
    }
    cornersOf(row, left);
    for (std::int64_t k = fine.offsets[row]; k < fine.offsets[row + 1]; ++k)
    {
      const auto place = static_cast<std::size_t>(k);
      const auto column = static_cast<std::size_t>(fine.columns[place]);
      if (!isFree(column))
      {
        continue;
      }
      cornersOf(column, right);
      for (const Corner& a : left)
      {
        for (const Corner& b : right)
        {
          const double value = a.weight * b.weight * fine.values[place];
          if (value != 0.0)
          {
            entries.push_back({ a.node, b.node, value });
          }
        }
      }
    }
  }
  std::stable_sort(entries.begin(), entries.end(),
    [](const Entry& a, const Entry& b)
    { return a.row != b.row ? a.row < b.row : a.column < b.column; });
  HostMatrix coarse;
  coarse.offsets.assign(static_cast<std::size_t>(nodes) + 1, 0);
  for (std::size_t i = 0; i < entries.size(); ++i)
  {
    const bool isNew =
      i == 0 || entries[i].row != entries[i - 1].row || entries[i].column != entries[i - 1].column;
    if (isNew)
    {
      coarse.columns.push_back(entries[i].column);
      coarse.values.push_back(0.0);
      ++coarse.offsets[static_cast<std::size_t>(entries[i].row) + 1];
    }
    coarse.values.back() += entries[i].value;
  }
  for (std::size_t row = 1; row < coarse.offsets.size(); ++row)
  {
    coarse.offsets[row] += coarse.offsets[row - 1];
  }
  return coarse;
}
#endif
}
