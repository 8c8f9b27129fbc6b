#ifndef TRABECULA_TESTING_FILTERS_FUZZSHAPEPARTS_H
#define TRABECULA_TESTING_FILTERS_FUZZSHAPEPARTS_H

#include "FuzzShapes.h"

namespace trabecula::testing
{
/// @return the number of the point
vtkIdType addShapePoint(FuzzShape& shape, const std::array<double, 3>& x);

/// A box with edges twice the size.
void addShapeBox(
  FuzzShape& shape, const std::array<double, 3>& centre, double size, FuzzRandom& random);

/// A box, a ball, a torus or a tetrahedron, which is at most the size away from the centre along
/// each axis.
void addShapePart(
  FuzzShape& shape, const std::array<double, 3>& centre, double size, FuzzRandom& random);
}

#endif
