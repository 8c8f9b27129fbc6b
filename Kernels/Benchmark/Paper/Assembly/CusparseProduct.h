#ifndef TRABECULA_BENCHMARK_PAPER_ASSEMBLY_CUSPARSEPRODUCT_H
#define TRABECULA_BENCHMARK_PAPER_ASSEMBLY_CUSPARSEPRODUCT_H

#include "Operator/Assembled/AssembledMatrix.h"

namespace trabecula::benchmarks
{
/// Seconds of a product by cuSPARSE with a matrix in MatrixFormat::Csr; negative if it has more
/// entries than 32-bit offsets can count.
double secondsOfCusparse(const Context<CudaSpace>& context,
  const AssembledMatrix<CudaSpace>& matrix, const double* x, double* y, int repetitions);
}

#endif
