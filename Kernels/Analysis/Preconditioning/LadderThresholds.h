#ifndef TRABECULA_ANALYSIS_PRECONDITIONING_LADDERTHRESHOLDS_H
#define TRABECULA_ANALYSIS_PRECONDITIONING_LADDERTHRESHOLDS_H

#include "Core/Device.h"
#include "Mesh/Mesh.h"

#include <cstddef>

namespace trabecula
{
/// Preconditioners of structures, in the order of preference. Rigid-body modes, which are
/// applicable to every structure, follow them.
enum class LadderRung
{
  VoxelMultigrid,     ///< see VoxelMultigridPreconditioner
  LatticeMultigrid,   ///< see LatticeMultigrid
  SmoothedAggregation ///< see AggregationMultigrid
};

/// Kinds of meshes that differ in the cost of products relative to that of multigrid.
enum class MeshKind
{
  Hexahedra, ///< trilinear
  Linear,    ///< any linear elements
  Quadratic  ///< any quadratic elements, whose level of corner nodes is small
};

MeshKind kindOf(const Mesh& mesh);

/// A design has void, and is solved many times; a solid body is solved once.
enum class BodyKind
{
  Design,
  Solid
};

/// Smallest size of a mesh for which Preconditioner::Auto chooses a rung: number of elements for
/// VoxelMultigrid, of nodes for others. The largest std::size_t means never.
std::size_t leastSizeFor(LadderRung rung, ExecutionSpace space, MeshKind mesh, BodyKind body);
/// The same for conduction, with one unknown per node, for VoxelMultigrid and SmoothedAggregation
/// alike: number of nodes.
std::size_t leastSizeForConduction(ExecutionSpace space, MeshKind mesh, BodyKind body);
}

#endif
