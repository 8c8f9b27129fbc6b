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
 * The patch of a control net as regions see it: the same grid with each control point moved to the
 * place of its Greville point, so that points and cells are on the exact geometry and have the
 * numbers of the net. Its surface are the faces between Greville points on sides of the patch; in
 * two dimensions they are extruded by 1 along z.
 */
class PatchBody
{
public:
  /// @throws Error naming what is wrong with the net
  explicit PatchBody(vtkStructuredGrid* net);

  const NurbsPatch& patch() const { return this->Patch; }
  /// The grid with the arrays of the net.
  vtkStructuredGrid* grid() const { return this->Grid; }
  const BodySurface& surface() const { return this->Surface; }

  /// Volume of cells of the grid, or area in two dimensions.
  double volumeOf(const std::vector<vtkIdType>& cells) const;

  /// Parts of sides that are faces of the surface.
  std::vector<PatchFacePiece> pieces(const std::vector<vtkIdType>& faces) const;
  /// Parameters of the Greville points of control points.
  std::vector<std::array<double, 3>> parameters(const std::vector<vtkIdType>& points) const;

private:
  void addSide(int direction, int end);

  NurbsPatch Patch;
  std::array<std::vector<double>, 3> Greville;
  vtkSmartPointer<vtkStructuredGrid> Grid;
  BodySurface Surface;
  std::vector<PatchFacePiece> Pieces; ///< of each face of the surface
};
}

#endif
