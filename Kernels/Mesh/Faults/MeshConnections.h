#ifndef TRABECULA_MESH_FAULTS_MESHCONNECTIONS_H
#define TRABECULA_MESH_FAULTS_MESHCONNECTIONS_H

#include "Mesh/Mesh.h"
#include "Mesh/MeshFaces.h"

#include <string>

namespace trabecula
{
// Faults in how the elements of a mesh are connected. Meshes whose elements are connected like
// voxels (see findVoxelLattice()) cannot have such faults.

/// @throws Error for duplicate elements
void checkRepeatedElements(const Mesh& mesh, const SortedFaces& faces);
/// @throws Error for duplicate elements, and for hanging nodes
void checkConnections(const Mesh& mesh, const SortedFaces& faces);

/// A warning about parts that touch without being connected, of one or several sentences; empty if
/// there are none.
/// @param mesh that passes checkConnections()
std::string warningOfContacts(const Mesh& mesh);
}

#endif
