#ifndef TRABECULA_TESTING_FILTERS_FUZZSHAPEPARTS_H
#define TRABECULA_TESTING_FILTERS_FUZZSHAPEPARTS_H

#include "FuzzShapes.h"

namespace trabecula::testing
{
/// Adds a point. @return its index
vtkIdType addShapePoint(FuzzShape& shape, const std::array<double, 3>& x);

/// Adds a box whose edges are twice the size.
void addShapeBox(
  FuzzShape& shape, const std::array<double, 3>& centre, double size, FuzzRandom& random);

/// Adds a box, a ball, a torus or a tetrahedron, which extends at most by the size from the centre
/// along each axis.
void addShapePart(
  FuzzShape& shape, const std::array<double, 3>& centre, double size, FuzzRandom& random);
}

#endif
