#ifndef TRABECULA_DESIGN_FILTER_CORNERSHARES_H
#define TRABECULA_DESIGN_FILTER_CORNERSHARES_H

#include "Mesh/Mesh.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
/// The mesh of linear elements on the corners of another one, with its nodes; those in the middle
/// of edges are then in no element.
Mesh meshOfCorners(const Mesh& mesh);

/// Integrals over linear elements, by which values of elements are distributed to nodes.
struct CornerShares
{
  std::size_t corners = 0;     ///< places for corners of each element, 4 or 8
  std::vector<double> volumes; ///< of each element, the sum of its shares
  /// The integral of the shape function of each corner of each element, 0 in places without a
  /// corner. Empty if all corners of each element have equal shares.
  std::vector<double> shares;
  /// Whether the Laplacian of an element has entries of both signs beside its diagonal, so that
  /// values can leave the range of their data.
  bool hasObtuseElements = false;
  /// The sum of the diagonals of the Laplacians of all elements, length.
  double traceOfLaplacian = 0.0;
};

/// @param linear a mesh of linear elements
/// @param areCongruent whether all elements are bricks of the same size
CornerShares cornerShares(const Mesh& linear, bool areCongruent);
}

#endif
