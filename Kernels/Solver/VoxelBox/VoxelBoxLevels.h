#ifndef TRABECULA_SOLVER_VOXELBOX_VOXELBOXLEVELS_H
#define TRABECULA_SOLVER_VOXELBOX_VOXELBOXLEVELS_H

#include "Mesh/Voxel/VoxelGrid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Positions of nodes and voxels in a box, x fastest; a voxel is at the position of its lowest node.
 *
 * One position follows the nodes of each row, one row those of each layer, and a margin surrounds
 * all positions. No node or voxel is there and fields are zero, so that loops read the neighbours
 * of any position without a condition.
 */
struct VoxelBox
{
  std::array<std::int32_t, 3> cells = {};

  std::int64_t row() const { return this->cells[0] + 2; }
  std::int64_t rowsOfLayer() const { return this->cells[1] + 2; }
  std::int64_t layer() const { return this->row() * this->rowsOfLayer(); }
  std::int64_t rows() const { return this->rowsOfLayer() * (this->cells[2] + 1); }
  std::int64_t positions() const { return this->row() * this->rows(); }
  /// Numbers before the first position of a field and after its last one.
  std::int64_t margin() const { return this->layer() + this->row() + 1; }
  /// Numbers of a field with its margins.
  std::size_t size() const
  {
    return static_cast<std::size_t>(this->positions() + 2 * this->margin());
  }
};

/// The matrix of a voxel with the coefficient c on one unknown a node: c (s K + m M), K of heat
/// conduction by 2 x 2 x 2 points and M the lumped mass.
struct VoxelBoxLaw
{
  double stiffness = 1.0; ///< s, length squared with a mass
  double mass = 0.0;      ///< m
};

/// What is known of a level from the law and the edges of voxels alone.
struct VoxelBoxLevelPlan
{
  VoxelBox box;
  /// Entry (a, b) of the matrix of a voxel with a coefficient of one at a ^ b, see ConductingBrick.
  std::array<double, 8> entries = {};
  /// Bounds of the eigenvalues of D^-1 A, D the diagonal, for any coefficients: those of a voxel
  /// (Wathen, IMA J. Numer. Anal. 7, 1987). Without mass the lower one is 0.
  double least = 0.0;
  double largest = 0.0;

  double condition() const; ///< infinite without mass
};

/// A level of fewer positions is the last one.
constexpr std::int64_t LeastPositionsOfVoxelBox = 600;

/// The levels for voxels that lie in a box of cells, finest first.
/// @param mostCondition the first level whose condition() is at most this is the last one
std::vector<VoxelBoxLevelPlan> planVoxelBoxLevels(const std::array<std::int32_t, 3>& cells,
  const std::array<double, 3>& spacing, const VoxelBoxLaw& law, double mostCondition);

/// The least box of cells around the voxels of a grid.
struct BoxOfVoxels
{
  std::array<std::int32_t, 3> first = {};
  std::array<std::int32_t, 3> cells = {};
};
BoxOfVoxels boxOfVoxels(const VoxelGrid& grid);

/// Whether a box of cells is small enough for so many nodes: loops run over all of its positions.
bool fillsVoxelBox(const std::array<std::int32_t, 3>& cells, std::size_t nodes);
}

#endif
