#ifndef TRABECULA_FILTERS_IMAGEBLANKING_H
#define TRABECULA_FILTERS_IMAGEBLANKING_H

class vtkImageData;
class vtkUnsignedCharArray;

namespace trabecula::filters
{
/**
 * Hides cells of an image and the points that have no visible cell, by VTK's ghost arrays. The
 * field array `VisibleCells` has the number of visible cells.
 *
 * @param cells one value per cell: 0 for visible, HIDDENCELL for hidden. The image keeps a
 * reference.
 */
void blankCells(vtkImageData* image, vtkUnsignedCharArray* cells);
}

#endif
