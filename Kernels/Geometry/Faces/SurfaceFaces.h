#ifndef TRABECULA_GEOMETRY_FACES_SURFACEFACES_H
#define TRABECULA_GEOMETRY_FACES_SURFACEFACES_H

#include "Geometry/Faces/FaceShape.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// The faces of a surface of triangles.
struct SurfaceFaces
{
  std::vector<std::int32_t> faceOf;  ///< number of the face, from 0, for each triangle
  std::vector<std::int32_t> solidOf; ///< number of the connected body of each face
  std::vector<FaceShape> shapes;     ///< of each face
};

/**
 * Finds the faces of a surface that was divided into triangles without noise, as by a CAD program.
 *
 * 1. Edges where the normals differ by the angle or more divide the surface into patches. A patch
 *    that is a plane or a cylinder is a face.
 * 2. What others consist of: cylinders of strips (see findCylinderStrips()); planes, which are
 *    coplanar triangles with four times the area of the facets beside them, and more than two, or
 *    more than a fiftieth of the patch; and the connected parts of what remains, each of which may
 *    be a plane or a cylinder or free form.
 *
 * So a plane with a rounded edge is two faces. Not divided are: free forms that join smoothly, as
 * a cone and a sphere; cylinders of fewer than three strips, and cylinders and planes that are not
 * much larger than the facets of a free form that they join.
 *
 * Numbers ascend with the smallest number of a face's triangles and depend on nothing else.
 * Coincident points are taken as one. Triangles without area belong to a face beside them.
 *
 * @param angle degrees, above 0 and below 180
 * @param polygons for each triangle the number of its polygon, which is not divided: polygons of
 * meshes may be warped. Empty: none
 * @throws Error for a coordinate that is not finite
 */
SurfaceFaces findFaces(
  const TriangleMesh& mesh, double angle, const std::vector<std::int32_t>& polygons = {});

/**
 * Measures given faces.
 * @param faceOf for each triangle its face, or -1 @param count of faces
 */
std::vector<FaceShape> shapesOfFaces(
  const TriangleMesh& mesh, const std::vector<std::int32_t>& faceOf, std::size_t count);
}

#endif
