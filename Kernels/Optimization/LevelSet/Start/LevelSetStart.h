#ifndef TRABECULA_OPTIMIZATION_LEVELSET_START_LEVELSETSTART_H
#define TRABECULA_OPTIMIZATION_LEVELSET_START_LEVELSETSTART_H

#include "Core/Context.h"
#include "Design/LevelSet/LevelSetParametrization.h"
#include "Optimization/LevelSet/LevelSetProblem.h"
#include "Optimization/LevelSet/LevelSetStages.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Returns the initial coefficients of a problem: the given ones, or those of its holes, with fixed
/// ones according to the design region, linked.
/// @throws Error if all of the body is solid or void
std::vector<double> startOf(
  const Context<HostSpace>& context, const LevelSetProblem& problem, const LinkedDesign& linked);

/// Bounds of coefficients that are distances from the contour.
LevelSetBounds boundsOfDistances(const NurbsPatch& patch);

/// Bounds of the coefficients of a problem with the initial ones.
LevelSetBounds boundsOf(const LevelSetProblem& problem, const std::vector<double>& start);

/// Returns one value per coefficient, 0 where it is fixed.
std::vector<std::uint8_t> freeCoefficients(const LinkedDesign& linked, std::size_t controlPoints);

/// Returns the coefficients of the first design, which the map of a draw direction makes of the
/// initial ones; without that these themselves.
std::vector<double> firstCoefficients(const Context<HostSpace>& context,
  const LevelSetProblem& problem, const LinkedDesign& linked, const std::vector<double>& start);

/// Bounds of each coefficient over all designs.
struct CoefficientRange
{
  std::vector<double> lowest;
  std::vector<double> highest;
};

/// @param start of the problem, with the fixed coefficients
CoefficientRange rangeOfCoefficients(const Context<HostSpace>& context,
  const LevelSetProblem& problem, const LinkedDesign& linked, const std::vector<double>& start);
}

#endif
