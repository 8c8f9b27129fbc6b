#ifndef TRABECULA_FILTERS_CONTROLNETCONVERTER_H
#define TRABECULA_FILTERS_CONTROLNETCONVERTER_H

#include "TopologyInputConverter.h"

#include "Mesh/Nurbs/NurbsPatch.h"
#include "Optimization/LevelSet/LevelSetProblem.h"

#include "vtkSmartPointer.h"

#include <string>

class vtkDataSet;
class vtkImageData;
class vtkStructuredGrid;

namespace trabecula::filters
{
/**
 * The patch of a control net: a structured grid whose points are the control points, with the
 * optional point array `Weight` (default 1) and the optional field arrays `Degrees`, one value for
 * each direction, `KnotsXi`, `KnotsEta` and `KnotsZeta` (default uniform and open). A net of one
 * layer of points is a patch of two dimensions.
 *
 * @param degree where there is no array Degrees
 * @throws Error naming the array or the direction that is wrong; the result is not validated
 */
NurbsPatch readControlNet(vtkStructuredGrid* net, int degree);

/// The control net of a patch, with the arrays of readControlNet().
vtkSmartPointer<vtkStructuredGrid> makeControlNet(const NurbsPatch& patch);

/**
 * The control net of a box whose elements are the cells of an image, with point arrays of the image
 * for control points. A displacement component of a control point is held if it is held at all
 * points around its Greville point; nodal forces, springs and weights of the output act at the
 * places of their points; a control point is of the design region of the cells around its Greville
 * point: solid if one is, void if all are.
 *
 * @param arrays names of the arrays to convert; missing ones are left out
 * @param note a sentence on supports that hold no control point, or empty
 * @throws Error for an image that is rotated, in another plane than x-y, or without cells
 */
vtkSmartPointer<vtkStructuredGrid> controlNetOf(
  vtkImageData* image, int degree, const TopologyArrays& arrays, std::string& note);

/**
 * Reads a control net with its arrays into a problem: patch, supports, load cases, springs, output
 * weights, design region and, if there is an array of that name, the initial coefficients of the
 * level set. All are point arrays, of control points.
 *
 * @param levelSet name of the array; empty means by holes
 * @throws Error naming the array, what is wrong with it and the arrays that exist.
 */
void readLevelSetInput(vtkStructuredGrid* net, int degree, const TopologyArrays& arrays,
  const std::string& levelSet, LevelSetProblem& problem);
}

#endif
