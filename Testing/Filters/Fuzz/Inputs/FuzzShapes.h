#ifndef TRABECULA_TESTING_FILTERS_FUZZSHAPES_H
#define TRABECULA_TESTING_FILTERS_FUZZSHAPES_H

#include "FuzzRandom.h"

#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkType.h"

#include <array>
#include <string>
#include <vector>

namespace trabecula::testing
{
/// What must become of an input.
enum class Answer
{
  Any,
  Taken,
  Refused
};

/// Polygons, mostly triangles, whose corners are numbers of points.
struct FuzzShape
{
  std::vector<std::array<double, 3>> points;
  std::vector<std::vector<vtkIdType>> polygons;
  Answer answer = Answer::Taken; ///< whether it is the boundary of a solid
  bool isFlat = false;           ///< a part is so flat that rounding may turn it inside out
  std::string description;
};

/// A box, ball, tetrahedron or torus, or two of them: apart, one within the other as a cavity or as
/// a solid, or across each other; of any orientation, size and place.
FuzzShape makeShape(FuzzRandom& random);

/// Moves, turns, repeats, adds or takes away a point or polygon.
void changeShape(FuzzShape& shape, FuzzRandom& random);

/// With arrays of forces and marks, sometimes lines and strips, sometimes points of their own for
/// each polygon.
vtkSmartPointer<vtkPolyData> polyDataOf(const FuzzShape& shape, FuzzRandom& random);

/// Signed volume by the divergence theorem.
/// @param magnitude of the sum's terms, for tolerances
double enclosedVolumeOf(vtkPolyData* surface, double& magnitude);
}

#endif
