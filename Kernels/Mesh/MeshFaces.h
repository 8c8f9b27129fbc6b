#ifndef TRABECULA_MESH_MESHFACES_H
#define TRABECULA_MESH_MESHFACES_H

#include "Core/DeviceVector.h"
#include "Mesh/Mesh.h"

#include <cstdint>
#include <string>

namespace trabecula
{
/// Faces of all elements in an order in which those with the same corners are neighbours.
struct SortedFaces
{
  DeviceVector<std::uint64_t, HostSpace> keys;    ///< ascending; a hash of the corners
  DeviceVector<std::int32_t, HostSpace> elements; ///< whose face it is; ascending at one key
  DeviceVector<std::uint8_t, HostSpace> faces;    ///< which face of it
};

SortedFaces sortFaces(const Mesh& mesh);

/**
 * Finds faces of neighbouring cells that do not match, so that displacements would jump there: a
 * quadrilateral against triangles, linear against quadratic, other mid-edge nodes.
 *
 * @return a sentence for the user that names the first cell and the number of such faces; empty if
 * there is none
 */
std::string describeMismatch(const Mesh& mesh);
std::string describeMismatch(const Mesh& mesh, const SortedFaces& faces);
}

#endif
