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

/// Triangles of a surface's polygons. STL files repeat the points of each triangle,
/// so coincident points are merged.
TriangleMesh trianglesOf(vtkPolyData* surface);

/// Loads of cells that the part's surface passes through act on corners outside of it, too.
/// @param solid of the body's elements @return a sentence on what was moved; empty if nothing was
std::string moveLoads(
  const TopologyProblem& design, StructuralProblem& body, const std::vector<double>& solid);
}

#endif
