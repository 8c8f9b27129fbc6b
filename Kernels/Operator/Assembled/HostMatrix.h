#ifndef TRABECULA_OPERATOR_ASSEMBLED_HOSTMATRIX_H
#define TRABECULA_OPERATOR_ASSEMBLED_HOSTMATRIX_H

#include <cstdint>
#include <vector>

namespace trabecula
{
/// A square matrix on the host in compressed sparse rows.
struct HostMatrix
{
  std::vector<std::int64_t> offsets; ///< one more than rows
  std::vector<std::int32_t> columns; ///< ascending in each row
  std::vector<double> values;

  std::int64_t rows() const { return static_cast<std::int64_t>(this->offsets.size()) - 1; }
};
}

#endif
