#ifndef TRABECULA_DESIGN_RESPONSE_GREYNESS_H
#define TRABECULA_DESIGN_RESPONSE_GREYNESS_H

#include "Core/Vectors/Vector.h"

namespace trabecula
{
/// 4 sum v rho (1 - rho) / sum v, from 0 for solid and void to 1 for densities of 1/2: the measure
/// of non-discreteness of Sigmund (Struct. Multidisc. Optim. 33, 2007, eq. 40).
template <class Space>
class Greyness
{
public:
  /// @param measures of the material points, v; must remain valid
  explicit Greyness(const Vector<Space>& measures);

  double operator()(const Vector<Space>& density) const;

private:
  const Vector<Space>* Measures;
  double Total = 0.0;
};
}

#endif
