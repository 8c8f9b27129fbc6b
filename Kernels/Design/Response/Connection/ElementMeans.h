#ifndef TRABECULA_DESIGN_RESPONSE_CONNECTION_ELEMENTMEANS_H
#define TRABECULA_DESIGN_RESPONSE_CONNECTION_ELEMENTMEANS_H

#include "Core/Vectors/Vector.h"

#include <vector>

namespace trabecula
{
/// Means by volume over the material points of each element, where these are several, for what is
/// computed by elements of densities at other points.
template <class Space>
class ElementMeans
{
public:
  /// @param measures of the points, of one element after another
  /// @param elements layout, one component @param perElement number of points in each element
  ElementMeans(const Vector<Space>& measures, const LayoutPointer<Space>& elements, int perElement);

  /// The sums of the measures.
  const std::vector<double>& volumes() const { return this->Volumes; }
  /// Returns the means, which are valid until the next call.
  const Vector<Space>& of(const Vector<Space>& ofPoints);
  /// result = factor times the derivatives by values of points, from those by their means.
  void pullBack(double factor, const Vector<Space>& ofElements, Vector<Space>& result) const;

private:
  int PerElement;
  std::vector<double> Volumes;
  Vector<Space> Shares; ///< of points in the volume of their element
  Vector<Space> Means;
};
}

#endif
