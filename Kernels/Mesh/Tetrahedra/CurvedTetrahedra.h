#ifndef TRABECULA_MESH_TETRAHEDRA_CURVEDTETRAHEDRA_H
#define TRABECULA_MESH_TETRAHEDRA_CURVEDTETRAHEDRA_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/**
 * Coefficients of the Jacobian determinant of a quadratic tetrahedron in the cubic Bernstein basis.
 * The determinant is nowhere below the smallest of them, and its mean is theirs (Johnen, Remacle
 * and Geuzaine, "Geometrical validity of curvilinear finite elements", Journal of Computational
 * Physics 233, 2013).
 *
 * @param x coordinates of the ten nodes in VTK's order, 3 per node
 */
std::array<double, 20> jacobianCoefficients(const double* x);

/// Volume of a tetrahedron of 4 or 10 nodes, length cubed; exact. Negative if it is inside out.
double tetrahedronVolume(const Mesh& mesh, std::size_t element);

/// Least Bernstein coefficient of the Jacobian determinant over the determinant of the tetrahedron
/// of the same corners: 1 if edges are straight. -1 if that determinant is not positive.
double scaledJacobian(const Mesh& mesh, std::size_t element);

/// What straightenTetrahedra() did.
struct StraightenedTetrahedra
{
  std::int64_t found = 0;    ///< tetrahedra below the limit before
  std::int64_t left = 0;     ///< and after: those whose corners are the fault
  std::int64_t nodes = 0;    ///< mid-edge nodes that were moved
  double largestShift = 0.0; ///< of a node over the length of its edge
};

/**
 * Moves the mid-edge nodes of tetrahedra that are curved too much towards the middle of their
 * edges, by quarters of their distance, until no scaled Jacobian is below a limit.
 *
 * @param mesh of quadratic tetrahedra
 * @param least limit, below 1
 */
StraightenedTetrahedra straightenTetrahedra(Mesh& mesh, double least);
}

#endif
