#ifndef TRABECULA_BENCHMARK_PROBLEMS_BENCHMARKPROBLEMS_H
#define TRABECULA_BENCHMARK_PROBLEMS_BENCHMARKPROBLEMS_H

#include "Optimization/TopologyProblem.h"

#include <array>

namespace trabecula::benchmarks
{
/// A box of unit cubes whose nodes are moved at random by up to a tenth of an edge.
Mesh distortedBox(const std::array<int, 3>& elements);

/// A box with elements of few shapes: unit cubes, if graded bricks of 64 sizes. If skewed, opposite
/// faces remain parallel; if twisted, they do not, and there are twice as many shapes.
Mesh boxOfFewShapes(const std::array<int, 3>& elements, bool graded, bool skewed, bool twisted);

/// The cantilever of the EbE paper, off the voxel grid: all elements have different shapes.
TopologyProblem wavyCantilever(int height);

/// A cantilever of curved quadratic tetrahedra, twice as long as high and wide, six for each cell.
/// @param height in cells
TopologyProblem tetrahedralCantilever(int height);

/// Default problem of TopOpt in PETSc (Aage, Andreassen and Lazarov 2015), solved here with
/// optimality criteria: a cantilever of 64 x 32 x 32 elements, density filter.
TopologyProblem petscCantilever();

/// The same with finer elements, of which as many are under the filter.
/// @param height in elements; the length is twice that
TopologyProblem finerPetscCantilever(int height);
}

#endif
