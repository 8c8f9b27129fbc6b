#ifndef TRABECULA_BENCHMARK_PAPER_ELEMENTBYELEMENT_EIGENSOLVER_H
#define TRABECULA_BENCHMARK_PAPER_ELEMENTBYELEMENT_EIGENSOLVER_H

#include "Benchmark/Paper/ElementByElement/AssembledOperator.h"

#include <Eigen/SparseCore>

#include <cstdint>
#include <vector>

namespace trabecula::benchmarks
{
using EigenMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor, std::int32_t>;

struct EigenSolution
{
  std::vector<double> displacement;
  double seconds = 0.0; ///< of preconditioner and solution, without assembly
  int iterations = 0;
  bool converged = false;
};

/// Eigen's own conjugate gradients with its diagonal preconditioner, on all cores; supported
/// unknowns (supports not 0) are zero.
EigenSolution solveWithEigen(const AssembledOperator<HostSpace>& K,
  const std::vector<std::uint8_t>& supports, const std::vector<double>& forces,
  const std::vector<double>& guess, double tolerance);
}

#endif
