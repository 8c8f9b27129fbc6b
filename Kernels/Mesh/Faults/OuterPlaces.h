#ifndef TRABECULA_MESH_FAULTS_OUTERPLACES_H
#define TRABECULA_MESH_FAULTS_OUTERPLACES_H

#include "Mesh/Cloud/PointTree.h"
#include "Mesh/Faults/OuterFaces.h"
#include "Mesh/Mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The nodes of outer faces grouped by position: a mesh whose parts have separate nodes has several
/// nodes in one place.
class OuterPlaces
{
public:
  OuterPlaces(const Mesh& mesh, const std::vector<OuterFace>& outer);

  /// A search tree of the places; Point::number is the number of the place.
  PointTree tree(const Mesh& mesh) const;

  std::int32_t placeOf(std::int32_t node) const
  {
    return this->PlaceOfNode[static_cast<std::size_t>(node)];
  }

  /// Calls visit(node) for the nodes at a place in ascending order until it returns false.
  template <class Visit>
  void visit(std::int32_t place, const Visit& visit) const
  {
    const auto p = static_cast<std::size_t>(place);
    for (std::size_t i = this->Starts[p]; i < this->Starts[p + 1] && visit(this->Nodes[i]); ++i)
    {
    }
  }

private:
  std::vector<std::int32_t> PlaceOfNode; ///< -1 for other nodes
  std::vector<std::int32_t> Nodes;       ///< by places, ascending in each
  std::vector<std::size_t> Starts;       ///< begin of each place in Nodes; one more than places
};
}

#endif
