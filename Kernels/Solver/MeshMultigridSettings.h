#ifndef TRABECULA_SOLVER_MESHMULTIGRIDSETTINGS_H
#define TRABECULA_SOLVER_MESHMULTIGRIDSETTINGS_H

#include "Solver/Aggregation/AggregationSettings.h"
#include "Solver/AuxiliaryLattice/LatticeFrame.h"
#include "Solver/AuxiliaryLattice/LatticeSettings.h"

#include <optional>

namespace trabecula
{
/// Settings of multigrid for a mesh that is not an image of voxels.
struct MeshMultigridSettings
{
  /// The lattice of LatticeMultigrid if that is the first choice, before aggregation; else empty.
  std::optional<LatticeFrame> lattice;
  LatticeSettings onLattice;
  AggregationSettings aggregation;
};
}

#endif
