#ifndef TRABECULA_TESTING_KERNELS_STRESSNORMPROBLEMS_H
#define TRABECULA_TESTING_KERNELS_STRESSNORMPROBLEMS_H

#include "Support/CellTypes.h"

#include <array>
#include <cstddef>

namespace trabecula::testing
{
/// Returns the mean of the corners of an element.
Point centreOf(const Mesh& mesh, std::size_t element);

/// Returns the box 2 x 1 x 1 of the known answers, clamped at x = 0, with a traction of total force
/// 1 in -z at x = 2. The stress is measured in 0.2 < x < 1.8.
/// @param cells along the axes; those of the known answers by default
TopologyProblem knownBox(CellType type, const std::array<int, 3>& cells = {});
/// Adds the load cases in y and about x of the known answers.
void addTwoLoads(TopologyProblem& problem);

/// Returns the L-bracket of the known answers: the box 1 x 1 x 0.1 without x, y > 0.4, clamped at y
/// = 1, with a total force of -1 in y over x = 1, y > 0.3, where the elements of x > 0.9 are solid.
/// @param cells along the height
/// @param layers across the thickness
TopologyProblem lBracket(int cells = 20, int layers = 2);
}

#endif
