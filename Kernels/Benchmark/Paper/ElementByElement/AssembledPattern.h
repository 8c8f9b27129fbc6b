#ifndef TRABECULA_BENCHMARK_PAPER_ELEMENTBYELEMENT_ASSEMBLEDPATTERN_H
#define TRABECULA_BENCHMARK_PAPER_ELEMENTBYELEMENT_ASSEMBLEDPATTERN_H

#include "Mesh/Mesh.h"

#include <cstdint>
#include <vector>

namespace trabecula::benchmarks
{
/// Sparsity pattern of an assembled stiffness matrix in compressed sparse rows.
struct AssembledPattern
{
  /// @throws Error if there are more entries than 32-bit offsets can count.
  explicit AssembledPattern(const Mesh& mesh);

  std::int32_t rows() const { return static_cast<std::int32_t>(this->rowOffsets.size() - 1); }
  std::int32_t entries() const { return this->rowOffsets.back(); }

  std::vector<std::int32_t> rowOffsets; ///< one per unknown, and the end
  std::vector<std::int32_t> columns;    ///< ascending in each row
  /// places[64 e + 8 a + b]: among the neighbours of corner a of element e, the number of corner b.
  std::vector<std::uint8_t> places;
};

/// For a Young's modulus of one, 24 x 24 entries per element; rows and columns are 3 corner +
/// component.
std::vector<double> unitStiffnesses(const Mesh& mesh, double poissonsRatio);
}

#endif
