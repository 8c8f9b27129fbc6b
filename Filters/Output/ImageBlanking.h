#ifndef TRABECULA_FILTERS_IMAGEBLANKING_H
#define TRABECULA_FILTERS_IMAGEBLANKING_H

class vtkImageData;
class vtkUnsignedCharArray;

namespace trabecula::filters
{
/**
 * Hides cells of an image and the points that have no visible cell, by VTK's ghost arrays. Field
 * data say how many cells are visible, as `VisibleCells`.
 *
 * @param cells one value per cell: 0 for visible, HIDDENCELL for hidden. Becomes the image's array.
 */
void blankCells(vtkImageData* image, vtkUnsignedCharArray* cells);
}

#endif
