#ifndef TRABECULA_OPERATOR_VOXEL_VOXELSTIFFNESS_H
#define TRABECULA_OPERATOR_VOXEL_VOXELSTIFFNESS_H

#include "Operator/StiffnessOperator.h"
#include "Operator/Voxel/VoxelLaw.h"
#include "Operator/Voxel/VoxelOperatorOf.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// VoxelOperator, or VoxelConduction, as a StiffnessOperator: material points are the voxels, in
/// the grid's numbering. It keeps a copy of the moduli.
template <class Space, int Components = 3>
class VoxelStiffness : public StiffnessOperator<Space>
{
public:
  using Products = VoxelOperatorOf<Space, Components>;

  /// @param layouts of the nodes and elements of the grid
  /// @param law of elasticity Poisson's ratio, in (-1, 0.5)
  VoxelStiffness(
    const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, VoxelLaw<Components> law);

  bool hasProducts(Arrangement arrangement) const override
  {
    return this->Voxels.hasProducts(arrangement);
  }
  /// Of conduction.
  bool hasSingle() const override { return Components == 1; }
  Products& voxels() { return this->Voxels; }

  /// Upper bound of its bytes in its space.
  static std::size_t memory(std::size_t bricks, std::size_t elements);

protected:
  void useModuli(const double* moduli) override { this->Voxels.useModuli(moduli); }
  void product(const Vector<Space>& x, Vector<Space>& y) override
  {
    this->Voxels.multiply(x.data(), y.data());
  }
  void productOfInterleaved(const MultiVector<Space>& x, MultiVector<Space>& y) override;
  void computeDiagonal(double* d) override { this->Voxels.computeDiagonal(d); }
  void addEnergies(const double* u, double weight, double* energies) override
  {
    this->Voxels.addEnergies(u, weight, energies);
  }
  void singleProduct(const float* x, float* y) override { this->Voxels.multiply(x, y); }
  void computeGeometry(double* volumes, double* centroids) override;
  void computeGradients(const double* u, double* gradients) override;
  void addGradientsTransposed(const double* s, double* f) override;

private:
  std::array<double, 3> Spacing;
  std::array<double, 3> Origin;
  DeviceVector<std::int32_t, Space> Places; ///< of bricks, 3 each
  Products Voxels;
};
}

#endif
