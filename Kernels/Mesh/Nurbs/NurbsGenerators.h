#ifndef TRABECULA_MESH_NURBS_NURBSGENERATORS_H
#define TRABECULA_MESH_NURBS_NURBSGENERATORS_H

#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>

namespace trabecula
{
/// A box from the origin with uniform spans and weights of one. Control points are at the Greville
/// abscissae, so that the map from parameters is linear.
/// @param dimension 2 or 3 @param sizes lengths @param degrees, elements of each direction; those
/// beyond the dimension have no effect
NurbsPatch makeBoxPatch(int dimension, const std::array<double, 3>& sizes,
  const std::array<int, 3>& degrees, const std::array<int, 3>& elements);

/// A quarter of an annulus about the origin, exact: the first direction is radial, the second one
/// angular from the x axis to the y axis.
/// @param degrees at least { 1, 2 } @throws Error otherwise, or unless 0 < inner < outer
NurbsPatch makeQuarterAnnulusPatch(double innerRadius, double outerRadius,
  const std::array<int, 2>& degrees, const std::array<int, 2>& elements);

/// A plane patch extruded along z: x(xi, eta, zeta) = x(xi, eta) + zeta height e_z.
NurbsPatch extrude(const NurbsPatch& plane, double height, int degree, int elements);

/// A patch translated by a vector.
NurbsPatch moved(NurbsPatch patch, const std::array<double, 3>& by);
}

#endif
