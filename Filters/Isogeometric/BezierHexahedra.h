#ifndef TRABECULA_FILTERS_BEZIERHEXAHEDRA_H
#define TRABECULA_FILTERS_BEZIERHEXAHEDRA_H

#include "vtkSmartPointer.h"

class vtkDataSet;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/**
 * A hexahedron with straight edges for each Bezier cell, between its corners; quadrilaterals, which
 * have the thickness 1, are extruded along z. With the arrays of cells and the field data.
 *
 * @return null unless the input is an unstructured grid of nothing but VTK_BEZIER_HEXAHEDRON, or
 * nothing but VTK_BEZIER_QUADRILATERAL
 */
vtkSmartPointer<vtkUnstructuredGrid> hexahedraOfBezierCells(vtkDataSet* input);
}

#endif
