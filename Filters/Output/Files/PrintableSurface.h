#ifndef TRABECULA_FILTERS_PRINTABLESURFACE_H
#define TRABECULA_FILTERS_PRINTABLESURFACE_H

#include "Core/Observer.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <string>

class vtkPolyData;

namespace trabecula::filters
{
/// The boundary of a solid for files that state its topology.
struct PrintableSurface
{
  TriangleMesh mesh; ///< each edge has two triangles; all points are in use
  std::string unit;  ///< of the coordinates: mm, cm, m or inch; empty if the dataset has none
};

/**
 * Reads the polygons of a dataset. The points are those of the dataset if its triangles are closed,
 * otherwise points of equal coordinates are merged. Triangles with two equal corners are left out.
 * The unit is that of the field array `LengthUnit`, or the first of those of `Units`.
 *
 * @throws Error that names the fault and the remedy: no polygons, open edges, edges of more than
 * two triangles, triangles or pieces that are inside out, a unit that is not known
 */
PrintableSurface readPrintableSurface(vtkPolyData* surface, Observer& observer);

/// Length of a unit of PrintableSurface in millimetres. @throws Error if the unit is not known
double millimetresOf(const std::string& unit);
}

#endif
