#ifndef TRABECULA_SOLVER_VOXELMULTIGRID_VOXELLEVELS_H
#define TRABECULA_SOLVER_VOXELMULTIGRID_VOXELLEVELS_H

#include "Operator/Assembled/HostMatrix.h"
#include "Operator/Voxel/VoxelLaw.h"
#include "Operator/Voxel/VoxelOperatorOf.h"
#include "Solver/VoxelMultigrid/Coarse/VoxelFilm.h"
#include "Solver/VoxelMultigrid/Parts/VoxelMatching.h"
#include "Solver/VoxelMultigrid/Parts/VoxelReplica.h"
#include "Solver/VoxelMultigrid/VoxelAssembly.h"
#include "Solver/VoxelMultigrid/VoxelGalerkin.h"
#include "Solver/VoxelMultigrid/VoxelHierarchy.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Number of rows of the coarsest level above which it is smoothed instead of solved: about as many
/// nodes with one unknown each as with three.
template <int Components>
constexpr std::int64_t MostInverseRows = Components == 3 ? 4096 : 1216;
}

/// Vectors of a level, or interleaved columns of each.
template <class Space>
struct CycleVectors
{
  DeviceVector<float, Space> x; ///< solution of a cycle
  DeviceVector<float, Space> r; ///< its right-hand side, then the residual
  DeviceVector<float, Space> own;
  float* d = nullptr; ///< the last step of the smoother
  float* q = nullptr; ///< its product, or the step after it
  /// Vectors of a Krylov cycle: its right-hand side, its first direction and the product of that.
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
  std::int64_t n;        ///< unknowns of the part, which come first
  std::int64_t entries;  ///< of vectors: those of ghosts, too
  std::int64_t unknowns; ///< of all parts
  /// Of nodes, on levels that are divided among parts; null on others.
  std::shared_ptr<const Halo<Space>> halo;
  DeviceVector<std::uint32_t, Space> seeds; ///< of random numbers at nodes, on several parts only
  float largestEigenvalue = 1.0F;
  bool isVisitedTwice = false;   ///< by a cycle; vectors of a part may be empty all the same
  VoxelMesh<Space> mesh;         ///< none on voxels
  VoxelTransfer<Space> transfer; ///< to the next level
  /// From the second coarse level on, and see storeFirst(); with one unknown a node from the first.
  BlockMatrix<Space> matrix;
  CoarseVoxelFilm<Space> film; ///< on coarse levels
  DeviceVector<float, Space> inverseDiagonal;
  CycleVectors<Space> columns; ///< of multiple right-hand sides, if there are any

  /// @param ofPart unknowns of the part @param ofVectors with those of ghosts @param ofAll of all
  /// parts
  VoxelLevel(
    const Context<Space>& context, std::int64_t ofPart, std::int64_t ofVectors, std::int64_t ofAll)
    : n(ofPart), entries(ofVectors), unknowns(ofAll),
      inverseDiagonal(context, static_cast<std::size_t>(ofVectors))
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
 *
 * On several parts, fine levels are divided among them and small ones replicated, so that each part
 * computes the same. Entries of ghosts in vectors are undefined until updateGhosts(); their inverse
 * diagonal is zero, so that no loop over them changes anything but them.
 */
template <class Space, int Components = 3>
class VoxelLevels
{
public:
  static constexpr std::size_t Most = 12;

  /// Builds meshes and transfers; to be followed by update(). Parameters as of VoxelMultigrid.
  /// @param replicatedNodes see VoxelMultigridSettings
  VoxelLevels(const VoxelGrid& grid, VoxelOperatorOf<Space, Components>& K,
    const VoxelLaw<Components>& law, const std::vector<std::uint8_t>& supports,
    const HostMatrix& film, std::int64_t replicatedNodes = 0);

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
  /// Stores the matrix of the first coarse level, too, if it isOfElements() and not the coarsest.
  void storeFirst();

  /// y = A x, after the entries of ghosts in x have been updated.
  void multiply(std::size_t level, const float* x, float* y);
  /// Copies the entries of other parts' nodes, on levels that are divided among parts; owned ones
  /// do not change. @param columns interleaved ones, which are exchanged together
  void updateGhosts(std::size_t level, const float* x, int columns = 1) const;
  /// Whether products with a level are those of firstElements().
  bool isOfElements(std::size_t level) const
  {
    return Components == 3 && level == 1 && this->Replicated != 1;
  }
  /// What the part has of the first replicated level, if this is it; null for others.
  VoxelReplica<Space>* replicaOf(std::size_t level)
  {
    return this->Replica && !this->Replica->isDivided() && level == this->Replicated
      ? this->Replica.get()
      : nullptr;
  }
  /// The whole of the last divided level, if this is it and if its mesh is known as a whole; null
  /// for others.
  VoxelReplica<Space>* wholeOf(std::size_t level)
  {
    return this->Replica && this->Replica->isDivided() && level + 1 == this->Replicated
      ? this->Replica.get()
      : nullptr;
  }
  /// The elements of the first coarse level.
  const VoxelCoarseElements<Space, Components>& firstElements() const { return this->First; }
  /// Empty if the coarsest level is only smoothed.
  const DeviceVector<float, Space>& coarsestInverse() const { return this->CoarsestInverse; }

private:
  /// Meshes and transfers before levels are made of them.
  struct Meshes
  {
    std::vector<VoxelTransfer<Space>> transfers;
    std::vector<VoxelMesh<Space>> meshes;     ///< none of voxels
    std::vector<std::int64_t> sizes;          ///< unknowns of all parts
    std::vector<VoxelPartNodes<Space>> nodes; ///< of levels that are divided among parts

    bool isCoarsened() const;
    bool mayGoOn() const;
    void dropLast();
  };

  void coarsen(const VoxelGrid& grid, const std::uint8_t* constrained, Meshes& all,
    const NodeNumbering<Space>& numbering);
  void coarsenOnParts(const VoxelGrid& grid, const std::uint8_t* constrained,
    std::int64_t replicatedNodes, Meshes& all);
  void makeLevels(Meshes all);
  void updateFinest();
  void updateCoarse(int eigenvalueSteps);
  bool hasElementMatrices(std::size_t level) const;
  const float* computeMatrices(std::size_t level, const float* finer, float*& next);
  void prepareFilm(const HostMatrix& film, const std::vector<std::uint8_t>& supports);
  void assembleMatrix(VoxelLevel<Space>& level, const float* matrices);
  void estimateEigenvalue(std::size_t level, int steps);
  bool invertCoarsest();

  const Context<Space>* Computing;
  VoxelOperatorOf<Space, Components>* Operator;
  VoxelFilm<Space> Film;
  VoxelCoarseElements<Space, Components> First;
  std::vector<std::unique_ptr<VoxelLevel<Space>>> Levels;
  std::size_t Replicated = 0; ///< on several parts the first level that is replicated
  std::unique_ptr<VoxelReplica<Space>> Replica;
  DeviceVector<float, Space> CoarsestInverse;
  std::size_t ScratchNumbers = 0;
  std::size_t SizeOfMatrices = 0; ///< numbers of all matrices of elements
  std::int64_t Stride = 0;        ///< from one vector of the smoother to the other
  float* Scratch = nullptr;
  DeviceVector<double, Space> Scalars; ///< of Lanczos' method
};
}

#endif
