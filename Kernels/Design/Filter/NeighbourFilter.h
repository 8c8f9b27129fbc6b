#ifndef TRABECULA_DESIGN_FILTER_NEIGHBOURFILTER_H
#define TRABECULA_DESIGN_FILTER_NEIGHBOURFILTER_H

#include "Core/Vectors/Vector.h"
#include "Design/Filter/ElementBins.h"
#include "Design/Filter/Images.h"
#include "Design/Filter/VoxelNeighbours.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula
{
/// Weights of neighbours by their distance.
enum class NeighbourWeights
{
  Cone, ///< R - |x_e - x_i|
  Equal ///< 1
};

/**
 * Weighted means over the elements whose centroids are within a radius, with the weights
 * H_ei = R - |x_e - x_i| of the EbE paper, eq. 5, or equal ones.
 *
 * Neighbours are searched at each application in a table of the occupied bins of edge R: memory is
 * linear in the number of elements for any shape of the mesh, and no neighbour lists are stored.
 * The neighbours of voxels are at fixed offsets instead, see VoxelNeighbours. Sums have a fixed
 * order: results are bitwise reproducible.
 *
 * On several parts, elements have ghosts: all elements of other parts within the radius of owned
 * ones. Vectors need not have them: they have one component of each owned element, whatever their
 * entities and ghosts are. Ghosts are exchanged here. Input and output do not overlap.
 */
template <class Space>
class NeighbourFilter
{
public:
  /**
   * @param elements layout with one component
   * @param centroids of the elements with ghosts, three components, length
   * @param weights w_i, usually volumes; not copied: their memory must remain valid. Null means
   * ones
   * @param radius R, length
   * @param grid of the same elements, if they are voxels; need not remain valid. It is used if the
   * radius is small enough for VoxelNeighbours::areNear() and ghosts, if there are any, are those
   * of GhostVoxels::Surrounding, unless there are images
   * @param images under which sums of weights are symmetric: a group, the identity first. Weights
   * are summed over all images of x_e. Empty means the identity; else there are no ghosts
   * @param ofDistance Equal includes elements at the radius but for rounding
   */
  NeighbourFilter(LayoutPointer<Space> elements, const Vector<Space>& centroids,
    const Vector<Space>* weights, double radius, const VoxelGrid* grid = nullptr,
    const std::vector<Isometry>& images = {}, NeighbourWeights ofDistance = NeighbourWeights::Cone);

  /// Number of ordered pairs of different elements whose distance is at most the radius; of voxels,
  /// less than the radius.
  std::int64_t countNeighbours() const;

  /**
   * Sensitivity filter (EbE paper, eq. 4), with derivatives taken per weight of an element:
   * out_e = w_e / (max(rho_e, 1e-3) sum_i H_ei w_i) * sum_i H_ei rho_i in_i.
   * With equal weights this is eq. 4.
   */
  void filterSensitivity(
    const Vector<Space>& density, const Vector<Space>& in, Vector<Space>& out) const;

  /// Density filter: out_e = sum_i H_ei w_i in_i / sum_i H_ei w_i (Bruns and Tortorelli 2001).
  void filterDensity(const Vector<Space>& in, Vector<Space>& out) const;

  /// Transpose of filterDensity(), for derivatives: out_i = sum_e H_ei w_i in_e / sum_j H_ej w_j.
  void filterDensityTransposed(const Vector<Space>& in, Vector<Space>& out) const;

  /// Upper bound of the filter's bytes, with temporary memory of construction and without its part
  /// of the workspace. @param size edges of the bounding box of the centroids, length
  /// @param bricks number of bricks of the grid, 0 without a grid
  static std::size_t memory(
    std::size_t elements, const std::array<double, 3>& size, double radius, std::size_t bricks = 0);
  /// Upper bound of the additional bytes for each element and image, the identity excepted.
  static std::size_t imageMemory() { return 8 * sizeof(double) + 20 * sizeof(std::int32_t) + 32; }

private:
  const VoxelNeighbours<Space>* voxels() const { return this->Voxels ? &*this->Voxels : nullptr; }

  /// The bins with the weights of neighbours.
  detail::BinTable table() const;

  LayoutPointer<Space> Elements;
  int Images;
  NeighbourWeights OfDistance;
  std::optional<VoxelNeighbours<Space>> Voxels;
  ElementBins<Space> Bins;  ///< empty if the neighbours are voxels
  Vector<Space> WeightSums; ///< sum_i H_ei w_i, of owned elements
  const double* Weights;
};
}

#endif
