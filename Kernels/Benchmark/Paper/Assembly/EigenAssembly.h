#ifndef TRABECULA_BENCHMARK_PAPER_ASSEMBLY_EIGENASSEMBLY_H
#define TRABECULA_BENCHMARK_PAPER_ASSEMBLY_EIGENASSEMBLY_H

#include "Mesh/Mesh.h"

#include <vector>

namespace trabecula::benchmarks
{
/**
 * Seconds in which Eigen makes a sparse matrix of the entries of all element matrices
 * (setFromTriplets), sorting included and integration not.
 *
 * @param matrices blocks of 3 x 3 entries, nodes times nodes of them an element
 */
double secondsOfTriplets(const Mesh& mesh, const std::vector<double>& matrices);
}

#endif
