#ifndef TRABECULA_FILTERS_PATCHBODY_H
#define TRABECULA_FILTERS_PATCHBODY_H

#include "BodySurface.h"
#include "SpatialRegion.h"

#include "Analysis/Loads/PatchSurfaceLoads.h"
#include "Mesh/Nurbs/NurbsPatch.h"

#include "vtkSmartPointer.h"
#include "vtkStructuredGrid.h"
#include "vtkType.h"

#include <array>
#include <vector>

namespace trabecula::filters
{
/**
 * The patch of a control net as it is used by regions: the same grid with each control point moved
 * to the image of its Greville point. Points and cells therefore lie on the exact geometry and have
 * the indices of the net. Its surface consists of the faces between Greville points on sides of the
 * patch; in two dimensions they are extruded by 1 along z.
 */
class PatchBody
{
public:
  /// @throws Error with the fault of the net
  explicit PatchBody(vtkStructuredGrid* net);

  const NurbsPatch& patch() const { return this->Patch; }
  /// The grid with the arrays of the net.
  vtkStructuredGrid* grid() const { return this->Grid; }
  const BodySurface& surface() const { return this->Surface; }

  /// Returns the volume of some cells of the grid, or their area in two dimensions.
  double volumeOf(const std::vector<vtkIdType>& cells) const;

  /// Returns the pieces of sides that correspond to faces of the surface.
  std::vector<PatchFacePiece> pieces(const std::vector<vtkIdType>& faces) const;
  /// Returns the parameters of the Greville points of some control points.
  std::vector<std::array<double, 3>> parameters(const std::vector<vtkIdType>& points) const;

private:
  void addSide(int direction, int end);

  NurbsPatch Patch;
  std::array<std::vector<double>, 3> Greville;
  vtkSmartPointer<vtkStructuredGrid> Grid;
  BodySurface Surface;
  std::vector<PatchFacePiece> Pieces; ///< for each face of the surface
};
}

#endif
