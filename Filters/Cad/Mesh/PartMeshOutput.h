#ifndef TRABECULA_FILTERS_PARTMESHOUTPUT_H
#define TRABECULA_FILTERS_PARTMESHOUTPUT_H

#include "PartMesh.h"

class vtkUnstructuredGrid;

namespace trabecula::filters
{
/**
 * Writes the tetrahedra with the cell array of ids CadSolid. As a tetrahedron may have outer faces
 * on several CAD faces, no array of cells or points says which these are; field data do: the points
 * of the corners of each outer face in BoundaryTriangle, and its CAD face in CadFaceOfBoundary.
 */
void writePartMesh(const PartMesh& part, vtkUnstructuredGrid* output);
}

#endif
