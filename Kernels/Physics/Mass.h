#ifndef TRABECULA_PHYSICS_MASS_H
#define TRABECULA_PHYSICS_MASS_H

namespace trabecula
{
/**
 * Inertia: forces that accelerate a body of unit density, one component of the acceleration each.
 * The coefficient is the mass density. Other laws of this folder map gradients; inertia maps values
 * of the field, so that elements integrate products of shape functions (MassElement).
 */
struct Mass
{
  /// Components of the field, the displacement or acceleration.
  static constexpr int Components = 3;
  static constexpr bool OfGradients = false;

  /// Whether the mass of an element is divided among its nodes: its diagonal, scaled so that its
  /// sum is the mass (Hinton, Rock, Zienkiewicz 1976). Sums of rows would be negative at corners of
  /// quadratic elements. Otherwise it is consistent, the integral of N_a N_b.
  bool isLumped = false;
};
}

#endif
