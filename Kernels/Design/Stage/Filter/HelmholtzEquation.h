#ifndef TRABECULA_DESIGN_STAGE_FILTER_HELMHOLTZEQUATION_H
#define TRABECULA_DESIGN_STAGE_FILTER_HELMHOLTZEQUATION_H

// What Helmholtz filters of elements and of nodes have in common; for their sources alone.

#include "Core/Parallel.h"
#include "Core/Requirements.h"
#include "Design/Filter/CornerShares.h"
#include "Mesh/Mesh.h"
#include "Solver/SolverReport.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula::detail
{
/// Cuts values off at the ends of [lowest, 1], and marks where.
template <class Space>
void cutOff(
  const Context<Space>& context, std::int64_t n, double lowest, double* y, std::uint8_t* isCut)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      isCut[i] = y[i] < lowest || y[i] > 1.0;
      y[i] = y[i] < lowest ? lowest : (y[i] > 1.0 ? 1.0 : y[i]);
    });
}

/// l^2 of a filter of radius R.
inline double squaredLength(double radius)
{
  constexpr double ofRadius = 12.0; // (R / l)^2
  return radius * radius / ofRadius;
}

/// The masses of nodes, integrals of their shape functions: the lumped M. @param linear a mesh of
/// linear elements
inline std::vector<double> massesOfNodes(const Mesh& linear, const CornerShares& shares)
{
  std::vector<double> masses(linear.numberOfNodes(), 0.0);
  for (std::size_t e = 0; e < linear.numberOfElements(); ++e)
  {
    for (std::size_t a = 0; a < linear.nodesOf(e); ++a)
    {
      masses[static_cast<std::size_t>(linear.element(e)[a])] += shares.shares.empty()
        ? shares.volumes[e] / static_cast<double>(shares.corners)
        : shares.shares[e * shares.corners + a];
    }
  }
  return masses;
}

inline void requireConverged(const SolverReport& report, double radius)
{
  if (!report.converged)
  {
    fail("The Helmholtz filter has a residual of ", report.residual, " after ", report.iterations,
      " iterations. Choose a smaller Filter Radius than ", radius, ", or the Filter Type Density.");
  }
}
}

#endif
