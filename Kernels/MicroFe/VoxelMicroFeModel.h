#ifndef TRABECULA_MICROFE_VOXELMICROFEMODEL_H
#define TRABECULA_MICROFE_VOXELMICROFEMODEL_H

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

  VoxelMicroFeSettings settings;
  VoxelGrid grid;
  VoxelConditions conditions;
  VoxelMicroFeSolution solution;
  VoxelMicroFeSummary summary;
  ApparentStiffness apparent;
  std::vector<VoxelMicroFeIteration> history;
  std::size_t deviceMemory = 0; ///< bytes held after set-up

protected:
  /// The load whose fields are the solution.
  std::size_t fieldLoad() const;
  /// Fills the summary and the apparent stiffness.
  /// @param reactions of each load, 3 per held node @param effectiveStrain one per element
  void summarize(
    const std::vector<std::vector<double>>& reactions, std::vector<double> effectiveStrain);

private:
  void summarizeReactions(const std::vector<double>& reactions);
};

/// Builds the model of a validated problem in a space.
template <class Space>
std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeModel(const VoxelMicroFeSettings& settings,
  VoxelGrid grid, VoxelConditions conditions, const Device& device, Observer& observer);
}

#endif
