#ifndef TRABECULA_TESTING_OPTIMIZATION_LEVELSET_DENSITYBODY_H
#define TRABECULA_TESTING_OPTIMIZATION_LEVELSET_DENSITYBODY_H

#include "Core/Device.h"
#include "Optimization/LevelSet/LevelSetExamples.h"

#include <array>
#include <vector>

namespace trabecula::testing
{
/// An analysis of the body inside of a contour.
struct ContourBody
{
  double compliance = 0.0;
  double volumeFraction = 0.0;
};

/// Analyses the body inside of the contour of a level set on a plane patch: with cut elements of
/// half the size, a very small weak ratio, and no averaging.
ContourBody contourBody(
  LevelSetExample example, const std::array<int, 3>& elements, const std::vector<double>& levelSet);

/**
 * The body of a design by densities for a plane example at its volume fraction: SIMP with
 * optimality criteria and a density filter of 1.5 elements on one layer of hexahedra that is free
 * across the plane, and the contour of its densities, as means at nodes, that has the wanted area.
 */
ContourBody densityBody(
  LevelSetExample example, const std::array<int, 3>& elements, const Device& device);
}

#endif
