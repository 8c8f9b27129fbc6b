#ifndef TRABECULA_GEOMETRY_FACES_CYLINDERSTRIPS_H
#define TRABECULA_GEOMETRY_FACES_CYLINDERSTRIPS_H

#include "Geometry/Faces/FacetGraph.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Finds cylinders that meet other faces smoothly, as a rounded edge meets the planes beside it, by
 * three neighbouring facets that are strips along one axis with all corners at one distance from
 * it; facets across smooth edges with corners at this distance are added. A plane beside a cylinder
 * has its far corners elsewhere.
 *
 * Where the surface goes on smoothly along the axis, the facets there must have less than a third
 * of the area of the strips: belts of spheres and tori consist of strips, too.
 *
 * @param angle above which edges are sharp, degrees @param rounding of coordinates, length
 * @return for each facet the number of its cylinder, from 0, or -1
 */
std::vector<std::int32_t> findCylinderStrips(
  const TriangleMesh& mesh, const FacetGraph& graph, double angle, double rounding);
}

#endif
