#ifndef TRABECULA_CORE_VECTORS_MULTIVECTOR_H
#define TRABECULA_CORE_VECTORS_MULTIVECTOR_H

#include "Core/Vectors/Vector.h"

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trabecula
{
/// Largest number of right-hand sides that are solved together.
constexpr int MostColumns = 8;

/// A subset of the columns of a MultiVector.
using ColumnSet = std::bitset<static_cast<std::size_t>(MostColumns)>;

/// The first count columns.
inline ColumnSet firstColumns(std::size_t count)
{
  return ColumnSet((1ULL << count) - 1U);
}

/// How the columns of a MultiVector are stored.
enum class Arrangement
{
  Apart,      ///< one after another, each as a Vector
  Interleaved ///< entry i of column v at i times the number of columns plus v
};

/// Number of interleaved columns that are stored for a wanted number: four or eight, as these many
/// numbers of single precision fill a vector register. Columns that are not needed are zero.
constexpr int interleavedColumns(int wanted)
{
  return wanted <= MostColumns / 2 ? MostColumns / 2 : MostColumns;
}

/// Number of entries from the begin of a column to that of the next, for columns stored apart,
/// which begin at multiples of 256 bytes as allocations do.
constexpr std::int64_t strideOfColumns(std::int64_t size)
{
  constexpr std::int64_t alignment = 64; // numbers of single precision
  return (size + alignment - 1) / alignment * alignment;
}

/// Several vectors of one layout, its columns, such as multiple right-hand sides or their
/// solutions. It owns its memory, or is a view.
template <class Space, class T = double>
class MultiVector
{
public:
  MultiVector() = default;
  /// Values are undefined until written.
  /// @param columns a value of interleavedColumns() if interleaved
  MultiVector(LayoutPointer<Space> layout, int columns, Arrangement arrangement)
    : Of(std::move(layout)), Columns(columns), Stored(arrangement),
      Own(this->Of->context(), this->entries()), Values(this->Own.data())
  {
  }
  /// A view of memory with strideOfColumns() from column to column, or interleaved columns.
  MultiVector(LayoutPointer<Space> layout, int columns, Arrangement arrangement, T* values)
    : Of(std::move(layout)), Columns(columns), Stored(arrangement), Values(values)
  {
  }

  bool empty() const { return this->Of == nullptr; }
  const Layout<Space>& layout() const { return *this->Of; }
  const LayoutPointer<Space>& layoutPointer() const { return this->Of; }
  const Context<Space>& context() const { return this->Of->context(); }
  int columns() const { return this->Columns; }
  Arrangement arrangement() const { return this->Stored; }
  T* data() { return this->Values; }
  const T* data() const { return this->Values; }
  /// Number of entries in memory, including the padding between columns.
  std::size_t entries() const
  {
    return static_cast<std::size_t>(this->Columns) *
      static_cast<std::size_t>(
        this->Stored == Arrangement::Apart ? strideOfColumns(this->Of->size()) : this->Of->size());
  }
  /// A view of a column; the columns must be stored apart.
  Vector<Space, T> column(int v)
  {
    return Vector<Space, T>(this->Of, this->Values + v * strideOfColumns(this->Of->size()));
  }
  /// Copies the entries of ghosts from their owners, of interleaved columns all in one message;
  /// called by all parts at the same time.
  void updateGhosts() const
  {
    if (!this->Of->hasGhosts())
    {
      return;
    }
    const bool areApart = this->Stored == Arrangement::Apart;
    const std::int64_t stride = areApart ? strideOfColumns(this->Of->size()) : 0;
    for (int v = 0; v < (areApart ? this->Columns : 1); ++v)
    {
      this->Of->halo()->update(this->Values + v * stride,
        areApart ? this->Of->components() : this->Of->components() * this->Columns);
    }
  }
  void zero() { this->context().zero(this->Values, this->entries() * sizeof(T)); }

private:
  LayoutPointer<Space> Of;
  int Columns = 0;
  Arrangement Stored = Arrangement::Apart;
  DeviceVector<T, Space> Own;
  T* Values = nullptr;
};
}

#endif
