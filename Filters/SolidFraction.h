#ifndef TRABECULA_FILTERS_SOLIDFRACTION_H
#define TRABECULA_FILTERS_SOLIDFRACTION_H

#include "Core/Observer.h"
#include "Mesh/HexMesh.h"

#include <optional>
#include <vector>

class vtkPolyData;

namespace trabecula::filters
{
/**
 * The part of each hexahedron's volume that lies inside a closed surface, in [0, 1].
 *
 * Hexahedra that the surface passes through are sampled at samples^3 points, even in their own
 * coordinates and weighed by the volume that each stands for, so that a fraction is right to about
 * 1 / samples^2 and the body's volume to much less; the others at their centre. VTK says which
 * points are inside (vtkSelectEnclosedPoints), by several threads.
 *
 * @return nothing if the observer asks to stop
 */
std::optional<std::vector<double>> solidFractions(
  const HexMesh& mesh, vtkPolyData* surface, int samples, Observer& observer);

/// Triangles of a surface's polygons, without lines and points.
/// @throws Error if there are none, or they enclose nothing: edges of one or of more than two of
/// them are counted
vtkPolyData* requireClosedSurface(vtkPolyData* input, vtkPolyData* triangles);

/// Volume that a closed surface of triangles encloses, length cubed.
double enclosedVolume(vtkPolyData* triangles);
}

#endif
