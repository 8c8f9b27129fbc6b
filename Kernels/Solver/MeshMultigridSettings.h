#ifndef TRABECULA_SOLVER_MESHMULTIGRIDSETTINGS_H
#define TRABECULA_SOLVER_MESHMULTIGRIDSETTINGS_H

#include "Solver/Aggregation/AggregationSettings.h"
#include "Solver/AuxiliaryLattice/LatticeFrame.h"
#include "Solver/AuxiliaryLattice/LatticeSettings.h"

#include <optional>

namespace trabecula
{
/// Multigrid for a mesh that is no lattice itself.
struct MeshMultigridSettings
{
  /// Of LatticeMultigrid, if that is the first choice; then aggregation is the second.
  std::optional<LatticeFrame> lattice;
  LatticeSettings onLattice;
  AggregationSettings aggregation;
};
}

#endif
