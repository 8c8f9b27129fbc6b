#ifndef TRABECULA_GEOMETRY_LEVEL_CENTREINTERPOLATION_H
#define TRABECULA_GEOMETRY_LEVEL_CENTREINTERPOLATION_H

#include "Geometry/ElementTetrahedra.h"
#include "Mesh/ElementFaces.h"
#include "Mesh/Mesh.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// Calls add(node, weight) for the nodes from which the value at the centre of a side is
/// interpolated.
template <class Add>
void interpolateOnSide(const Mesh& mesh, std::int64_t side, Add&& add)
{
  const bool isQuadratic = mesh.shape(std::size_t(ElementFaces::elementOf(side))).isQuadratic();
  const FaceLoop<std::int32_t> loop = nodesOfSide(mesh, side);
  const CentreWeights weights = weightsInFace(loop.size(), isQuadratic);
  for (std::size_t i = 0; i < loop.size(); ++i)
  {
    add(loop[i], isQuadratic && i % 2 == 1 ? weights.middle : weights.corner);
  }
}

/// The same for the centre of an element.
template <class Add>
void interpolateInElement(const Mesh& mesh, std::size_t element, Add&& add)
{
  const CellShape& shape = mesh.shape(element);
  const CentreWeights weights = weightsInElement(shape);
  for (std::size_t i = 0; i < mesh.nodesOf(element); ++i)
  {
    add(mesh.element(element)[i], i < std::size_t(shape.corners) ? weights.corner : weights.middle);
  }
}
}

#endif
