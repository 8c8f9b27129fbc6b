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
  /// Nodes on faces of elements to which they do not belong.
  struct Nodes
  {
    std::int64_t count = 0;
    std::int32_t node = -1;    ///< the first
    std::int32_t element = -1; ///< on whose face it is
  };
  /// Hanging nodes: the elements are connected there by other nodes, so that displacements would be
  /// discontinuous.
  Nodes hanging;
  /// Nodes at which bodies touch without being connected.
  Nodes touching;

  /// Pairs of coincident faces that share no nodes.
  struct Faces
  {
    std::int64_t count = 0;
    std::int32_t elements[2] = { -1, -1 }; ///< of the first pair
  };
  Faces coincident;
};

/// Searches outer faces only: a cube of a million elements has 60 000. Positions are considered
/// equal within a ten-thousandth of the shortest side of a face.
MeshContacts findContacts(const Mesh& mesh, const SortedFaces& faces);

/// Descriptions for the user; empty if there are no such contacts.
std::string describeHanging(const Mesh& mesh, const MeshContacts& contacts);
std::string describeTouching(const MeshContacts& contacts);
}

#endif
