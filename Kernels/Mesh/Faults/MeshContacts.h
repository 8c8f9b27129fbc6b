#ifndef TRABECULA_MESH_FAULTS_MESHCONTACTS_H
#define TRABECULA_MESH_FAULTS_MESHCONTACTS_H

#include "Mesh/Mesh.h"
#include "Mesh/MeshFaces.h"

#include <cstdint>
#include <string>

namespace trabecula
{
/// Outer faces that touch without having the same nodes.
struct MeshContacts
{
  /// Nodes on the face of an element that does not have them.
  struct Nodes
  {
    std::int64_t count = 0;
    std::int32_t node = -1;    ///< the first
    std::int32_t element = -1; ///< on whose face it lies
  };
  /// Of elements that are connected there by other nodes: displacements would jump.
  Nodes hanging;
  /// Of bodies that only touch there.
  Nodes touching;

  /// Pairs of faces with all corners in the same places, but with nodes of their own.
  struct Faces
  {
    std::int64_t count = 0;
    std::int32_t elements[2] = { -1, -1 }; ///< of the first pair
  };
  Faces coincident;
};

/// Only outer faces are searched: of a million elements in a cube these are 60 000. Positions are
/// the same within a ten-thousandth of the shortest side of a face.
MeshContacts findContacts(const Mesh& mesh, const SortedFaces& faces);

/// Sentences for the user; empty if there is nothing to say.
std::string describeHanging(const Mesh& mesh, const MeshContacts& contacts);
std::string describeTouching(const MeshContacts& contacts);
}

#endif
