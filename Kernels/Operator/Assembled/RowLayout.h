#ifndef TRABECULA_OPERATOR_ASSEMBLED_ROWLAYOUT_H
#define TRABECULA_OPERATOR_ASSEMBLED_ROWLAYOUT_H

#include "Core/Space.h"
#include "Operator/Assembled/MatrixFormat.h"

#include <cstdint>

namespace trabecula
{
/// The places of the blocks of a node's row among the values: entry (i, j) of the block with the
/// k-th neighbour is at begin + k * block + i * row + j * column.
struct RowLayout
{
  std::int64_t begin;
  std::int64_t block;
  std::int64_t row;
  std::int64_t column;

  TRABECULA_FUNCTION std::int64_t at(std::int64_t k, int i, int j) const
  {
    return this->begin + k * this->block + i * this->row + j * this->column;
  }
};

/// A matrix in memory of a space as kernels see it.
struct MatrixView
{
  MatrixFormat format;
  std::int64_t nodes;
  int width;                  ///< blocks in a row of MatrixFormat::Ell
  const std::int64_t* starts; ///< of the neighbour matrix
  const std::int32_t* neighbours;
  double* values;

  TRABECULA_FUNCTION int neighboursOf(std::int64_t node) const
  {
    return static_cast<int>(this->starts[node + 1] - this->starts[node]);
  }

  TRABECULA_FUNCTION RowLayout row(std::int64_t node) const
  {
    const std::int64_t first = this->starts[node];
    switch (this->format)
    {
      case MatrixFormat::Bsr:
        return { 9 * first, 9, 3, 1 };
      case MatrixFormat::Ell:
        return { 3 * node, 9 * this->nodes, 1, 3 * this->nodes };
      default:
        return { 9 * first, 3, 3 * std::int64_t(this->neighboursOf(node)), 1 };
    }
  }

  /// The place of a node among the neighbours of another.
  TRABECULA_FUNCTION int placeOf(std::int64_t node, std::int32_t neighbour) const
  {
    const std::int32_t* row = this->neighbours + this->starts[node];
    int low = 0;
    int high = this->neighboursOf(node) - 1;
    while (low < high)
    {
      const int middle = (low + high) / 2;
      if (row[middle] < neighbour)
      {
        low = middle + 1;
      }
      else
      {
        high = middle;
      }
    }
    return low;
  }
};

/// The places of the nodes of an element in each other's rows: entry N * N * element + N * a + b is
/// the place of its node b among the neighbours of its node a. Entries are as wide as the longest
/// row requires.
struct PlacesView
{
  const void* data;
  int bytes; ///< each: 1, 2 or 4

  TRABECULA_FUNCTION int operator[](std::int64_t i) const
  {
    switch (this->bytes)
    {
      case 1:
        return static_cast<const std::uint8_t*>(this->data)[i];
      case 2:
        return static_cast<const std::uint16_t*>(this->data)[i];
      default:
        return static_cast<const std::int32_t*>(this->data)[i];
    }
  }
};
}

#endif
