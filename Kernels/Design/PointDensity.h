#ifndef TRABECULA_DESIGN_POINTDENSITY_H
#define TRABECULA_DESIGN_POINTDENSITY_H

#include "Core/Vectors/Vector.h"

namespace trabecula
{
/// The linear map from densities of sites, which stages make, to densities at the material points,
/// for parametrizations whose sites are not the material points.
template <class Space>
class PointDensity
{
public:
  virtual ~PointDensity() = default;

  /// Layout of the material points, one component.
  virtual const LayoutPointer<Space>& points() const = 0;
  /// Computes the densities at the material points.
  virtual void interpolate(const Vector<Space>& ofSites, Vector<Space>& ofPoints) const = 0;
  /// The transpose: derivatives with respect to densities of sites from those with respect to
  /// densities at the material points.
  virtual void gather(const Vector<Space>& ofPoints, Vector<Space>& ofSites) const = 0;
};
}

#endif
