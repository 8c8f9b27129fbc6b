#ifndef TRABECULA_ANALYSIS_LOADS_SURFACELOADS_H
#define TRABECULA_ANALYSIS_LOADS_SURFACELOADS_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Part of the surface of a mesh of hexahedra: bilinear quadrilaterals, flat or warped, with corners
 * ordered so that normals point outward by the right-hand rule.
 */
struct QuadSurface
{
  std::vector<double> points;      ///< 3 coordinates per point, length
  std::vector<std::int32_t> quads; ///< 4 points per face

  std::size_t numberOfPoints() const { return this->points.size() / 3; }
  std::size_t numberOfFaces() const { return this->quads.size() / 4; }
};

/**
 * A piece of the surface of any mesh: faces of 3, 4, 6 or 8 nodes, corners first and then the
 * middles of edges, as in CellShape::faceNodes.
 */
struct FaceSurface
{
  std::vector<double> points;      ///< three coordinates a point, length
  std::vector<std::int32_t> nodes; ///< of each face, face after face
  std::vector<std::int64_t> offsets = {
    0
  }; ///< begin of the nodes of each face; one more than faces

  FaceSurface() = default;
  FaceSurface(const QuadSurface& quads);

  std::size_t numberOfFaces() const { return this->offsets.size() - 1; }
  int nodesOf(std::size_t f) const
  {
    return static_cast<int>(this->offsets[f + 1] - this->offsets[f]);
  }
  const std::int32_t* face(std::size_t f) const { return this->nodes.data() + this->offsets[f]; }
  void append(const std::int32_t* face, int count);
};

/// A face of an element.
struct ElementFace
{
  std::int32_t element;
  int face; ///< as in CellShape::faceNodes
};

/// A surface of faces of elements, with the points of their mesh.
FaceSurface surfaceOf(const Mesh& mesh, const std::vector<ElementFace>& faces);

using Vector3 = std::array<double, 3>;

/// Resultant of forces at points.
struct Resultant
{
  Vector3 force = {};  ///< sum, force
  Vector3 moment = {}; ///< about the origin, force times length
};

/**
 * Consistent nodal forces of a load on the faces: f_a = integral of N_a t dA, with the shape
 * functions N_a of the faces and a traction t, by the quadrature points of Element/FaceQuadrature.h
 * (Bathe, "Finite Element Procedures", section 4.2.1). Results have 3 components per point, force;
 * zero at points without faces.
 *
 * As the N_a sum to one and reproduce positions, the resultant is that of the traction at the
 * quadrature points, up to rounding. On warped and curved faces the area has the error of the
 * quadrature; total loads are divided by the same approximate area.
 */
///@{
/// @param traction on each face, force per area
std::vector<double> forcesOfTraction(const FaceSurface& surface, const Vector3& traction);

/// @param pressure force per area, positive against the outward normals. The quadrature is exact:
/// the forces of a closed surface add up to zero, and so do their moments.
std::vector<double> forcesOfPressure(const FaceSurface& surface, double pressure);

/// @param total force, distributed as a constant traction
/// @throws Error if the faces have no area
std::vector<double> forcesOfTotalForce(const FaceSurface& surface, const Vector3& total);

/// The traction is omega x (x - c), with the centroid c of the faces, so that there is no net
/// force; omega follows from the inertia tensor of the faces.
/// @param moment force times length; equal to the moment of the nodal forces
/// @throws Error if the faces have no area, or cannot carry the moment
std::vector<double> forcesOfMoment(const FaceSurface& surface, const Vector3& moment);
///@}

/// Forces of loads on points without faces, among which the force is divided equally.
///@{
/// @param points 3 coordinates per point
/// @throws Error if there is no point
std::vector<double> forcesOfTotalForceAtPoints(
  const std::vector<double>& points, const Vector3& total);

/// @throws Error naming the axis if forces at these points cannot have a moment about it, as for a
/// single point or collinear points
std::vector<double> forcesOfMomentAtPoints(
  const std::vector<double>& points, const Vector3& moment);
///@}

/// Forces w omega x (x - c) at positions x with weights w.
struct RotationalForces
{
  Vector3 omega = {};
  Vector3 centroid = {};

  Vector3 operator()(const Vector3& position, double weight) const;
};

/// The rotational forces of a moment, without a net force.
/// @param points 3 coordinates per point @param weights one per point, for example areas
/// @throws Error if all weights are zero, or naming an axis about which there can be no moment
RotationalForces rotationalForces(
  const std::vector<double>& points, const std::vector<double>& weights, const Vector3& moment);

/// Area of the faces by the same points, length squared.
double areaOf(const FaceSurface& surface);

/// @param points,forces 3 components per point
Resultant resultantOf(const std::vector<double>& points, const std::vector<double>& forces);
}

#endif
