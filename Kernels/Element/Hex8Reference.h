#ifndef TRABECULA_ELEMENT_HEX8REFERENCE_H
#define TRABECULA_ELEMENT_HEX8REFERENCE_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>

namespace trabecula::reference
{
/// Corner coordinates of a hexahedron, in VTK_HEXAHEDRON order, length.
using Hex8Corners = std::array<std::array<double, 3>, 8>;

/// Element matrix; row and column 3 a + i belong to component i of corner a.
using Hex8Matrix = std::array<std::array<double, 24>, 24>;

/// Corners of one element of a mesh.
Hex8Corners hex8Corners(const Mesh& mesh, std::size_t element);

/**
 * Stiffness of a trilinear hexahedron, K = integral of B^T D B, with 2 x 2 x 2 Gauss points.
 *
 * By the textbook (Hughes, The Finite Element Method, sections 2.9 and 3.9; strains in the order xx
 * yy zz xy yz zx, engineering shear strains), as reference of the element product. Force per
 * length.
 */
Hex8Matrix hex8Stiffness(const Hex8Corners& corners, double youngsModulus, double poissonsRatio);

/// Volume by the same quadrature, which is exact for a trilinear hexahedron. Length cubed.
double hex8Volume(const Hex8Corners& corners);

/// Mean of the eight corners: the position of an element for filters.
std::array<double, 3> hex8Centroid(const Hex8Corners& corners);
}

#endif
