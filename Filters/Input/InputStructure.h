#ifndef TRABECULA_FILTERS_INPUTSTRUCTURE_H
#define TRABECULA_FILTERS_INPUTSTRUCTURE_H

class vtkDataSet;

namespace trabecula::filters
{
/**
 * Checks the assumptions of VTK and the filters about the point indices of cells, because a file
 * can contain arbitrary values.
 *
 * Cells lie within the connectivity and name existing points, have a known type and the number of
 * nodes of that type; arrays have a tuple for each point or cell; the size of an image can be
 * counted. Values of coordinates and arrays are not examined.
 *
 * @throws Error with the index of the first damaged cell, or the name of the damaged array
 */
void requireValidStructure(vtkDataSet* data);
}

#endif
