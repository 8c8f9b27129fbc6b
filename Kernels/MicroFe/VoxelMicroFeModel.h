#ifndef TRABECULA_MICROFE_VOXELMICROFEMODEL_H
#define TRABECULA_MICROFE_VOXELMICROFEMODEL_H

#include "Core/Context.h"
#include "MicroFe/VoxelConditions.h"
#include "MicroFe/VoxelMicroFe.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula
{
/// The part of an analysis that does not depend on the execution space.
class VoxelMicroFe::Model
{
public:
  Model(const VoxelMicroFeSettings& wanted, VoxelGrid ofVoxels, VoxelConditions ofTest);
  virtual ~Model() = default;
  virtual bool solve(Observer& observer) = 0;
  virtual void computeFields(const VoxelFieldArrays& to) const = 0;

  VoxelMicroFeSettings settings;
  VoxelGrid grid;
  VoxelConditions conditions;
  bool solved = false;
  VoxelMicroFeSummary summary;
  ApparentStiffness apparent;
  std::vector<VoxelMicroFeIteration> history;
  std::size_t deviceMemory = 0; ///< bytes allocated after set-up

protected:
  /// The load whose fields are the solution.
  std::size_t fieldLoad() const;
  /// Extremes of a solution.
  struct Extremes
  {
    double square = 0.0;    ///< of the longest displacement
    double component = 0.0; ///< largest absolute value
    /// The effective strain that the critical volume exceeds.
    double criticalVolumeStrain = 0.0;
  };
  /// Fills the summary, but for the strain energy, and the apparent stiffness.
  /// @param reactions of each load, 3 per constrained node
  /// @param works as of apparentStiffnessOf()
  void summarize(const std::vector<std::vector<double>>& reactions,
    const std::vector<double>& works, const Extremes& extremes);

private:
  void summarizeReactions(const std::vector<double>& reactions);
};

/// Builds the model of a validated problem in a space.
template <class Space>
std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeModel(const Context<Space>& context,
  const VoxelMicroFeSettings& settings, VoxelGrid grid, VoxelConditions conditions,
  Observer& observer);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeModel(
  const Context<CudaSpace>& context, const VoxelMicroFeSettings& settings, VoxelGrid grid,
  VoxelConditions conditions, Observer& observer);
}

#endif
