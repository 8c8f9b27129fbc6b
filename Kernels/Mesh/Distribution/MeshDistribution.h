#ifndef TRABECULA_MESH_DISTRIBUTION_MESHDISTRIBUTION_H
#define TRABECULA_MESH_DISTRIBUTION_MESHDISTRIBUTION_H

#include "Mesh/Distribution/HaloPlan.h"
#include "Mesh/Mesh.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * A part of a mesh for operators: its elements, and as ghosts the elements of other parts that
 * touch its nodes.
 *
 * Elements are disjoint; a node is owned by the lowest of the parts whose elements touch it. A part
 * may be empty.
 */
struct MeshOfPart
{
  Mesh mesh; ///< nodes and elements in the order of the plans
  HaloPlan nodes;
  HaloPlan elements;
};

/// The mesh of each part. @param partOfElement part of each element @param parts number of parts
/// @throws Error unless each element is given a number from 0 to parts - 1
std::vector<MeshOfPart> distributeMesh(
  const Mesh& mesh, const std::vector<std::int32_t>& partOfElement, int parts);

/// Parts of elements by recursive bisection of centroids. Numbers of elements differ by one at most
/// if all are of one type; else numbers of nodes of all elements are about equal.
/// @throws Error for less than one part
std::vector<std::int32_t> bisectElements(const Mesh& mesh, int parts);

/**
 * Plans for a filter: the ghosts of a part are the elements of other parts whose centroids are
 * within a radius of one of its own centroids.
 *
 * @param centroids three for each element, length
 * @throws Error unless each element is given a centroid and a part from 0 to parts - 1
 */
std::vector<HaloPlan> planFilterHalos(const std::vector<double>& centroids,
  const std::vector<std::int32_t>& partOfElement, int parts, double radius);
}

#endif
