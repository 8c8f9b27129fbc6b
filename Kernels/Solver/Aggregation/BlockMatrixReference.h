#ifndef TRABECULA_SOLVER_AGGREGATION_BLOCKMATRIXREFERENCE_H
#define TRABECULA_SOLVER_AGGREGATION_BLOCKMATRIXREFERENCE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula::reference
{
/// A dense matrix, row by row.
struct DenseMatrix
{
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;

  DenseMatrix(std::size_t ofRows, std::size_t ofColumns)
    : rows(ofRows), columns(ofColumns), values(ofRows * ofColumns, 0.0)
  {
  }
  double& at(std::size_t i, std::size_t j) { return this->values[i * this->columns + j]; }
  double at(std::size_t i, std::size_t j) const { return this->values[i * this->columns + j]; }
};

/// A matrix of blocks as a dense one.
/// @param starts, columns pattern of the blocks, row by row @param values of the blocks, each row
/// by row
DenseMatrix denseOfBlocks(const std::vector<std::int64_t>& starts,
  const std::vector<std::int32_t>& columns, const std::vector<double>& values,
  std::size_t rowsOfBlock, std::size_t columnsOfBlock, std::size_t blockColumns);

DenseMatrix multiply(const DenseMatrix& a, const DenseMatrix& b);
DenseMatrix transpose(const DenseMatrix& a);

/// The inverses of the diagonal blocks of a matrix, of their rows and columns that are not
/// constrained; zero elsewhere.
DenseMatrix inverseOfDiagonalBlocks(
  const DenseMatrix& matrix, std::size_t block, const std::vector<std::uint8_t>& constrained);
}

#endif
