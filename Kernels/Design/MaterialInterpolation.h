#ifndef TRABECULA_DESIGN_MATERIALINTERPOLATION_H
#define TRABECULA_DESIGN_MATERIALINTERPOLATION_H

#include "Core/Space.h"

#include <cmath>

namespace trabecula
{
/// E(rho) = Emin + rho^p (E0 - Emin). With Emin = 0 this is SIMP (EbE paper, eq. 2), else its
/// modified form (Sigmund 2007, eq. 1). RAMP has rho / (1 + q (1 - rho)) instead of the power
/// (Stolpe, Svanberg 2001), whose derivative at rho = 0 is not zero.
struct MaterialInterpolation
{
  double solidModulus;   ///< E0, force per area
  double minimumModulus; ///< Emin
  double penalization;   ///< p, or q of RAMP
  bool isRamp = false;

  TRABECULA_FUNCTION double modulus(double density) const
  {
    const double share = this->isRamp ? density / (1.0 + this->penalization * (1.0 - density))
                                      : this->power(density, this->penalization);
    return this->minimumModulus + share * (this->solidModulus - this->minimumModulus);
  }
  /// dE/d(rho)
  TRABECULA_FUNCTION double derivative(double density) const
  {
    if (this->isRamp)
    {
      const double t = 1.0 + this->penalization * (1.0 - density);
      return (1.0 + this->penalization) / (t * t) * (this->solidModulus - this->minimumModulus);
    }
    return this->penalization * this->power(density, this->penalization - 1.0) *
      (this->solidModulus - this->minimumModulus);
  }

private:
  /// Exponents 2 and 3 as products, which is exact and many times faster.
  TRABECULA_FUNCTION double power(double x, double exponent) const
  {
    return exponent == 3.0 ? x * x * x : exponent == 2.0 ? x * x : pow(x, exponent);
  }
};
}

#endif
