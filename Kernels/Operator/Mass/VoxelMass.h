#ifndef TRABECULA_OPERATOR_MASS_VOXELMASS_H
#define TRABECULA_OPERATOR_MASS_VOXELMASS_H

#include "Operator/StiffnessOperator.h"
#include "Operator/Voxel/VoxelStiffness.h"

#include <cstddef>

namespace trabecula
{
/// The mass matrix of a voxel grid for displacements: the product of VoxelConduction with another
/// matrix of a voxel, for each of three components. It keeps a copy of the densities.
template <class Space>
class VoxelMass : public StiffnessOperator<Space>
{
public:
  /// @param layouts of the nodes, three components, and elements of the grid
  VoxelMass(const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, bool isLumped);

  /// Upper bound of its bytes in its space, with those of a product in the workspace.
  static std::size_t memory(std::size_t bricks, std::size_t elements, std::size_t nodes);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  void useModuli(const double* densities) override;
  void computeDiagonal(double* d) override;
  void addEnergies(const double* u, double weight, double* energies) override;
  void computeGeometry(double* volumes, double* centroids) override;
  void computeGradients(const double* u, double* gradients) override;
  void addGradientsTransposed(const double* s, double* f) override;

private:
  LayoutPointer<Space> Nodes; ///< one component
  VoxelStiffness<Space, 1> OfComponent;
};
}

#endif
