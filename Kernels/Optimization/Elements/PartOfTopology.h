#ifndef TRABECULA_OPTIMIZATION_ELEMENTS_PARTOFTOPOLOGY_H
#define TRABECULA_OPTIMIZATION_ELEMENTS_PARTOFTOPOLOGY_H

#include "Analysis/Parts/StructureOfPart.h"
#include "Optimization/Elements/FilterOfPart.h"
#include "Optimization/TopologyProblem.h"

#include <vector>

namespace trabecula
{
/// A part of an optimization that is divided among several devices.
struct PartOfTopology
{
  TopologyProblem problem; ///< its structure is that of the part
  PartOfBody part;
  FilterOfPart filter;
};

/// Divides an optimization among parts, some of which may be empty. @param lattice see
/// divideMesh()
std::vector<PartOfTopology> divideTopology(
  const TopologyProblem& whole, const VoxelLattice* lattice, int parts);
}

#endif
