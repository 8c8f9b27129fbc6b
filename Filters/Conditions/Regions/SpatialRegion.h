#ifndef TRABECULA_FILTERS_SPATIALREGION_H
#define TRABECULA_FILTERS_SPATIALREGION_H

#include "BodySurface.h"

#include "vtkType.h"

#include <array>
#include <string>
#include <vector>

class vtkDataSet;
class vtkSelection;

namespace trabecula::filters
{
struct BodyFaces;

/// Definition of a region of a body.
struct RegionSettings
{
  enum Kind
  {
    Side,
    Plane,
    Box,
    Sphere,
    Cylinder,
    Selection,
    FacePatch,
    Array,
    PatchCylinder, ///< the cylinder fitted to a face patch
    Faces,         ///< faces of the body by their numbers
    Holes          ///< faces that are holes, by their radius
  };
  enum ArrayRule
  {
    Nonzero,
    InRange
  };

  /// Which part of a box, sphere or cylinder: its inside, or what is within the distance of its
  /// surface.
  enum Part
  {
    Inside,
    InnerRing,
    OuterRing,
    BothRings
  };

  Kind kind = Side;
  Part part = Inside;
  /// Width of a ring on the surface of a shape. For a side, a face patch and faces, points and
  /// cells within this distance of the faces belong to the region too. Length, not negative.
  double distance = 0.0;

  /// Side of the body's bounds: 0 to 5 for -x, +x, -y, +y, -z, +z.
  int side = 0;

  /// A corner, the rotation angles about it (degrees, listed as x, y, z and applied in the order z,
  /// x, y), and the edge lengths.
  Vector3 boxPosition = {};
  Vector3 boxRotation = {};
  Vector3 boxLength = { 1.0, 1.0, 1.0 };
  Vector3 sphereCenter = {};
  double sphereRadius = 0.5;
  Vector3 cylinderCenter = {}; ///< a point on the axis; the cylinder is infinite
  Vector3 cylinderAxis = { 0.0, 0.0, 1.0 };
  double cylinderRadius = 0.5;
  Vector3 planeOrigin = {};
  Vector3 planeNormal = { 1.0, 0.0, 0.0 };
  /// Distance outside of a shape that is still inside the region, length; 0 means 1e-4 of the
  /// diagonal of the bounds.
  double tolerance = 0.0;

  double patchAngle = 30.0; ///< degrees; for patches, and for faces that the mesh does not know
  /// Only faces with normals within 45 degrees of this direction are used; for FacePatch and
  /// PatchCylinder this restricts the seed faces. Zero means all.
  Vector3 facing = {};

  std::vector<vtkIdType> faces; ///< numbers of BodyFaces
  /// Area and centre of each face when it was chosen, four numbers; may be empty.
  std::vector<double> faceMarks;
  std::array<double, 2> holeRadius = {}; ///< closed interval; an upper bound of 0 is none

  std::string array; ///< the magnitude of its tuples is used
  bool arrayIsOfCells = false;
  ArrayRule arrayRule = Nonzero;
  std::array<double, 2> arrayRange = { 1.0, 1.0 }; ///< closed interval

  /// Whether the region consists of faces of the surface, so that a distance from them may be
  /// added.
  bool isOfFaces() const
  {
    return this->kind == Side || this->kind == FacePatch || this->kind == Faces ||
      this->kind == Holes;
  }
};

/// Points, faces and cells of a body in a region, in ascending order.
struct RegionEntities
{
  std::vector<vtkIdType> points; ///< point indices of the dataset
  std::vector<vtkIdType> faces;  ///< face indices of the surface of the body
  std::vector<vtkIdType> cells;  ///< cell indices of the dataset
  std::string note; ///< a sentence for the user on a fit or an unintended choice; or empty
  /// The settings as given, but with the cylinder that was fitted to a patch as a Cylinder, and
  /// with the tolerance of a shape as a length above 0.
  RegionSettings settings;
};

/**
 * Finds the points, faces and cells of a region.
 *
 * - Shapes, or rings on their surface: points inside; faces with all nodes inside; cells whose
 *   centre is inside.
 * - Plane and side: points within the tolerance; faces with all nodes within it; cells that the
 *   plane cuts or touches.
 * - Selected points: these; faces with all nodes among them; cells with any node among them.
 * - Selected cells: nodes of their faces on the surface; these faces; these cells.
 * - Face patch: nodes of its faces; these faces; cells with one of these faces.
 * - Cylinder of a patch: as the infinite cylinder that is fitted to the faces of a face patch.
 * - Faces, holes: nodes of the faces of the surface of which these consist; these; their cells.
 * - Point array: points by value; faces and cells with all nodes among them.
 * - Cell array: all nodes of the cells; their faces on the surface; the cells.
 *
 * For a selected cell without a face on the surface the points are all its nodes. With a facing
 * direction the region consists of such faces, their nodes and their cells. With a distance, a
 * side, a face patch and faces also have the points, and the cells whose centre is, within it of
 * the faces.
 *
 * @param selection may be nullptr if the region does not need one
 * @param known the faces of the body if the caller has them, else nullptr
 * @throws Error stating what is missing or wrong
 */
RegionEntities findRegion(vtkDataSet* input, vtkSelection* selection, const BodySurface& surface,
  const RegionSettings& region, const BodyFaces* known = nullptr);

/// Returns a description of the region for messages: "the box", "the copied selection", ...
std::string nameOf(const RegionSettings& region);
}

#endif
