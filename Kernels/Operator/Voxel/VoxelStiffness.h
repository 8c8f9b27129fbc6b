#ifndef TRABECULA_OPERATOR_VOXEL_VOXELSTIFFNESS_H
#define TRABECULA_OPERATOR_VOXEL_VOXELSTIFFNESS_H

#include "Operator/StiffnessOperator.h"
#include "Operator/Voxel/VoxelOperator.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// VoxelOperator as a StiffnessOperator: material points are the voxels, in the grid's numbering.
template <class Space>
class VoxelStiffness : public StiffnessOperator<Space>
{
public:
  /// @param poissonsRatio in (-1, 0.5)
  VoxelStiffness(const VoxelGrid& grid, double poissonsRatio);

  std::int64_t size() const override { return this->Voxels.size(); }
  std::int64_t numberOfNodes() const override { return this->Voxels.numberOfNodes(); }
  std::int64_t numberOfMaterialPoints() const override { return this->Voxels.numberOfElements(); }
  /// Copies them.
  void setModuli(const double* moduli) override { this->Voxels.setModuli(moduli); }
  void apply(const double* x, double* y) override { this->Voxels.apply(x, y); }
  void diagonal(double* d) override { this->Voxels.diagonal(d); }
  void addUnitEnergies(const double* u, double weight, double* energies) override
  {
    this->Voxels.addUnitEnergies(u, weight, energies);
  }
  void geometry(double* volumes, double* centroids) override;
  void displacementGradients(const double* u, double* gradients) override;

  VoxelOperator<Space>& voxels() { return this->Voxels; }

  /// Upper bound of its bytes in its space.
  static std::size_t memory(std::size_t bricks, std::size_t elements);

private:
  std::array<double, 3> Spacing;
  std::array<double, 3> Origin;
  DeviceVector<std::int32_t, Space> Places; ///< of bricks, 3 each
  VoxelOperator<Space> Voxels;
};
}

#endif
