#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELLEVELS_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELLEVELS_H

#include "Operator/Voxel/VoxelOperator.h"
#include "Solver/VoxelMultigrid/VoxelAssembly.h"
#include "Solver/VoxelMultigrid/VoxelGalerkin.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// Vectors of a level, or interleaved columns of each.
template <class Space>
struct CycleVectors
{
  DeviceVector<float, Space> x; ///< solution of a cycle
  DeviceVector<float, Space> r; ///< its right-hand side, then the residual
  DeviceVector<float, Space> own;
  float* d = nullptr; ///< the last step of the smoother
  float* q = nullptr; ///< its product, or the step after it
  /// Of a Krylov cycle: right-hand side, first direction and its product.
  DeviceVector<float, Space> b;
  DeviceVector<float, Space> c;
  DeviceVector<float, Space> v;

  void allocateSteps(const Context<Space>& context, std::int64_t size)
  {
    this->own = DeviceVector<float, Space>(context, static_cast<std::size_t>(2 * size));
    this->d = this->own.data();
    this->q = this->d + size;
  }
  void allocateKrylov(const Context<Space>& context, std::int64_t size)
  {
    for (DeviceVector<float, Space>* vector : { &this->b, &this->c, &this->v })
    {
      *vector = DeviceVector<float, Space>(context, static_cast<std::size_t>(size));
    }
  }
};

/// Matrix, transfer to the next level, and vectors.
template <class Space>
struct VoxelLevel : CycleVectors<Space>
{
  std::int64_t n;
  float largestEigenvalue = 1.0F;
  VoxelMesh<Space> mesh;         ///< none on voxels
  VoxelTransfer<Space> transfer; ///< to the next level
  BlockMatrix<Space> matrix;     ///< from the second coarse level on; see storeFirst()
  DeviceVector<float, Space> inverseDiagonal;
  CycleVectors<Space> columns; ///< of multiple right-hand sides, if wanted

  VoxelLevel(const Context<Space>& context, std::int64_t unknowns)
    : n(unknowns), inverseDiagonal(context, static_cast<std::size_t>(unknowns))
  {
    this->x = DeviceVector<float, Space>(context, this->inverseDiagonal.size());
    this->r = DeviceVector<float, Space>(context, this->inverseDiagonal.size());
  }

  template <int Columns>
  CycleVectors<Space>& vectors()
  {
    if constexpr (Columns > 1)
    {
      return this->columns;
    }
    else
    {
      return *this;
    }
  }
};

/**
 * The levels of VoxelMultigrid: coarse meshes and transfers, which depend on the grid and its
 * supports, and what depends on moduli: matrices, diagonals, largest eigenvalues and the inverse of
 * the coarsest matrix.
 */
template <class Space>
class VoxelLevels
{
public:
  static constexpr std::size_t Most = 12;

  /// Builds meshes and transfers; to be followed by update(). Parameters as of VoxelMultigrid.
  VoxelLevels(const VoxelGrid& grid, VoxelOperator<Space>& K, double poissonsRatio,
    const std::vector<std::uint8_t>& supports);

  std::size_t size() const { return this->Levels.size(); }
  VoxelLevel<Space>& operator[](std::size_t level) { return *this->Levels[level]; }
  const VoxelLevel<Space>& operator[](std::size_t level) const { return *this->Levels[level]; }

  /**
   * Scratch memory of a cycle, of scratchNumbers() numbers: the two vectors of the finest level's
   * smoother, or forces of the first coarse elements, or what restriction sums, while that level is
   * not in use; during an update element matrices, if there is memory for them.
   */
  void useScratch(float* scratch);
  std::size_t scratchNumbers() const { return this->ScratchNumbers; }
  float* scratch() const { return this->Scratch; }

  /// Computes all that depends on moduli, for those of the operator, in scratch memory of its own.
  /// @throws SolverBreakdown if the coarsest matrix is not positive definite, as with too few
  /// supports.
  void update(int eigenvalueSteps);
  /// Stores the matrix of the first coarse level, too, if it is not the coarsest.
  void storeFirst();

  /// y = A x on a coarse level
  void multiply(std::size_t level, const float* x, float* y);
  /// The first coarse level without a matrix.
  const VoxelCoarseElements<Space>& firstElements() const { return this->First; }
  /// Empty if the coarsest level is only smoothed.
  const DeviceVector<float, Space>& coarsestInverse() const { return this->CoarsestInverse; }

private:
  void assembleMatrix(VoxelLevel<Space>& level, const float* matrices);
  void estimateEigenvalue(std::size_t level, int steps);
  bool invertCoarsest();

  const Context<Space>* Computing;
  VoxelOperator<Space>* Operator;
  VoxelCoarseElements<Space> First;
  std::vector<std::unique_ptr<VoxelLevel<Space>>> Levels;
  DeviceVector<float, Space> CoarsestInverse;
  std::size_t ScratchNumbers = 0;
  std::size_t SizeOfMatrices = 0; ///< numbers, from the second coarse level on
  std::int64_t Stride = 0;        ///< from one vector of the smoother to the other
  float* Scratch = nullptr;
  DeviceVector<double, Space> Scalars; ///< of Lanczos' method
};
}

#endif
