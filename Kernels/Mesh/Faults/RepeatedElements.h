#ifndef TRABECULA_MESH_FAULTS_REPEATEDELEMENTS_H
#define TRABECULA_MESH_FAULTS_REPEATEDELEMENTS_H

#include "Mesh/Mesh.h"
#include "Mesh/MeshFaces.h"

#include <string>

namespace trabecula
{
/**
 * Finds elements with the same nodes in any order, whose stiffness would count twice.
 *
 * @return a sentence for the user that names the first two; empty if there are none
 */
std::string describeRepeatedElements(const Mesh& mesh, const SortedFaces& faces);
}

#endif
