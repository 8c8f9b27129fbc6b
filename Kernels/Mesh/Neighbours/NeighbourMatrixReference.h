#ifndef TRABECULA_MESH_NEIGHBOURS_NEIGHBOURMATRIXREFERENCE_H
#define TRABECULA_MESH_NEIGHBOURS_NEIGHBOURMATRIXREFERENCE_H

#include "Mesh/Mesh.h"

#include <cstdint>
#include <set>
#include <vector>

namespace trabecula::reference
{
/// The nodes that share an element with each node, itself included.
std::vector<std::set<std::int32_t>> neighbours(const Mesh& mesh);
}

#endif
