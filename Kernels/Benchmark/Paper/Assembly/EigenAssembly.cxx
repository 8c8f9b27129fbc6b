#include "Benchmark/Paper/Assembly/EigenAssembly.h"

#include "Core/Timer.h"

#include <Eigen/SparseCore>

#include <cstdint>

namespace trabecula::benchmarks
{
double secondsOfTriplets(const Mesh& mesh, const std::vector<double>& matrices)
{
  using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor, std::int64_t>;
  std::vector<Eigen::Triplet<double, std::int32_t>> triplets;
  triplets.reserve(matrices.size());
  const std::size_t nodes = mesh.nodesPerElement();
  for (std::size_t t = 0; t < matrices.size(); ++t)
  {
    const std::size_t block = t / 9;
    const std::int32_t* element = mesh.element(block / nodes / nodes);
    triplets.emplace_back(3 * element[block / nodes % nodes] + static_cast<std::int32_t>(t % 9 / 3),
      3 * element[block % nodes] + static_cast<std::int32_t>(t % 3), matrices[t]);
  }
  const auto rows = static_cast<Eigen::Index>(mesh.points.size());
  Matrix matrix(rows, rows);
  const Timer timer;
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return timer.seconds();
}
}
