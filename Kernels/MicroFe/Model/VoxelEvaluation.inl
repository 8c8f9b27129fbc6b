#ifndef TRABECULA_MICROFE_MODEL_VOXELEVALUATION_INL
#define TRABECULA_MICROFE_MODEL_VOXELEVALUATION_INL

// This file contains what VoxelMicroFeModel computes from displacements, for its source.

#include "Core/SortAndScan.h"
#include "Core/Vectors/Sum.h"
#include "MicroFe/Model/LargestDisplacement.h"
#include "MicroFe/Model/NthOverParts.h"
#include "MicroFe/Model/VoxelMicroFeModelOf.h"
#include "MicroFe/VoxelMicroFeSummary.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
template <class Space>
template <class Terms>
double VoxelMicroFeModel<Space>::sumOverParts(double ofAll, const Terms& addTerms) const
{
  double sum = this->Computing->communicator().rank() == 0 ? ofAll : 0.0;
  addTerms(sum);
  this->Computing->sumOverParts(&sum, 1);
  return sum;
}

template <class Space>
void VoxelMicroFeModel<Space>::evaluateLoad(std::size_t load, const OtherLoads<Space>& others)
{
  const std::vector<double>& prescribed = this->conditions.displacements[load];
  const std::vector<std::int64_t>& forced = this->conditions.forcedUnknowns;
  const Vector<Space>& displacement = (*this->Loads)[load].displacement;
  const double ofForces = (*this->Loads)[load].forces.dot(displacement);
  LeasedVector<Space> product(displacement.layoutPointer());
  this->Elastic->stiffness().apply(displacement, product);
  std::vector<double> internal = this->Constrained->gather(product);
  const std::size_t loads = others.exact.size();
  this->Works[(loads + 1) * load] = dot(displacement, product);
  for (std::size_t other = 0; other < loads; ++other)
  {
    double& mutual = this->Works[loads * other + load];
    if (others.exact[other])
    {
      mutual = dot(*others.exact[other], product);
    }
    else if (!others.rounded[other].empty())
    {
      mutual = this->sumOverParts(dot<Space>(others.rounded[other], product),
        [&](double& sum)
        {
          for (std::size_t i = 0; i < this->OwnedConstraints; ++i)
          {
            const double exact = this->conditions.displacements[other][this->Constraints.places[i]];
            sum += (exact - static_cast<double>(static_cast<float>(exact))) * internal[i];
          }
        });
    }
    this->Works[loads * load + other] = mutual;
  }
  std::vector<double>& reactions = this->Reactions[load];
  reactions.assign(3 * this->conditions.nodes.size(), 0.0);
  for (std::size_t i = 0; i < this->OwnedConstraints; ++i)
  {
    // A force on a supported unknown acts directly on its support.
    const auto at = std::lower_bound(forced.begin(), forced.end(), this->Constraints.unknowns[i]);
    if (at != forced.end() && *at == this->Constraints.unknowns[i])
    {
      internal[i] -= this->conditions.forces[static_cast<std::size_t>(at - forced.begin())];
    }
    reactions[this->Constraints.places[i]] = internal[i];
  }
  this->summary.externalWork = 0.5 *
    this->sumOverParts(ofForces,
      [&](double& sum)
      {
        for (std::size_t i = 0; i < this->OwnedConstraints; ++i)
        {
          sum += internal[i] * prescribed[this->Constraints.places[i]];
        }
      });
}

template <class Space>
VoxelFieldInput VoxelMicroFeModel<Space>::fieldInput() const
{
  return { this->Voxels->bricks(), this->Voxels->moduli().data(), this->displacement().data(),
    this->grid.spacing(), this->settings.poissonsRatio };
}

template <class Space>
VoxelMicroFe::Model::Extremes VoxelMicroFeModel<Space>::findExtremes()
{
  const Context<Space>& context = *this->Computing;
  const std::int64_t elements = this->grid.numberOfOwnedElements();
  this->displacement().updateGhosts();
  Extremes extremes;
  const Sums<2> found = largestDisplacement<Space>(
    context, this->grid.numberOfOwnedNodes(), this->displacement().data());
  extremes.square = found.v[0];
  extremes.component = found.v[1];
  DeviceVector<double, Space> effective(context, static_cast<std::size_t>(elements));
  {
    DeviceVector<double, Space> energies(context, effective.size());
    VoxelElementFields fields;
    fields.strainEnergyDensity = energies.data();
    fields.effectiveStrain = effective.data();
    computeVoxelFields(context, this->fieldInput(), this->grid.numberOfOwnedBricks(), fields);
    const std::array<double, 3>& h = this->grid.spacing();
    this->summary.strainEnergy =
      detail::sumOf<Space>(context, elements, energies.data()) * h[0] * h[1] * h[2];
  }
  const std::size_t place = placeOfCriticalStrain(
    static_cast<std::size_t>(this->summary.numberOfElements), this->settings.criticalVolume);
  extremes.criticalVolumeStrain = context.isDistributed()
    ? nthOverParts<Space>(context, elements, effective.data(), place)
    : nthElement<Space>(effective, place);
  return extremes;
}

template <class Space>
void VoxelMicroFeModel<Space>::computeFields(const VoxelFieldArrays& to) const
{
  const Context<Space>& context = *this->Computing;
  const Vector<Space>& displacement = this->displacement();
  const std::size_t bytes =
    static_cast<std::size_t>(displacement.layout().ownedSize()) * sizeof(double);
  if (to.displacement)
  {
    context.copyToHost(to.displacement, displacement.data(), bytes);
  }
  if (to.reactionForce)
  {
    fillZeros(to.reactionForce, bytes);
    for (std::size_t i = 0; i < this->OwnedConstraints; ++i)
    {
      to.reactionForce[this->Constraints.unknowns[i]] =
        this->Reactions[this->fieldLoad()][this->Constraints.places[i]];
    }
  }
  copyVoxelFields(context, this->fieldInput(), this->grid, to.elements);
}
}

#endif
