#include "Solver/Aggregation/BlockMatrixReference.h"

#include <Eigen/Dense>

namespace trabecula::reference
{
DenseMatrix denseOfBlocks(const std::vector<std::int64_t>& starts,
  const std::vector<std::int32_t>& columns, const std::vector<double>& values,
  std::size_t rowsOfBlock, std::size_t columnsOfBlock, std::size_t blockColumns)
{
  const std::size_t size = rowsOfBlock * columnsOfBlock;
  DenseMatrix result((starts.size() - 1) * rowsOfBlock, blockColumns * columnsOfBlock);
  for (std::size_t row = 0; row + 1 < starts.size(); ++row)
  {
    for (auto k = static_cast<std::size_t>(starts[row]);
         k < static_cast<std::size_t>(starts[row + 1]); ++k)
    {
      for (std::size_t t = 0; t < size; ++t)
      {
        result.at(row * rowsOfBlock + t / columnsOfBlock,
          static_cast<std::size_t>(columns[k]) * columnsOfBlock + t % columnsOfBlock) =
          values[size * k + t];
      }
    }
  }
  return result;
}

DenseMatrix multiply(const DenseMatrix& a, const DenseMatrix& b)
{
  DenseMatrix result(a.rows, b.columns);
  for (std::size_t i = 0; i < a.rows; ++i)
  {
    for (std::size_t k = 0; k < a.columns; ++k)
    {
      for (std::size_t j = 0; j < b.columns; ++j)
      {
        result.at(i, j) += a.at(i, k) * b.at(k, j);
      }
    }
  }
  return result;
}

DenseMatrix transpose(const DenseMatrix& a)
{
  DenseMatrix result(a.columns, a.rows);
  for (std::size_t i = 0; i < a.rows; ++i)
  {
    for (std::size_t j = 0; j < a.columns; ++j)
    {
      result.at(j, i) = a.at(i, j);
    }
  }
  return result;
}

DenseMatrix inverseOfDiagonalBlocks(
  const DenseMatrix& matrix, std::size_t block, const std::vector<std::uint8_t>& constrained)
{
  DenseMatrix result(matrix.rows, matrix.rows);
  for (std::size_t first = 0; first < matrix.rows; first += block)
  {
    std::vector<std::size_t> free;
    for (std::size_t i = first; i < first + block; ++i)
    {
      if (constrained[i] == 0)
      {
        free.push_back(i);
      }
    }
    const auto count = static_cast<Eigen::Index>(free.size());
    Eigen::MatrixXd part(count, count);
    for (Eigen::Index i = 0; i < count; ++i)
    {
      for (Eigen::Index j = 0; j < count; ++j)
      {
        part(i, j) =
          matrix.at(free[static_cast<std::size_t>(i)], free[static_cast<std::size_t>(j)]);
      }
    }
    const Eigen::MatrixXd inverse = part.inverse();
    for (Eigen::Index i = 0; i < count; ++i)
    {
      for (Eigen::Index j = 0; j < count; ++j)
      {
        result.at(free[static_cast<std::size_t>(i)], free[static_cast<std::size_t>(j)]) =
          inverse(i, j);
      }
    }
  }
  return result;
}
}
