#ifndef TRABECULA_ANALYSIS_PARTS_STRUCTUREOFPART_H
#define TRABECULA_ANALYSIS_PARTS_STRUCTUREOFPART_H

#include "Analysis/Parts/PartOfBody.h"
#include "Analysis/StructuralProblem.h"

#include <vector>

namespace trabecula
{
/// A part of a structure that is divided among several devices. The entries of its arrays are in
/// the order of the plans.
struct StructureOfPart : PartOfBody
{
  StructuralProblem structure;
};

/// Divides a structure among parts as divideMesh() its mesh.
std::vector<StructureOfPart> divideStructure(
  const StructuralProblem& whole, const VoxelLattice* lattice, int parts);
}

#endif
