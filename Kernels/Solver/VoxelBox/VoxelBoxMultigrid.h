#ifndef TRABECULA_SOLVER_VOXELBOX_VOXELBOXMULTIGRID_H
#define TRABECULA_SOLVER_VOXELBOX_VOXELBOXMULTIGRID_H

#include "Core/Execution/GraphCapture.h"
#include "Core/Vectors/DeviceVector.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/OperatorLayouts.h"
#include "Solver/StiffnessPreconditioner.h"
#include "Solver/VoxelBox/VoxelBoxLevels.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// Degrees of the polynomials of a VoxelBoxMultigrid, and its levels.
struct VoxelBoxSettings
{
  int degree = 3;              ///< before and after the coarse correction
  double ratio = 10.0;         ///< largest eigenvalue over the lower end of the smoothed interval
  int mostOfLast = 16;         ///< of the last level
  double mostCondition = 30.0; ///< of the last level: more take more time than another level

  /// Walls and gaps of few voxels are poorly represented on coarse levels, which are therefore put
  /// off and smoothed more.
  static VoxelBoxSettings ofThinWalls() { return { 5, 20.0, 32, 100.0 }; }
  static VoxelBoxSettings of(std::size_t nodes, std::size_t elements)
  {
    return 4 * elements < 3 * nodes ? ofThinWalls() : VoxelBoxSettings();
  }
};

/**
 * A symmetric V-cycle for one unknown a node on voxels that fill much of a box, as preconditioner,
 * in single precision: for the matrices of VoxelBoxLaw with a coefficient per voxel.
 *
 * Fields are stored for all positions of the box, void included, so that loops read contiguous
 * memory and no lists; where voxels are sparse, VoxelMultigrid takes less time. A coarse voxel has
 * the mean coefficient of the eight voxels in it, the interpolation is trilinear. Such coarse
 * matrices are not Galerkin products: bodies that are close to each other are connected on coarse
 * levels. The eigenvalues of every level are bounded by those of a voxel, so that no estimate is
 * needed and the cycle is positive definite for all coefficients.
 *
 * Smoothing is by Chebyshev polynomials over the diagonal. With a mass, levels end where the lower
 * bound permits to solve by a polynomial; for small filters this is the finest one, and the
 * preconditioner a polynomial of the matrix.
 */
template <class Space>
class VoxelBoxMultigrid : public StiffnessPreconditioner<Space>
{
public:
  /**
   * update() must follow.
   *
   * @param layouts of the nodes, one component, and elements of the grid, on a single part
   * @param supports one per node, nonzero where the unknown is prescribed; empty for none
   */
  VoxelBoxMultigrid(const OperatorLayouts<Space>& layouts, const VoxelGrid& grid,
    const VoxelBoxLaw& law, const std::vector<std::uint8_t>& supports);
  ~VoxelBoxMultigrid() override;

  /// Takes the coefficients of the elements. The largest is not needed.
  void update(const Vector<Space>& coefficients, double largest) override;
  const Vector<Space, float>& apply(const Vector<Space>& r) override;
  const Vector<Space, float>& freeUnknowns() const override { return this->Free; }

  std::size_t numberOfLevels() const { return this->Levels.size(); }

  /// Bytes of an instance in its space. @param nodes, elements of the grid @param cells of the
  /// least box around it
  static std::size_t memory(std::size_t nodes, std::size_t elements,
    const std::array<std::int32_t, 3>& cells, const std::array<double, 3>& spacing,
    const VoxelBoxLaw& law);

private:
  struct Level;

  void cycle();
  /// @returns the field of an approximate solution for the right-hand side of a level
  float* solve(std::size_t level);

  VoxelBoxSettings Settings;
  double Scale; ///< of right-hand sides
  DeviceVector<std::int32_t, Space> NodePlaces;
  DeviceVector<std::int32_t, Space> ElementPlaces;
  DeviceVector<std::uint8_t, Space> Supports; ///< empty if there are none
  std::vector<std::unique_ptr<Level>> Levels;
  Vector<Space, float> Free;
  Vector<Space, float> Result;
  const double* From = nullptr; ///< the residual that the captured cycle reads
  std::unique_ptr<GraphCapture<Space>> Capture;
};
}

#endif
