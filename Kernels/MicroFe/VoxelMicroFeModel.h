#ifndef TRABECULA_MICROFE_VOXELMICROFEMODEL_H
#define TRABECULA_MICROFE_VOXELMICROFEMODEL_H

#include "MicroFe/VoxelConditions.h"
#include "MicroFe/VoxelMicroFe.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula
{
/// An analysis, what of it does not depend on the execution space.
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

/// The stiffness of a box from the reactions of the nodes on its faces to six unit strains.
ApparentStiffness apparentStiffnessOf(const VoxelConditions& conditions, const VoxelGrid& grid,
  const std::vector<std::vector<double>>& reactions, double strain);

/// The factor on a load at which a share of the elements reaches a strain. Reorders the strains.
double pistoiaFactor(
  std::vector<double>& effectiveStrain, double criticalVolume, double criticalStrain);

/// Torsion constant J of a rectangle (Timoshenko, Goodier, Theory of Elasticity, section 109).
double torsionConstant(double width, double height);

/// Bytes on the device for a grid, with its conditions.
std::size_t voxelMicroFeMemory(const VoxelGrid& grid, const VoxelConditions& conditions);

/// What a problem must satisfy before a grid is made from its image.
void checkSettings(const VoxelMicroFeProblem& problem);
/// Whether there is memory on the host to make the grid.
void checkHostMemory(const VoxelImage& image);
/// Whether there is memory on the device, and on the host for the results.
void checkMemory(const VoxelGrid& grid, const VoxelConditions& conditions,
  const VoxelMicroFeFields& fields, const Device& device, std::size_t memoryLimit);

/// Builds the model in a space; the problem has been checked.
template <class Space>
std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeModel(const VoxelMicroFeSettings& settings,
  VoxelGrid grid, VoxelConditions conditions, const Device& device, Observer& observer);
}

#endif
