#ifndef TRABECULA_OPTIMIZATION_MESHFREE_MESHFREESOLID_H
#define TRABECULA_OPTIMIZATION_MESHFREE_MESHFREESOLID_H

#include "Optimization/Meshfree/MeshfreeProblem.h"
#include "Optimization/Solid/KeptSolid.h"

#include <cstddef>

namespace trabecula
{
/// Makes nodes solid as keepConditionsSolid() of a TopologyProblem: the nodes of these elements or,
/// if nodes are not the points of the mesh, those in bounding boxes of these elements.
std::size_t keepConditionsSolid(MeshfreeProblem& problem, int layers, double most = 1.0);
KeptSolid keepNeighbourhoodSolid(MeshfreeProblem& problem, double most = 1.0);
}

#endif
