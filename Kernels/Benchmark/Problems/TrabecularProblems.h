#ifndef TRABECULA_BENCHMARK_PROBLEMS_TRABECULARPROBLEMS_H
#define TRABECULA_BENCHMARK_PROBLEMS_TRABECULARPROBLEMS_H

#include "MicroFe/VoxelMicroFeProblem.h"

#include <array>

namespace trabecula::benchmarks
{
/// An axial test of a bone-like sample, whose struts are about a third of a period thick.
/// @param cells voxels along the axes
/// @param period voxels
VoxelMicroFeProblem trabecular(
  const std::array<int, 3>& cells, double period, double volumeFraction = 0.25);
inline VoxelMicroFeProblem trabecular(int edge, double period, double volumeFraction = 0.25)
{
  return trabecular({ edge, edge, edge }, period, volumeFraction);
}

/// The cube `times` as large at a finer resolution, as the micro-FE paper's perlin2, perlin4, ...
/// are made of perlin1: the same struts of more voxels.
VoxelMicroFeProblem refined(int edge, double period, double volumeFraction, int times);

/// The sample with its mirror images, `times` as large, as the paper's bone2, bone4, ... are made
/// of bone1. @param times a power of two
VoxelMicroFeProblem mirrored(VoxelMicroFeProblem problem, int times);
}

#endif
