#ifndef TRABECULA_BENCHMARK_PAPER_ASSEMBLY_SHAREDNONZEROLISTS_H
#define TRABECULA_BENCHMARK_PAPER_ASSEMBLY_SHAREDNONZEROLISTS_H

#include <cstdint>
#include <vector>

namespace trabecula
{
/// The lists of SharedNonzeros on the host.
struct SharedNonzeroLists
{
  std::vector<std::int32_t> patchNodes;
  std::vector<std::int32_t> patchRounds;
  std::vector<std::int64_t> roundElements;
  std::vector<std::int32_t> elements;
  std::vector<std::int64_t> roundLists;
  std::vector<std::int64_t> listStarts;
  std::vector<std::int32_t> lists;
};

/// The input of makeSharedNonzeroLists(): elements of one type and the neighbour matrix.
struct SharedNonzeroMesh
{
  int nodesPerElement = 0;
  std::vector<std::int32_t> connectivity;
  std::vector<std::int64_t> starts; ///< of the incidences of each node
  std::vector<std::int32_t> incidences;
  std::vector<std::int64_t> rowStarts;
  std::vector<std::int32_t> neighbours;
};

/// @param elementsAtOnce of a round
SharedNonzeroLists makeSharedNonzeroLists(const SharedNonzeroMesh& mesh, int elementsAtOnce);
}

#endif
