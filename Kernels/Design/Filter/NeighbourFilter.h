#ifndef TRABECULA_DESIGN_FILTER_NEIGHBOURFILTER_H
#define TRABECULA_DESIGN_FILTER_NEIGHBOURFILTER_H

#include "Core/Context.h"
#include "Design/Filter/VoxelNeighbours.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace trabecula
{
namespace detail
{
/// Elements sorted into bins, for kernels. Positions are indices in the sorted order.
struct BinTable
{
  /// Rows of three bins searched from a bin: its own and its neighbours in y and z.
  static constexpr int Rows = 9;

  std::int64_t elements;
  double radius;
  const std::int32_t* order;  ///< element at each position
  const double* centroids;    ///< 3 per position
  const std::int32_t* bins;   ///< occupied bin of each position
  const std::int32_t* ranges; ///< first and past-the-last position, Rows times per occupied bin
};
}

/**
 * Weighted means over the elements whose centroids lie within a radius, with the weights
 * H_ei = R - |x_e - x_i| of the EbE paper, eq. 5.
 *
 * Neighbours are searched at each application in a table of the occupied bins of edge R: memory is
 * linear in the number of elements for any shape of the mesh, and no neighbour lists are stored.
 * The neighbours of voxels are at fixed offsets instead, see VoxelNeighbours. Sums have a fixed
 * order: results are bitwise reproducible.
 *
 * All arrays have one entry per element, in memory of the space; input and output do not overlap.
 */
template <class Space>
class NeighbourFilter
{
public:
  /**
   * @param centroids 3 per element, length
   * @param weights w_i, one per element, usually volumes; not copied: the pointer must remain
   * valid. Null means ones
   * @param radius R, length
   * @param grid of the same elements, if they are voxels; need not remain valid. Not used if
   * voxels that are no neighbours of a brick's are within the radius
   */
  NeighbourFilter(Context<Space>& context, std::int64_t elements, const double* centroids,
    const double* weights, double radius, const VoxelGrid* grid = nullptr);

  /// Number of ordered pairs of different elements within the radius; of voxels nearer than it.
  std::int64_t countNeighbours() const;

  /**
   * Sensitivity filter (EbE paper, eq. 4), with derivatives taken per weight of an element:
   * out_e = w_e / (max(rho_e, 1e-3) sum_i H_ei w_i) * sum_i H_ei rho_i in_i.
   * With equal weights this is eq. 4.
   */
  void filterSensitivity(const double* density, const double* in, double* out);

  /// Density filter: out_e = sum_i H_ei w_i in_i / sum_i H_ei w_i (Bruns and Tortorelli 2001).
  void filterDensity(const double* in, double* out);

  /// Transpose of filterDensity(), for derivatives: out_i = sum_e H_ei w_i in_e / sum_j H_ej w_j.
  void filterDensityTransposed(const double* in, double* out);

  /// Upper bound of the filter's bytes, with temporary memory of construction and without its part
  /// of the workspace. @param size edges of the bounding box of the centroids, length
  /// @param bricks of the grid, 0 without
  static std::size_t memory(
    std::size_t elements, const std::array<double, 3>& size, double radius, std::size_t bricks = 0);

private:
  void makeTable(const double* centroids);
  detail::BinTable table() const;
  const VoxelNeighbours<Space>* voxels() const { return this->Voxels ? &*this->Voxels : nullptr; }

  /// Summands, one per position.
  auto scratch()
  {
    return this->Computing->workspace().template lease<double>(
      static_cast<std::size_t>(this->Elements));
  }

  Context<Space>* Computing;
  std::int64_t Elements;
  double Radius;
  std::optional<VoxelNeighbours<Space>> Voxels;
  // As in detail::BinTable; empty with these neighbours.
  DeviceVector<std::int32_t, Space> Order;
  DeviceVector<double, Space> Centroids;
  DeviceVector<std::int32_t, Space> BinOf;
  DeviceVector<std::int32_t, Space> Ranges;
  DeviceVector<double, Space> WeightSums; ///< sum_i H_ei w_i, one per element
  const double* Weights;
};
}

#endif
