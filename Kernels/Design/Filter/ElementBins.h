#ifndef TRABECULA_DESIGN_FILTER_ELEMENTBINS_H
#define TRABECULA_DESIGN_FILTER_ELEMENTBINS_H

#include "Core/Vectors/Vector.h"
#include "Design/Filter/Images.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Elements sorted into bins, for kernels. Positions are indices in the sorted order.
struct BinTable
{
  /// Rows of three bins searched from a bin: its own and its neighbours in y and z.
  static constexpr int Rows = 9;

  std::int64_t elements; ///< with ghosts
  std::int64_t owned;    ///< those before the ghosts
  double radius;
  /// Weights of neighbours are weightAtCentre - weightSlope * distance.
  double weightAtCentre;
  double weightSlope;
  const std::int32_t* order;  ///< element at each position
  const double* centroids;    ///< 3 per position
  const std::int32_t* bins;   ///< occupied bin of each position
  const std::int32_t* ranges; ///< first and past-the-last position, Rows times per occupied bin
};

/// Calls visit(position, distance) for all positions within the radius of one, itself included.
template <class Visit>
TRABECULA_FUNCTION void visitNeighbours(const BinTable& table, std::int64_t position, Visit visit)
{
  const double* centroids = table.centroids;
  const double x = centroids[3 * position];
  const double y = centroids[3 * position + 1];
  const double z = centroids[3 * position + 2];
  const std::int32_t* ranges =
    table.ranges + 2 * std::int64_t(table.bins[position]) * BinTable::Rows;
  for (int row = 0; row < BinTable::Rows; ++row)
  {
    for (std::int64_t other = ranges[2 * row]; other < ranges[2 * row + 1]; ++other)
    {
      const double dx = centroids[3 * other] - x;
      const double dy = centroids[3 * other + 1] - y;
      const double dz = centroids[3 * other + 2] - z;
      const double square = dx * dx + dy * dy + dz * dz;
      if (square <= table.radius * table.radius)
      {
        visit(other, sqrt(square));
      }
    }
  }
}
}

/**
 * The elements of a part, sorted into cubic bins whose edge is a radius, so that all neighbours of
 * an element within the radius are in the 27 bins around it. Only occupied bins are stored: memory
 * is linear in the number of elements for any shape of the mesh.
 */
template <class Space>
class ElementBins
{
public:
  /// Constructs a table without elements.
  ElementBins() = default;
  /// @param centroids of the elements with ghosts, three components, length
  /// @param radius length
  ElementBins(const Vector<Space>& centroids, double radius);
  /// @param centroids x, y, z of each element, those of the part first @param owned their number
  /// @param others number of the last ones that are neighbours of all the first ones and of none of
  /// themselves, which then are none of themselves either; 0: all are neighbours of all
  ElementBins(const DeviceVector<double, Space>& centroids, std::int64_t owned, double radius,
    std::int64_t others = 0);

  /// Pointers to the bins, which must remain valid.
  detail::BinTable table() const;

  /// Upper bound of the bytes, with temporary memory of construction.
  /// @param size edges of the bounding box of the centroids, length
  static std::size_t memory(std::size_t elements, const std::array<double, 3>& size, double radius);

private:
  /// Sorts the elements into bins. @param centroids of all elements
  void sort(const Context<Space>& context, const double* centroids, std::int64_t others);

  std::int64_t Elements = 0;
  std::int64_t Owned = 0;
  double Radius = 0.0;
  // These arrays are those of detail::BinTable.
  DeviceVector<std::int32_t, Space> Order;
  DeviceVector<double, Space> Centroids;
  DeviceVector<std::int32_t, Space> BinOf;
  DeviceVector<std::int32_t, Space> Ranges;
};

/// The bins of elements and, after them, of the elements as each image but the first sees them: e
/// of image i is number i times the number of elements plus e. The distance of the image of a point
/// from an element is that of the point from the image under the inverse, which is in the group.
/// @param images a group, the identity first
/// @param others coordinates of further points, which have the last numbers. If there are any, they
/// are the neighbours of elements and images, and the reverse
template <class Space>
ElementBins<Space> makeBinsOfImages(const Vector<Space>& centroids,
  const std::vector<Isometry>& images, double radius, const std::vector<double>& others = {});
}

#endif
