#ifndef TRABECULA_SOLVER_AGGREGATION_HOST_BLOCKHOSTKERNELS_H
#define TRABECULA_SOLVER_AGGREGATION_HOST_BLOCKHOSTKERNELS_H

#include <cstdint>

namespace trabecula
{
/// The pattern of a matrix of blocks. Arguments of the loops are plain pointers, as these are
/// compiled once for each instruction set and must not share inline functions with the rest of the
/// library.
struct HostBlockRows
{
  std::int64_t rows;
  const std::int64_t* starts;
  const std::int32_t* columns;
};

/// Arguments for rows [first, end) of A P, see GalerkinProduct.
struct HostRightProduct
{
  std::int64_t first;
  std::int64_t end;
  HostBlockRows matrix;
  const double* values;
  HostBlockRows transfer;
  const float* blocks;
  HostBlockRows product;
  double* result; ///< from the first row on
};

/// Arguments for the contributions of these rows of A P to P^T A P: to the blocks on and right of
/// the diagonal of its first rows, and to all blocks of later rows.
struct HostLeftProduct
{
  std::int64_t first;
  std::int64_t end;
  std::int64_t coarseNodes; ///< rows of P^T
  std::int64_t upperRows;   ///< number of the first rows
  const std::int64_t* columnStarts;
  const std::int32_t* rows;
  const std::int64_t* entries;
  const float* blocks;
  HostBlockRows product;
  const double* chunk;
  HostBlockRows coarse;
  double* result;
};

/// Arguments for P = (I - omega D^-1 A) T, see smoothProlongation().
struct HostSmoothing
{
  HostBlockRows matrix;
  const double* values;
  const float* inverses;
  double omega;
  const std::int32_t* aggregateOf;
  const float* tentative;
  HostBlockRows pattern;
  int most; ///< blocks of a row of the pattern
  float* result;
};

/// The loops for a number of fine unknowns a node.
struct HostLoopsOfBlock
{
  void (*multiplyRight)(const HostRightProduct& product);
  void (*multiplyLeft)(const HostLeftProduct& product);
  void (*smooth)(const HostSmoothing& smoothing);
};

/// For 1 fine unknown a node and 1 coarse one, and for 3 and 6 fine ones and 6 coarse ones.
struct BlockHostKernels
{
  HostLoopsOfBlock of1;
  HostLoopsOfBlock of3;
  HostLoopsOfBlock of6;

  const HostLoopsOfBlock& ofBlock(int fine) const
  {
    return fine == 1 ? this->of1 : fine == 3 ? this->of3 : this->of6;
  }
};

/// The loops for the widest vector instructions of this processor.
const BlockHostKernels& blockHostKernels();

extern const BlockHostKernels blockHostKernels_sse2;
extern const BlockHostKernels blockHostKernels_avx2;
extern const BlockHostKernels blockHostKernels_avx512;
}

#endif
