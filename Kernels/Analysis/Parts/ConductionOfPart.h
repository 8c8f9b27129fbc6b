#ifndef TRABECULA_ANALYSIS_PARTS_CONDUCTIONOFPART_H
#define TRABECULA_ANALYSIS_PARTS_CONDUCTIONOFPART_H

#include "Analysis/Parts/PartOfBody.h"
#include "Analysis/Preconditioning/ConductionSystem.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace trabecula
{
/// Whether an entry of a matrix of nodes is to be kept, by its row and column.
using KeepsEntry = std::function<bool(std::int32_t row, std::int32_t column)>;

/**
 * A copy of a system for other nodes, such as those of a part or in another order. All arrays pass
 * through here: a member that is added to the struct must be added to the bindings in it, else it
 * does not compile.
 *
 * @param mesh of the copy; may be empty for a model on a voxel grid
 * @param originals number in the original of each node of the copy
 * @param keeps asked for each entry of films, by numbers of the copy; null for all between its
 * nodes
 */
ConductionSystem mapConduction(const ConductionSystem& original, Mesh mesh,
  const std::vector<std::int32_t>& originals, const KeepsEntry& keeps = nullptr);

/**
 * The system of a part of a body, with nodes in the order of its plan.
 *
 * Rows of films have the entries between nodes of one element of the part: those of owned nodes are
 * complete, and so are those of ghosts as far as coarse levels of multigrid need them.
 *
 * @param mesh of the part; may be empty for one of a voxel grid
 */
ConductionSystem systemOfPart(const ConductionSystem& whole, const PartOfBody& part, Mesh mesh);

/// A part of a system of heat conduction that is divided among several devices, see
/// systemOfPart(); a part of a voxel grid has no mesh.
struct ConductionOfPart : PartOfBody
{
  ConductionSystem system;
};

/// Divides a system among parts, some of which may be empty. @param lattice for multigrid on
/// voxels, of whose grid the system has the numbering, and no mesh; else null
std::vector<ConductionOfPart> divideConduction(
  const ConductionSystem& whole, const VoxelLattice* lattice, int parts);
}

#endif
