#ifndef TRABECULA_SOLVER_EIGEN_BLOCKPRODUCTS_H
#define TRABECULA_SOLVER_EIGEN_BLOCKPRODUCTS_H

#include "Core/Vectors/MultiVector.h"
#include "Solver/Eigen/ColumnHostKernels.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
/// Columns next to each other of a MultiVector, which are stored apart.
template <class Space>
struct ColumnRange
{
  MultiVector<Space>* vectors;
  int first;
  int count;
};

/// A small dense matrix on the host, by columns, as SymmetricEigen has it.
struct SmallMatrix
{
  int rows = 0;
  int columns = 0;
  std::vector<double> entries;

  SmallMatrix() = default;
  SmallMatrix(int ofRows, int ofColumns)
    : rows(ofRows), columns(ofColumns),
      entries(static_cast<std::size_t>(ofRows) * static_cast<std::size_t>(ofColumns), 0.0)
  {
  }
  double& operator()(int i, int j) { return this->entries[this->place(i, j)]; }
  double operator()(int i, int j) const { return this->entries[this->place(i, j)]; }

private:
  std::size_t place(int i, int j) const
  {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(this->rows) +
      static_cast<std::size_t>(i);
  }
};

/// Largest number of columns that combine() reads.
constexpr int MostCombined = MostCombinedOnHost;

/// A^T B over the owned entries of all parts, in an order that depends on the layout alone.
template <class Space>
SmallMatrix innerProducts(const ColumnRange<Space>& a, const ColumnRange<Space>& b);

/// B = A C, or B += A C, for a small matrix C. A and B may be columns of the same vectors, and
/// overlap.
/// @throws Error for more than MostCombined columns of A
template <class Space>
void combine(const ColumnRange<Space>& a, const SmallMatrix& c, const ColumnRange<Space>& b,
  bool isAdded = false);
}

#endif
