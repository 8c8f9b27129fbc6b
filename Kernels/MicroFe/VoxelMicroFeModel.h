#ifndef TRABECULA_MICROFE_VOXELMICROFEMODEL_H
#define TRABECULA_MICROFE_VOXELMICROFEMODEL_H

#include "Core/Context.h"
#include "MicroFe/Parts/VoxelMicroFePart.h"
#include "MicroFe/VoxelConditions.h"
#include "MicroFe/VoxelMicroFe.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula
{
/// What does not depend on the execution space in an analysis, or in one of several parts of it.
/// All parts call the same functions at the same time; each has the summary and the apparent
/// stiffness of the whole.
class VoxelMicroFe::Model
{
public:
  Model(const VoxelMicroFeSettings& wanted, VoxelGrid ofVoxels, VoxelConditions ofTest,
    const Communicator& parts);
  virtual ~Model() = default;
  virtual bool solve(Observer& observer) = 0;
  /// Writes the fields of the nodes and elements that the part owns.
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
  /// @param reactions of each load, 3 per constrained node; zero on ghosts
  /// @param works as of apparentStiffnessOf()
  void summarize(const std::vector<std::vector<double>>& reactions,
    const std::vector<double>& works, const Extremes& extremes, const Communicator& parts);

private:
  void summarizeReactions(const std::vector<double>& reactions, const Communicator& parts);
};

/// Memory in a solution for its displacements and the wanted fields.
VoxelFieldArrays makeRoom(
  const VoxelGrid& grid, const VoxelMicroFeFields& wanted, VoxelMicroFeSolution& solution);

/// Builds the model of a part of a validated problem in a space.
template <class Space>
std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeModel(const Context<Space>& context,
  const VoxelMicroFeSettings& settings, VoxelMicroFePart part, Observer& observer);

/// Compiled as CUDA alone: another compiler that sees the definition must not instantiate it.
extern template std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeModel(
  const Context<CudaSpace>& context, const VoxelMicroFeSettings& settings, VoxelMicroFePart part,
  Observer& observer);
}

#endif
