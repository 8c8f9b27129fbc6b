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
/// The expected response to an input.
enum class Answer
{
  Any,
  Taken,
  Refused
};

/// Polygons, mostly triangles, given by point indices.
struct FuzzShape
{
  std::vector<std::array<double, 3>> points;
  std::vector<std::vector<vtkIdType>> polygons;
  Answer answer = Answer::Taken; ///< whether it is the boundary of a solid
  bool isFlat = false;           ///< whether a part is so flat that rounding may invert it
  std::string description;
};

/// Makes a box, ball, tetrahedron or torus, or two of them: separate, nested as a cavity or as a
/// solid, or intersecting; with any orientation, size and position.
FuzzShape makeShape(FuzzRandom& random);

/// Moves, reverses, repeats, adds or removes a point or polygon.
void changeShape(FuzzShape& shape, FuzzRandom& random);

/// Returns the shape with arrays of forces and marks, sometimes with lines and strips, and
/// sometimes with separate points for each polygon.
vtkSmartPointer<vtkPolyData> polyDataOf(const FuzzShape& shape, FuzzRandom& random);

/// Returns the signed volume by the divergence theorem.
/// @param magnitude sum of the magnitudes of the terms, for tolerances
double enclosedVolumeOf(vtkPolyData* surface, double& magnitude);
}

#endif
