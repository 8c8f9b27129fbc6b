#ifndef TRABECULA_OPTIMIZATION_VERDICT_JUDGEOVERHANG_H
#define TRABECULA_OPTIMIZATION_VERDICT_JUDGEOVERHANG_H

#include "Core/Observer.h"
#include "Design/Stage/Sweep/SweepSettings.h"
#include "Geometry/Triangles/TriangleMesh.h"
#include "Mesh/Mesh.h"

#include <cstdint>
#include <optional>

namespace trabecula
{
/**
 * Counts what of a body cannot be printed: the places of the grid for layers over the mesh of its
 * design, see FormShape, of which more than half is inside the surface of the body while less than
 * 0.49 is of each of the five below, and which are neither in the first layer nor at the attached
 * side. It is what an Overhang counts of the densities of a design.
 *
 * @param surface closed
 * @return nothing if stopped
 * @throws Error if the surface is not closed, or the mesh cannot have the grid
 */
std::optional<std::int64_t> countUnsupported(const TriangleMesh& surface, const Mesh& mesh,
  const OverhangSettings& overhang, const FormGridSettings& grid, Observer& observer);
}

#endif
