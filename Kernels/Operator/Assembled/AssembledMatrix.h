#ifndef TRABECULA_OPERATOR_ASSEMBLED_ASSEMBLEDMATRIX_H
#define TRABECULA_OPERATOR_ASSEMBLED_ASSEMBLEDMATRIX_H

#include "Mesh/Neighbours/NeighbourMatrix.h"
#include "Operator/Assembled/HostMatrix.h"
#include "Operator/Assembled/RowLayout.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * A matrix with 3 x 3 blocks where nodes are neighbours, in one of the formats: its indices (the
 * paper's second stage, section 3.2) and values, which are undefined at first except padding.
 */
template <class Space>
class AssembledMatrix
{
public:
  /// @throws Error if there are more columns than 32 bits can count
  AssembledMatrix(
    const Context<Space>& context, MatrixFormat format, NeighbourMatrix<Space> neighbours);

  /// Computes the indices, as the constructor has done.
  void computeIndices();

  MatrixFormat format() const { return this->Format; }
  const NeighbourMatrix<Space>& neighbours() const { return this->Neighbours; }
  /// Scalar rows.
  std::int64_t rows() const { return 3 * this->Neighbours.rows(); }
  /// Values with padding.
  std::int64_t entries() const { return static_cast<std::int64_t>(this->Values.size()); }
  MatrixView view();

  /// y = A x
  void multiply(const double* x, double* y) const;
  void diagonal(double* d) const;
  /// Bsr only: makes a copy of the values in single precision, half of the memory traffic of a
  /// product. It takes half as much memory again, which memory() does not count.
  void roundValues();
  /// y = A x with the values at the last roundValues()
  void multiplyRounded(const double* x, double* y) const;
  /// Sets all values to zero.
  void zero() { this->Values.zero(); }

  /// Csr only: offsets of scalar rows, one more than rows.
  const std::int64_t* offsets() const { return this->Offsets.data(); }
  /// Scalar columns of all entries, padding included; of blocks with Bsr.
  const std::int32_t* columns() const;
  const double* values() const { return this->Values.data(); }

  /// A copy in compressed sparse rows.
  HostMatrix toHost() const;

  /// Bytes of a matrix with its neighbour matrix.
  static std::size_t memory(MatrixFormat format, const NeighbourCounts& counts);

private:
  const Context<Space>* Computing;
  MatrixFormat Format;
  NeighbourMatrix<Space> Neighbours;
  DeviceVector<std::int64_t, Space> Offsets;
  DeviceVector<std::int32_t, Space> Rows;
  DeviceVector<std::int32_t, Space> Columns;
  DeviceVector<double, Space> Values;
  DeviceVector<float, Space> Rounded;
};
}

#endif
