#ifndef TRABECULA_FILTERS_INPUTSTRUCTURE_H
#define TRABECULA_FILTERS_INPUTSTRUCTURE_H

class vtkDataSet;

namespace trabecula::filters
{
/**
 * Checks what VTK and the filters rely on when they read through the numbers of points in cells: a
 * file can hold anything.
 *
 * Cells lie within the connectivity and name existing points, have a known type and the number of
 * nodes of that type; arrays have a tuple for each point or cell; the size of an image can be
 * counted. Values of coordinates and arrays are not examined.
 *
 * @throws Error naming the first cell, or the array, that is damaged
 */
void requireValidStructure(vtkDataSet* data);
}

#endif
