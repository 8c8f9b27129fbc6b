#ifndef TRABECULA_DESIGN_FILTER_POINTFILTER_H
#define TRABECULA_DESIGN_FILTER_POINTFILTER_H

#include "Core/Vectors/Vector.h"
#include "Design/Filter/ElementBins.h"
#include "Design/Filter/Images.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
namespace detail
{
struct PointNeighbours;
}

/**
 * The density filter of a NeighbourFilter, evaluated at other points than centroids:
 * y_p = sum_i H_pi w_i x_i / sum_i H_pi w_i. A point without a centroid within the radius has the
 * value of its home element. There is a single part.
 *
 * Where points have few neighbours the weights are stored, by points and by elements; with larger
 * radii they are computed in each application.
 */
template <class Space>
class PointFilter
{
public:
  /**
   * @param centroids, weights, radius, images see NeighbourFilter
   * @param points coordinates, length
   * @param homes an element for each point
   */
  PointFilter(const Vector<Space>& centroids, const Vector<Space>* weights, double radius,
    const std::vector<Isometry>& images, const std::vector<double>& points,
    const std::vector<std::int32_t>& homes);

  /// @param x one per element @param y one per point
  void apply(const Vector<Space>& x, Vector<Space>& y) const;
  /// The transpose. @param ofY one per point @param ofX one per element
  void applyTransposed(const Vector<Space>& ofY, Vector<Space>& ofX) const;

  /// Upper bound of the bytes, with temporary memory of construction and the workspace.
  /// @param images number of images of an element, itself included
  static std::size_t memory(std::size_t elements, std::size_t points, std::size_t images);

private:
  /// A sparse matrix by rows.
  struct Pairs
  {
    DeviceVector<std::int64_t, Space> starts; ///< of each row, one more than rows
    DeviceVector<std::int32_t, Space> columns;
    DeviceVector<double, Space> weights;
  };

  detail::PointNeighbours neighbours() const;
  /// Stores the weights if they are few, and releases the bins.
  void storePairs();
  void product(const Pairs& pairs, const Vector<Space>& from, Vector<Space>& to) const;

  LayoutPointer<Space> All; ///< elements, their images, and points
  std::int64_t Elements;
  std::int64_t Images;
  std::int64_t Points;
  ElementBins<Space> Bins;
  const double* Weights;
  DeviceVector<double, Space> WeightSums; ///< of points; 0 of those without neighbours
  DeviceVector<std::int32_t, Space> Homes;
  // Elements that are homes of points without neighbours, and these points one after another.
  DeviceVector<std::int32_t, Space> HomeElements;
  DeviceVector<std::int32_t, Space> HomeStarts; ///< one more than elements
  DeviceVector<std::int32_t, Space> HomePoints;
  bool IsStored = false;
  Pairs OfPoints;
  Pairs OfElements; ///< the transpose
};
}

#endif
