#ifndef TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINEHIERARCHY_H
#define TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINEHIERARCHY_H

#include "Mesh/Nurbs/NurbsPatch.h"
#include "Operator/Isogeometric/SplineRows.h"
#include "Solver/SplineMultigrid/SplineProlongation.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// A space of splines of a hierarchy, on the host.
struct SplineLevel
{
  std::array<std::vector<double>, 3> knots;
  RowLayoutOfGrid layout;
  std::array<BandMatrix, 3> prolongations; ///< from the next coarser level; empty on the coarsest
  std::vector<std::uint8_t> constrained; ///< one per unknown, nonzero if constrained; may be empty
};

/// Makes spaces nested in that of a patch, finest first. The coarsest has few unknowns, or one
/// element.
std::vector<SplineLevel> makeSplineLevels(const NurbsPatch& patch);

/// Sets constrained unknowns of all levels from those of the finest.
void constrainSplines(const std::vector<std::uint8_t>& supports, std::vector<SplineLevel>& levels);
}

#endif
