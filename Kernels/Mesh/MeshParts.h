#ifndef TRABECULA_MESH_MESHPARTS_H
#define TRABECULA_MESH_MESHPARTS_H

#include "Mesh/AttachedBodies.h"
#include "Mesh/Mesh.h"
#include "Mesh/MeshFaces.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// Parts of a mesh whose elements are connected through faces. Two parts may still share nodes, as
/// at a hinge.
struct MeshParts
{
  std::vector<std::int32_t> partOfElement;
  std::int32_t count = 0;
};

MeshParts findParts(const Mesh& mesh);
MeshParts findParts(const Mesh& mesh, const SortedFaces& faces);

/// Number of bodies whose elements are connected through nodes.
std::size_t numberOfBodies(const Mesh& mesh);

/**
 * Finds a strain-free motion that the supports do not prevent: each part moves as a rigid body,
 * parts have equal displacements at shared nodes, and supported components are zero.
 *
 * @param supports 3 per node, nonzero where a component is fixed
 * @param attached rigid bodies to which nodes are attached, none by default
 * @return a description of the motion for the user; empty if there is none
 */
std::string describeFreeMotion(const Mesh& mesh, const MeshParts& parts,
  const std::vector<std::uint8_t>& supports, const AttachedBodies& attached = {});

/// The strain-free motions that supports do not prevent.
struct FreeMotions
{
  /// Displacements, 3 per node each; zero at nodes without elements. They are independent.
  std::vector<std::vector<double>> motions;
  /// Unknowns, 3 node + component, that prevent all these motions if they are held: as many.
  std::vector<std::size_t> holds;
};

/// Finds all motions of describeFreeMotion().
/// @throws Error if the mesh falls into so many parts that this is a mistake
FreeMotions findFreeMotions(
  const Mesh& mesh, const MeshParts& parts, const std::vector<std::uint8_t>& supports);
}

#endif
