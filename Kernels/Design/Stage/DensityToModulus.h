#ifndef TRABECULA_DESIGN_STAGE_DENSITYTOMODULUS_H
#define TRABECULA_DESIGN_STAGE_DENSITYTOMODULUS_H

#include "Core/Space.h"
#include "Core/Vectors/Vector.h"
#include "Design/MaterialInterpolation.h"

#include <cstdint>
#include <limits>

namespace trabecula
{
/**
 * The modulus of a density at a material point, Ev + f (E(max(rho, least)) - Ev), and its
 * derivative: the end of all chains of stages. f is the part of the point that can be solid, Ev the
 * modulus of the rest.
 *
 * Densities that differ from the least by rounding have a derivative, so that void can become solid
 * again.
 */
struct DensityToModulus
{
  MaterialInterpolation material = {};
  double least = -std::numeric_limits<double>::infinity();
  double voidModulus = 0.0;          ///< force per area
  const double* fractions = nullptr; ///< one per point; null stands for 1

  TRABECULA_FUNCTION double modulus(std::int64_t point, double density) const
  {
    const double modulus = this->material.modulus(density > this->least ? density : this->least);
    return this->fractions
      ? this->voidModulus + this->fractions[point] * (modulus - this->voidModulus)
      : modulus;
  }
  TRABECULA_FUNCTION double derivative(std::int64_t point, double density) const
  {
    return density >= this->least * (1.0 - 1e-9)
      ? (this->fractions ? this->fractions[point] : 1.0) *
        this->material.derivative(density > this->least ? density : this->least)
      : 0.0;
  }
};

template <class Space>
void interpolateModuli(
  const DensityToModulus& law, const Vector<Space>& density, Vector<Space>& moduli);

/// result = factor dE/d(rho) values (EbE paper, eq. 3, with energies and a factor of -1).
/// @param mask result is 0 where it is 0; null takes all points
template <class Space>
void chainToDensity(const DensityToModulus& law, const Vector<Space>& density, double factor,
  const Vector<Space>& values, const std::uint8_t* mask, Vector<Space>& result);
}

#endif
