#ifndef TRABECULA_FILTERS_BODYANALYSISINPUT_H
#define TRABECULA_FILTERS_BODYANALYSISINPUT_H

#include "Geometry/Triangles/TriangleMesh.h"
#include "Optimization/TopologyProblem.h"

#include <string>
#include <vector>

class vtkPolyData;

namespace trabecula::filters
{
/// Smallest solid fraction of cells that can carry loads.
constexpr double LeastSolid = 1e-3;

/// Returns a warning if the volume of the mesh differs from the volume that the surface encloses;
/// else an empty string.
std::string warningOfLostVolume(double enclosed, double found);

/// Returns the polygons of a surface as triangles. STL files repeat the points of each triangle, so
/// coincident points are merged.
TriangleMesh trianglesOf(vtkPolyData* surface);

/// Moves loads to the body: loads on cells that the surface of the part intersects also act on
/// nodes outside the part.
/// @param solid solid fractions of the elements of the body
/// @return a sentence on what was moved; empty if nothing was
std::string moveLoads(
  const TopologyProblem& design, StructuralProblem& body, const std::vector<double>& solid);
}

#endif
