#ifndef TRABECULA_MESH_FAULTS_MESHCONNECTIONS_H
#define TRABECULA_MESH_FAULTS_MESHCONNECTIONS_H

#include "Mesh/Mesh.h"
#include "Mesh/MeshFaces.h"

#include <string>

namespace trabecula
{
// What is wrong, or may be, with how the elements of a mesh are connected. Meshes whose elements
// are connected like voxels (see findVoxelLattice()) cannot have such faults.

/// @throws Error for elements that are there twice
void checkRepeatedElements(const Mesh& mesh, const SortedFaces& faces);
/// @throws Error for elements that are there twice, and for nodes that hang on faces
void checkConnections(const Mesh& mesh, const SortedFaces& faces);

/// On parts that touch without being connected, a sentence or more; empty where there are none.
/// @param mesh that passes checkConnections()
std::string warningOfContacts(const Mesh& mesh);
}

#endif
