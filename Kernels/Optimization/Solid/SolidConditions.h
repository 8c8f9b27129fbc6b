#ifndef TRABECULA_OPTIMIZATION_SOLID_SOLIDCONDITIONS_H
#define TRABECULA_OPTIMIZATION_SOLID_SOLIDCONDITIONS_H

#include "Optimization/Solid/KeptSolid.h"
#include "Optimization/TopologyProblem.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Returns one flag per point: 1 for points of elements.
std::vector<std::uint8_t> pointsOfElements(const Mesh& mesh);

/**
 * One flag per point of the conditions: 1 where the structure is loaded or supported, that is where
 * a load case or a spring acts, where output weights are not zero, where a displacement other than
 * zero is prescribed, or where all three components are supported.
 *
 * Points supported in one or two directions are not among them: those of a plane of symmetry are
 * supported in this way. A load case that acts on every used point, such as the weight, does not
 * count.
 *
 * @param isUsed as of pointsOfElements()
 */
std::vector<std::uint8_t> loadedAndHeldPoints(const ElasticConditions& conditions,
  const DesignProblem& design, const std::vector<std::uint8_t>& isUsed);

/// One flag per element: 1 within this number of layers of elements around the marked points.
std::vector<std::uint8_t> layersOfElements(
  const Mesh& mesh, std::vector<std::uint8_t> points, int layers);

/**
 * Makes the design entities that are marked solid; void ones remain void.
 *
 * @param region empty means that all are Design
 * @param volumes one per entity
 * @param most changes nothing if more than this share of all volume would become solid
 * @param bound changes nothing if more than this share would be solid together with what is solid
 * already
 */
KeptSolid makeSolidWithin(std::vector<DesignRegion>& region,
  const std::vector<std::uint8_t>& isMarked, const std::vector<double>& volumes, double most,
  double bound);

/// Makes the design entities that are marked solid; void ones remain void.
/// @param region empty means that all are Design
/// @param most changes nothing if more than this share of all entities is marked
/// @return how many are solid now that were not
std::size_t makeSolid(
  std::vector<DesignRegion>& region, const std::vector<std::uint8_t>& isMarked, double most = 1.0);

/**
 * Makes elements at loaded and supported points solid, in designRegion.
 *
 * @param layers of elements around these points; 0 changes nothing
 * @param most changes nothing if these are more than this share of all elements
 * @return how many elements are solid now that were not
 * @throws Error for a mesh that checkMesh() refuses
 */
std::size_t keepConditionsSolid(TopologyProblem& problem, int layers, double most = 1.0);
}

#endif
