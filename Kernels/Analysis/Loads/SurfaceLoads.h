#ifndef TRABECULA_ANALYSIS_LOADS_SURFACELOADS_H
#define TRABECULA_ANALYSIS_LOADS_SURFACELOADS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * A piece of the surface of a mesh of hexahedra: bilinear quadrilaterals, flat or warped, whose
 * corners go round so that normals point out of the mesh by the right-hand rule.
 */
struct QuadSurface
{
  std::vector<double> points;      ///< three coordinates a point, length
  std::vector<std::int32_t> quads; ///< four points a face

  std::size_t numberOfPoints() const { return this->points.size() / 3; }
  std::size_t numberOfFaces() const { return this->quads.size() / 4; }
};

using Vector3 = std::array<double, 3>;

/// Forces at points, taken together.
struct Resultant
{
  Vector3 force = {};  ///< their sum, force
  Vector3 moment = {}; ///< about the origin, force times length
};

/**
 * Nodal forces that are consistent with what acts on the faces: f_a = integral of N_a t dA, with
 * the bilinear shape functions N_a of the faces and a traction t, by 2 x 2 Gauss points (Bathe,
 * "Finite Element Procedures", section 4.2.1). Results have three components a point, force; points
 * that no face uses get none.
 *
 * As the N_a add up to one and reproduce positions, the sum of the forces and their moment are
 * those of the traction at the Gauss points, to rounding. On warped faces these points give the
 * area to within their order; loads given as a total are divided by that very area.
 */
///@{
/// @param traction on each face, force per area
std::vector<double> forcesOfTraction(const QuadSurface& surface, const Vector3& traction);

/// @param pressure force per area, positive against the outward normals. The quadrature is exact:
/// the forces of a closed surface add up to zero, and so do their moments.
std::vector<double> forcesOfPressure(const QuadSurface& surface, double pressure);

/// @param total force, spread as a constant traction
/// @throws Error if the faces have no area
std::vector<double> forcesOfTotalForce(const QuadSurface& surface, const Vector3& total);

/// The traction is omega x (x - c), with the centroid c of the faces, so that there is no net
/// force; omega follows from the inertia tensor of the faces.
/// @param moment force times length; that of the forces is equal to it
/// @throws Error if the faces have no area, or cannot carry the moment
std::vector<double> forcesOfMoment(const QuadSurface& surface, const Vector3& moment);
///@}

/// The same of points without faces, which carry equal shares of the force.
///@{
/// @param points three coordinates a point
/// @throws Error if there is no point
std::vector<double> forcesOfTotalForceAtPoints(
  const std::vector<double>& points, const Vector3& total);

/// @throws Error naming the axis if forces at these points make no moment about it, as at a single
/// point or along a line of points
std::vector<double> forcesOfMomentAtPoints(
  const std::vector<double>& points, const Vector3& moment);
///@}

/// Area of the faces by the same Gauss points, length squared.
double areaOf(const QuadSurface& surface);

/// @param points,forces three components a point
Resultant resultantOf(const std::vector<double>& points, const std::vector<double>& forces);
}

#endif
