#ifndef TRABECULA_OPTIMIZATION_VALIDATION_LOADPATHS_H
#define TRABECULA_OPTIMIZATION_VALIDATION_LOADPATHS_H

#include "Optimization/TopologyProblem.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Whether a component of a point is supported, or has a spring. Springs of a problem with an
/// output are those of actuator and workpiece, which are no supports.
bool isHeldAt(const ElasticConditions& conditions, const DesignProblem& design, std::size_t point);

/// The elements and points that have no material in any design, due to the design region.
struct VoidParts
{
  std::vector<std::uint8_t> elements; ///< one flag per element of the mesh; empty: none is void
  std::vector<std::uint8_t> points;   ///< one flag per point of the mesh; empty: none is void
};

/// Returns the void parts for a design region of elements, or of nodes that are the points of the
/// mesh. In the latter case, elements are void if all their corners are.
VoidParts voidParts(const Mesh& mesh, const std::vector<DesignRegion>& region);

/**
 * Checks that void leaves a way through elements with a node in common from each load, from the
 * output of a mechanism, and from each solid element to a point that is supported, see isHeldAt(),
 * and from any of the supports that are moved to what resists them, see movedSupports().
 *
 * @param standIns for each point the one whose elements are those around it; empty: itself
 * @throws Error naming the load case and the point, or the element
 */
void checkLoadPaths(const StructuralProblem& structure, const DesignProblem& design,
  const VoidParts& parts, const std::vector<std::int32_t>& standIns = {});
void checkLoadPaths(const StructuralProblem& structure, const DesignProblem& design);
}

#endif
