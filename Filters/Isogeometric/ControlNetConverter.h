#ifndef TRABECULA_FILTERS_CONTROLNETCONVERTER_H
#define TRABECULA_FILTERS_CONTROLNETCONVERTER_H

#include "TopologyInputConverter.h"

#include "Mesh/Nurbs/NurbsPatch.h"
#include "Optimization/LevelSet/LevelSetProblem.h"

#include "vtkSmartPointer.h"

#include <cstdint>
#include <string>
#include <vector>

class vtkDataSet;
class vtkImageData;
class vtkStructuredGrid;

namespace trabecula::filters
{
/// Names of the arrays that define a problem of a level set.
struct LevelSetArrays : TopologyArrays
{
  std::string levelSet;    ///< initial coefficients; empty means by holes
  std::string pointRegion; ///< whole numbers, one component or three; empty means none
};

/**
 * Reads the patch of a control net: a structured grid whose points are the control points, with the
 * optional point array `Weight` (default 1) and the optional field arrays `Degrees`, one value for
 * each direction, `KnotsXi`, `KnotsEta` and `KnotsZeta` (default uniform and open). A net of one
 * layer of points is a two-dimensional patch.
 *
 * @param degree used if there is no array Degrees
 * @throws Error with the name of the invalid array or direction; the result is not validated
 */
NurbsPatch readControlNet(vtkStructuredGrid* net, int degree);

/// Makes the control net of a patch, with the arrays that readControlNet() reads.
vtkSmartPointer<vtkStructuredGrid> makeControlNet(const NurbsPatch& patch);

/// A control net that is made of an image.
struct ImageNet
{
  vtkSmartPointer<vtkStructuredGrid> net;
  std::vector<std::int32_t> volumeRegion; ///< of elements; may be empty
  std::string note; ///< a sentence on supports that hold no control point, or empty
};

/**
 * Makes the control net of a box whose elements are the cells of an image, and converts point
 * arrays of the image to control points. A displacement component of a control point is held if it
 * is held at all points around its Greville point. Nodal forces, springs and output weights act at
 * the positions of their points. A control point takes the design region of the cells around its
 * Greville point: solid if one is, void if all are. A displacement component belongs to a region of
 * points if it does at all points around. Regions of cells are those of elements.
 *
 * @param arrays names of the arrays to convert; missing ones are left out
 * @throws Error for an image that is rotated, in another plane than x-y, or without cells
 */
ImageNet controlNetOf(vtkImageData* image, int degree, const LevelSetArrays& arrays);

/**
 * Reads a control net with its arrays into a problem: patch, supports, load cases, springs, output
 * weights, design region, regions and initial coefficients of the level set. All are point arrays,
 * of control points; elements take the regions of those around their middles.
 *
 * @throws Error with the name of the array, its fault and the available arrays
 */
void readLevelSetInput(
  vtkStructuredGrid* net, int degree, const LevelSetArrays& arrays, LevelSetProblem& problem);

/// The same for the net of an image, whose elements have its regions.
void readLevelSetInput(
  const ImageNet& image, int degree, const LevelSetArrays& arrays, LevelSetProblem& problem);
}

#endif
