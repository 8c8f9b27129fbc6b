#ifndef TRABECULA_ELEMENT_TET4REFERENCE_H
#define TRABECULA_ELEMENT_TET4REFERENCE_H

#include <array>

namespace trabecula::reference
{
using Tet4Corners = std::array<std::array<double, 3>, 4>;
using Tet4Matrix = std::array<std::array<double, 12>, 12>;

double tet4Volume(const Tet4Corners& corners);

/// V B^T D B with the strain matrix B and the elasticity matrix D in Voigt's notation, for a
/// Young's modulus of one; unknown 3 * node + component.
Tet4Matrix tet4Stiffness(const Tet4Corners& corners, double poissonsRatio);
}

#endif
