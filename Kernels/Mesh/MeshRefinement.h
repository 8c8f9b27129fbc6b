#ifndef TRABECULA_MESH_MESHREFINEMENT_H
#define TRABECULA_MESH_MESHREFINEMENT_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Division of each hexahedron of a mesh into parts^3, uniform in its reference coordinates xi, eta,
 * zeta, so that trilinear fields of the coarse mesh are fields of the fine one.
 */
class MeshRefinement
{
public:
  /// Interpolation weight of a coarse node at a fine node: the value of the coarse shape function
  /// there.
  struct Share
  {
    std::int32_t node;
    double weight;
  };

  /// @param parts along each direction, from 1 to 16 @throws Error if there are more nodes than
  /// 32-bit numbers
  MeshRefinement(const Mesh& coarse, int parts);

  /// Part (i, j, k) in xi, eta and zeta of coarse element e is element parts^3 e + i + parts (j +
  /// parts k).
  /// Nodes of the coarse mesh keep their numbers and come first.
  const Mesh& mesh() const { return this->Fine; }
  int parts() const { return this->Parts; }

  /// Fine node at (i, j, k) of a coarse element, each from 0 to parts.
  std::int32_t node(std::size_t element, int i, int j, int k) const;

  /// The coarse nodes from which a fine node is interpolated, 1 to 8; their weights sum to 1.
  const Share* begin(std::size_t fineNode) const
  {
    return this->Shares.data() + this->Starts[fineNode];
  }
  const Share* end(std::size_t fineNode) const
  {
    return this->Shares.data() + this->Starts[fineNode + 1];
  }

private:
  int Parts;
  Mesh Fine;
  std::vector<std::int32_t> Lattice; ///< (parts + 1)^3 fine nodes per coarse element
  std::vector<std::size_t> Starts;
  std::vector<Share> Shares;
};
}

#endif
