#ifndef TRABECULA_ANALYSIS_STATIC_MUTUALENERGIES_H
#define TRABECULA_ANALYSIS_STATIC_MUTUALENERGIES_H

// Products of two fields with the derivatives of a stiffness, for sources that are compiled for all
// spaces.

#include "Analysis/Loads/DesignForces.h"
#include "Core/Vectors/Vector.h"
#include "Operator/StiffnessOperator.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
/// Computes energies[p] += factor v.(K_p u) for moduli of one from quadratic forms: 4 s v.(K_p u)
/// is the form of u + s v minus that of u - s v. The scale s = |u| / |v| avoids loss of either
/// vector by rounding.
template <class Space>
void addMutualEnergies(StiffnessOperator<Space>& stiffness, const Vector<Space>& u,
  const Vector<Space>& v, Vector<Space>& energies, double factor = 1.0)
{
  const double uu = dot(u, u);
  const double vv = dot(v, v);
  if (!(uu > 0.0) || !(vv > 0.0))
  {
    return;
  }
  const double s = std::sqrt(uu / vv);
  LeasedVector<Space> combined(u.layoutPointer());
  for (const double sign : { 1.0, -1.0 })
  {
    combined.copy(u);
    trabecula::addScaled(sign * s, v, combined);
    stiffness.addUnitEnergies(combined, sign * 0.25 / s * factor, energies);
  }
}
}
}

#endif
