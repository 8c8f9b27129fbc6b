#ifndef TRABECULA_MICROFE_PARTS_VOXELMICROFEONPARTS_H
#define TRABECULA_MICROFE_PARTS_VOXELMICROFEONPARTS_H

#include "Core/Communication/Parts.h"
#include "Core/ExecutionContext.h"
#include "Mesh/Distribution/VoxelDivision.h"
#include "MicroFe/VoxelMicroFeModel.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace trabecula
{
struct VoxelSelection;

/**
 * An analysis on several parts, some of which this process runs, each with its own model and
 * context. The grid, the conditions and the fields are those of the whole.
 *
 * After a failure of one part all functions can be called again.
 */
class VoxelMicroFeOnParts : public VoxelMicroFe::Model
{
public:
  /**
   * @param parts their devices may be listed repeatedly
   * @param whole, ofTest grid of the selected voxels, and conditions on it
   * @param memoryLimit of each device, bytes; 0 means the available memory
   * @throws Error if a part does not fit on its device
   */
  VoxelMicroFeOnParts(const VoxelMicroFeProblem& problem, std::shared_ptr<Parts> parts,
    std::size_t memoryLimit, const VoxelSelection& selection, VoxelGrid whole,
    VoxelConditions ofTest, Observer& observer);

  bool solve(Observer& observer) override;
  /// With several processes, the fields that the settings request are copied on the first one,
  /// which has kept them. @throws Error on others
  void computeFields(const VoxelFieldArrays& to) const override;

private:
  /// A part of this process. Contexts precede models, which use them.
  struct Part
  {
    std::shared_ptr<const ExecutionContext> execution;
    NumbersInWhole numbers;
    std::unique_ptr<VoxelMicroFe::Model> model;
  };
  /// Work of a part of this process, by its index. The observer is the caller's for the first part,
  /// and silent for others.
  using Work = std::function<void(
    std::size_t part, const std::shared_ptr<const Communicator>& communicator, Observer& observer)>;

  void runParts(Observer& observer, const Work& work) const;
  std::vector<VoxelMicroFePart> divide(const VoxelMicroFeProblem& problem,
    const VoxelSelection& selection, std::size_t memoryLimit, Observer& observer);
  /// Computes fields of the parts of this process, one after another, and calls
  /// take(runs, components, values, whole, communicator) with those of each part, unless they are
  /// consecutive in the whole, and it is here.
  template <class Take>
  void forEachField(const VoxelFieldArrays& to, const Take& take) const;
  void keepFields();
  /// Takes what all parts know of the whole, and the largest peak of memory.
  void takeSummary();

  std::shared_ptr<Parts> Team;
  std::vector<Part> Own;
  VoxelMicroFeSolution Kept; ///< with several processes, on the first one
};

/// Prepares the whole problem in each process, and the model of its parts.
std::unique_ptr<VoxelMicroFe::Model> makeVoxelMicroFeOnParts(const VoxelMicroFeProblem& problem,
  std::shared_ptr<Parts> parts, std::size_t memoryLimit, Observer& observer);
}

#endif
