#ifndef TRABECULA_ELEMENT_FACEQUADRATURE_H
#define TRABECULA_ELEMENT_FACEQUADRATURE_H

#include "Mesh/CellType.h"

#include <array>
#include <vector>

namespace trabecula
{
/// Shape functions of a face and their derivatives in its natural coordinates.
struct FaceShape
{
  std::array<double, CellShape::MostFaceNodes> values = {};
  std::array<std::array<double, 2>, CellShape::MostFaceNodes> derivatives = {};
};

/**
 * The shape functions of a face at a point.
 *
 * @param nodes 3, 4, 6 or 8: corners, then mid-edge nodes, as in CellShape::faceNodes
 * @param xi,eta natural coordinates: the barycentric coordinates of the second and third corner of
 * a triangle; in [-1, 1] on a quadrilateral
 */
FaceShape faceShape(int nodes, double xi, double eta);

/// A quadrature point of a face.
struct FacePoint
{
  FaceShape shape;
  double weight;
};

/// Quadrature points that are exact for a constant pressure on faces of any shape: 3 and 6 points
/// on triangles of 3 and 6 nodes, 2 x 2 and 3 x 3 on quadrilaterals of 4 and 8.
const std::vector<FacePoint>& facePoints(int nodes);

/// 5 x 5 Gauss points, exact to degree 9 in each direction, for products of shape functions; on
/// triangles the points of a square with one side collapsed.
const std::vector<FacePoint>& productPoints(int nodes);
}

#endif
