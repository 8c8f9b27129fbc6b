#include "Operator/Mass/VoxelMass.h"

#include "Core/Error.h"
#include "Operator/Mass/CopyComponent.h"

namespace trabecula
{
template <class Space>
VoxelMass<Space>::VoxelMass(
  const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, bool isLumped)
  : StiffnessOperator<Space>(layouts), Nodes(layouts.unknowns->withComponents(1)),
    OfComponent({ this->Nodes, layouts.materialPoints }, grid,
      VoxelLaw<1>{ isLumped ? VoxelLaw<1>::Matrix::LumpedMass : VoxelLaw<1>::Matrix::Mass })
{
}

template <class Space>
void VoxelMass<Space>::product(const Vector<Space>& x, Vector<Space>& y)
{
  // The ghosts of x are updated.
  this->OfComponent.voxels().multiplyComponents(x.data(), y.data());
}

template <class Space>
void VoxelMass<Space>::useModuli(const double* densities)
{
  this->OfComponent.voxels().useModuli(densities);
}

template <class Space>
void VoxelMass<Space>::computeDiagonal(double* d)
{
  LeasedVector<Space> ofNodes(this->Nodes);
  this->OfComponent.voxels().computeDiagonal(ofNodes.data());
  for (int c = 0; c < 3; ++c)
  {
    detail::copyComponent(this->context(), this->Nodes->count(), ofNodes.data(), 1, 0, d, 3, c);
  }
}

template <class Space>
void VoxelMass<Space>::addEnergies(const double* u, double weight, double* energies)
{
  LeasedVector<Space> from(this->Nodes);
  for (int c = 0; c < 3; ++c)
  {
    detail::copyComponent(this->context(), this->Nodes->count(), u, 3, c, from.data(), 1, 0);
    this->OfComponent.voxels().addEnergies(from.data(), weight, energies);
  }
}

template <class Space>
void VoxelMass<Space>::computeGeometry(double* volumes, double* centroids)
{
  Vector<Space> ofVolumes(this->materialPointsPointer(), volumes);
  Vector<Space> ofCentroids(this->materialPoints().withComponents(3), centroids);
  this->OfComponent.geometry(ofVolumes, ofCentroids);
}

template <class Space>
void VoxelMass<Space>::computeGradients(const double* /*u*/, double* /*gradients*/)
{
  throw Error("A mass of voxels has no gradients.");
}

template <class Space>
void VoxelMass<Space>::addGradientsTransposed(const double* /*s*/, double* /*f*/)
{
  throw Error("A mass of voxels has no gradients.");
}

template <class Space>
std::size_t VoxelMass<Space>::memory(std::size_t bricks, std::size_t elements, std::size_t nodes)
{
  return VoxelStiffness<Space, 1>::memory(bricks, elements) + nodes * sizeof(double);
}

template class VoxelMass<CompiledSpace>;
}
