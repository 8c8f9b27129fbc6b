#ifndef TRABECULA_BENCHMARK_PAPER_ASSEMBLY_ASSEMBLYSTAGES_H
#define TRABECULA_BENCHMARK_PAPER_ASSEMBLY_ASSEMBLYSTAGES_H

#include "Mesh/Mesh.h"

#include <map>
#include <string>

namespace trabecula::benchmarks
{
/// What was measured of one mesh, by name; what was refused is not there.
using AssemblyFigures = std::map<std::string, double>;

/**
 * Times the three stages of assembly of a mesh in a space: each figure "..._s" is a median in
 * seconds, with its least traffic in "..._B" where it has one.
 *
 *   lists_s, count_s, fill_s    stage 1: elements of nodes, rows counted, rows filled
 *   places_s                    stage 2: places of pairs of nodes
 *   index_FORMAT_s              stage 2: indices
 *   FORMAT_METHOD_s             stage 3
 *   product_FORMAT_s            y = K x; product_cusparse_s, its counterpart on CUDA
 *   solve_s, iterations         conjugate gradients to 1e-6 with blocks
 *   eigen_s                     the host's counterpart: Eigen's setFromTriplets
 *   memory_FORMAT_B             bytes of the matrix
 *
 * All methods are measured for blocks and for the paper's padded rows.
 */
template <class Space>
AssemblyFigures measureAssembly(const Mesh& mesh);
}

#endif
