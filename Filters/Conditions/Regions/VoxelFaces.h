#ifndef TRABECULA_FILTERS_VOXELFACES_H
#define TRABECULA_FILTERS_VOXELFACES_H

#include "BodySurface.h"

#include "vtkType.h"

#include <functional>
#include <vector>

class vtkDataArray;
class vtkDataSet;

namespace trabecula::filters
{
/**
 * Returns for each face of the surface the number of the face of the part for which it stands, or
 * -1: a voxel has one number, although several faces of the part may pass through it.
 *
 * It is the number of the cell, or else of the hidden voxel in front of it. Where that face of the
 * part cannot face in the direction, as at an edge of the part, the number is that of a neighbour
 * in the same plane, if there is one.
 *
 * @param numbers of cells; negative where the part has no face
 * @param mayFace whether the face with a number may have an outward normal
 */
std::vector<vtkIdType> numbersOfVoxels(vtkDataSet* input, const BodySurface& surface,
  vtkDataArray* numbers, const std::function<bool(vtkIdType, const Vector3&)>& mayFace);
}

#endif
