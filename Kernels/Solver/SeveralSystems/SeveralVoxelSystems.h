#ifndef TRABECULA_SOLVER_SEVERALSYSTEMS_SEVERALVOXELSYSTEMS_H
#define TRABECULA_SOLVER_SEVERALSYSTEMS_SEVERALVOXELSYSTEMS_H

#include "Core/Context.h"
#include "Core/DeviceVector.h"
#include "Operator/Voxel/VoxelOperator.h"
#include "Solver/RightHandSide.h"
#include "Solver/SeveralSystems/SeveralSystems.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * Systems with the matrix of a voxel operator, preconditioned by multigrid.
 *
 * On the host vectors are side by side, also those of multigrid (see Operator/SeveralVectors.h),
 * and forces and solutions are copied. On CUDA vectors of unknowns on voxels are one after another,
 * with the loops of one, for active systems only; forces and solutions are used where they are, and
 * only coarse levels of multigrid have vectors side by side.
 */
template <class Space>
class SeveralVoxelSystems : public SeveralSystems
{
public:
  /// Makes room for so many systems at most, also in multigrid. All must outlive this object.
  SeveralVoxelSystems(Context<Space>& context, VoxelOperator<Space>& K,
    VoxelMultigrid<Space>& multigrid, std::size_t systems);
  ~SeveralVoxelSystems() override;
  SeveralVoxelSystems(const SeveralVoxelSystems&) = delete;
  SeveralVoxelSystems& operator=(const SeveralVoxelSystems&) = delete;

  /// The systems to solve. Pointers must remain valid until finish().
  /// @param f of each system; values on prescribed unknowns are ignored
  /// @param u of each system: prescribed displacements and start values
  void set(const std::vector<RightHandSide<Space>>& f, const std::vector<double*>& u);
  /// Writes the solutions to u; on CUDA they are there already.
  void finish();
  /// Largest number of systems.
  std::size_t room() const { return this->Room; }

  std::size_t count() const override { return this->Solutions.size(); }
  EachTwo start() override;
  Each precondition(const VectorSet& active) override;
  EachTwo turn(const Each& beta, const VectorSet& active) override;
  EachTwo step(const Each& alpha, const VectorSet& active) override;

  /// Upper bound of the bytes that so many systems take, with what multigrid and products need for
  /// them.
  static std::size_t memory(std::size_t systems, const VoxelMultigrid<Space>& multigrid);

private:
  struct Vectors;

  template <class OfSystem>
  void forActive(const VectorSet& active, const OfSystem& work);

  std::size_t Room;
  VoxelOperator<Space>& Operator;
  VoxelMultigrid<Space>& Multigrid;
  std::vector<double*> Solutions;
  const float* Preconditioned = nullptr;
  std::unique_ptr<Vectors> Work;
};
}

#endif
