#ifndef TRABECULA_MICROFE_MODEL_VOXELMICROFEMODELOF_H
#define TRABECULA_MICROFE_MODEL_VOXELMICROFEMODELOF_H

#include "Analysis/ElasticModel.h"
#include "Analysis/LoadCases.h"
#include "Core/Timer.h"
#include "MicroFe/Model/ConstrainedUnknowns.h"
#include "MicroFe/Model/OtherLoads.h"
#include "MicroFe/Model/UnknownSelection.h"
#include "MicroFe/VoxelFields.h"
#include "MicroFe/VoxelMicroFeModel.h"
#include "Operator/Voxel/VoxelOperator.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula
{
/// VoxelMicroFe::Model in a space.
template <class Space>
class VoxelMicroFeModel : public VoxelMicroFe::Model
{
public:
  VoxelMicroFeModel(const OperatorLayouts<Space>& layouts, const VoxelMicroFeSettings& wanted,
    VoxelMicroFePart part, Observer& observer);

  bool solve(Observer& observer) override;
  void computeFields(const VoxelFieldArrays& to) const override;

private:
  /// Returns the n-th load to be solved. The load of the fields is the last one, so that its
  /// solution is kept.
  std::size_t loadOf(std::size_t number) const;
  /// Solves and evaluates count loads together, of which the first is the number-th to be solved.
  /// @return false if stopped
  bool solveTogether(
    std::size_t number, std::size_t count, OtherLoads<Space>& others, Observer& observer);
  /// Solves loads together, starting from zero displacements. @return false if stopped
  bool solveLoads(const std::vector<std::size_t>& which, std::size_t number, Observer& observer);
  /// Sets the displacements of a load to the prescribed ones, and to zero elsewhere.
  void prescribe(std::size_t load);
  void record(std::size_t load, const SolverReport& report, const std::vector<double>& residuals,
    Observer& observer);
  /// Computes the forces on the structure for the displacements of a load, three for each node with
  /// constrained unknowns, their work, and Works with other loads.
  void evaluateLoad(std::size_t load, const OtherLoads<Space>& others);
  /// Returns the displacements of a load in single precision, for loads that are solved after it.
  Vector<Space, float> roundedDisplacement(std::size_t load) const;
  /// Returns the displacements of the load whose fields are the solution.
  const Vector<Space>& displacement() const
  {
    return (*this->Loads)[this->fieldLoad()].displacement;
  }
  /// Returns whether the displacements of a load may be kept for the following ones, on all parts.
  bool keepsDisplacements() const;
  VoxelFieldInput fieldInput() const;
  /// Computes the extremes of the last load, and its strain energy.
  Extremes findExtremes();

  /// Returns the sum over all parts of a number that is known to all and the terms of each.
  template <class Terms>
  double sumOverParts(double ofAll, const Terms& addTerms) const;

  std::size_t MemoryOfPart; ///< upper bound, bytes
  ConstrainedUnknowns Constraints;
  std::size_t OwnedConstraints = 0; ///< those of nodes that the part owns, which come first
  std::vector<std::vector<double>> Reactions;
  /// u_i.(K u_j) of loads, by rows. It is NaN where displacements were not in memory at the same
  /// time.
  std::vector<double> Works;
  const Context<Space>* Computing;
  std::unique_ptr<ElasticModel<Space>> Elastic;
  VoxelOperator<Space>* Voxels; ///< operator of the elastic model
  std::unique_ptr<LoadCases<Space>> Loads;
  std::unique_ptr<UnknownSelection<Space>> Constrained;
  Timer Laps;
};
}

#endif
