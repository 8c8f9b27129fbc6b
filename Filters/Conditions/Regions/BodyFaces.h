#ifndef TRABECULA_FILTERS_BODYFACES_H
#define TRABECULA_FILTERS_BODYFACES_H

#include "BodySurface.h"

#include "vtkType.h"

#include <cstddef>
#include <string>
#include <vector>

class vtkDataSet;

namespace trabecula::filters
{
/// A face of a body that can be chosen.
struct BodyFace
{
  vtkIdType number = 0;
  std::string description; ///< as "cylinder, radius 5, hole, 2 faces"
  double area = 0.0;       ///< length^2
  Vector3 centre = {};     ///< centroid
  double holeRadius = 0.0; ///< 0 if it is not a hole, or if that is not known
};

/**
 * The faces of a body by which regions are chosen, which consist of faces of its surface. They are
 *
 * - of a surface, an image or a mesh with the cell array `CadFeature`, or else `CadFace`: the faces
 *   of cells with one number; of voxels, see numbersOfVoxels(), by the field array
 *   `CadFaceDirection`;
 * - of a mesh with the field arrays `BoundaryTriangle` and `CadFaceOfBoundary`: the faces with
 * these corners, by the feature of the CAD face according to the field array `CadFaceFeature`, or
 * by the CAD face;
 * - else what trabecula::findFaces() finds on the surface of the body.
 *
 * Descriptions and radii are those of the field arrays `CadFaceDescription` and `CadHoleRadius`, or
 * else fitted to the surface, unless it consists of voxels that stand for a surface.
 */
struct BodyFaces
{
  std::vector<std::ptrdiff_t> faceAt; ///< index into faces for each face of the surface, or -1
  std::vector<BodyFace> faces;        ///< by ascending number

  /// Returns the index of the face with a number, or -1.
  std::ptrdiff_t find(vtkIdType number) const;
};

/// @param angle of edges between faces where the mesh does not know its faces, degrees
/// @throws Error naming an array whose contents do not fit
BodyFaces makeBodyFaces(vtkDataSet* input, const BodySurface& surface, double angle);

/// The names of all cell and field arrays that makeBodyFaces() reads.
const std::vector<const char*>& namesOfFaceArrays();
}

#endif
