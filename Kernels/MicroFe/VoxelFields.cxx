// Strains and stresses of voxels from displacements, in one source for all execution spaces.

#include "MicroFe/VoxelFields.h"
#include "Core/Parallel.h"
#include "Element/VoxelHex8.h"
#include "Operator/Voxel/VoxelCorners.h"
#include "Physics/Elasticity.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
/// Computes the displacement gradient at the centroid from modes of displacements, entry 3 i + j
/// for du_i/dx_j.
TRABECULA_FUNCTION void centroidGradient(
  const double* modes, const voxelhex8::Brick<double>& unit, double* h)
{
  const int linear[3] = { 1, 2, 4 };
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      h[3 * i + j] = unit.gradient[j] * modes[8 * i + linear[j]];
    }
  }
}

/// Computes all fields of one element.
TRABECULA_FUNCTION void elementFields(const double* corners, double young,
  const voxelhex8::Brick<double>& unit, double volume, std::int64_t e,
  const VoxelElementFields& fields)
{
  double modes[24];
  for (int c = 0; c < 3; ++c)
  {
    hex8::toModes(corners + 8 * c, modes + 8 * c);
  }
  double h[9];
  centroidGradient(modes, unit, h);
  // Shear strains of tensors, in VTK's order.
  const double strain[6] = { h[0], h[4], h[8], 0.5 * (h[1] + h[3]), 0.5 * (h[5] + h[7]),
    0.5 * (h[2] + h[6]) };
  double stress[6];
  const Elasticity law = { { unit.lambda, unit.mu } }; // times the volume
  law.stressOf(h, young / volume, stress);
  if (fields.strainEnergyDensity)
  {
    double forces[24];
    voxelhex8::stiffness(modes, 1.0, unit, forces);
    double energy = 0.0; // u.K u for a modulus of one; constant modes have no energy
    for (int c = 0; c < 3; ++c)
    {
      for (int m = 1; m < 8; ++m)
      {
        energy += modes[8 * c + m] * forces[8 * c + m];
      }
    }
    fields.strainEnergyDensity[e] = 0.5 * young * energy / volume;
  }
  if (fields.effectiveStrain)
  {
    const double work = stress[0] * strain[0] + stress[1] * strain[1] + stress[2] * strain[2] +
      2.0 * (stress[3] * strain[3] + stress[4] * strain[4] + stress[5] * strain[5]);
    fields.effectiveStrain[e] = sqrt(work / young);
  }
  if (fields.vonMisesStress)
  {
    fields.vonMisesStress[e] = vonMisesStress(stress);
  }
  for (int i = 0; i < 6; ++i)
  {
    if (fields.strain)
    {
      fields.strain[6 * e + i] = strain[i];
    }
    if (fields.stress)
    {
      fields.stress[6 * e + i] = stress[i];
    }
  }
}
}

template <class Space>
void computeVoxelFields(const Context<Space>& context, const VoxelFieldInput& input,
  std::int64_t count, const VoxelElementFields& fields)
{
  const voxelhex8::Brick<double> unit =
    voxelhex8::unitBrick<double>(input.spacing.data(), input.poissonsRatio);
  const double volume = input.spacing[0] * input.spacing[1] * input.spacing[2];
  const VoxelBrick* bricks = input.bricks;
  const double* moduli = input.moduli;
  const double* u = input.displacement;
  const VoxelElementFields to = fields;
  forEach(
    context, count * VoxelBrick::Rows, TRABECULA_LAMBDA(std::int64_t index) {
      const VoxelBrick& brick = bricks[index / VoxelBrick::Rows];
      const int row = static_cast<int>(index % VoxelBrick::Rows);
      std::int64_t e = std::int64_t(brick.firstElement) + brick.elementRows[row];
      for (int i = 0; i < VoxelBrick::Edge; ++i)
      {
        if (!(brick.elements[row] >> i & 1))
        {
          continue;
        }
        double corners[24];
        detail::cornerDisplacements(
          bricks, brick, i, row % VoxelBrick::Edge, row / VoxelBrick::Edge, u, corners);
        detail::elementFields(corners, moduli[e], unit, volume, e, to);
        ++e;
      }
    });
}

template <class Space>
void copyVoxelFields(const Context<Space>& context, const VoxelFieldInput& input,
  const VoxelGrid& grid, const VoxelElementFields& to)
{
  const std::int64_t bricks = grid.numberOfOwnedBricks();
  if constexpr (Space::Id == ExecutionSpace::Host)
  {
    if (to.strain || to.stress || to.strainEnergyDensity || to.vonMisesStress || to.effectiveStrain)
    {
      computeVoxelFields(context, input, bricks, to);
    }
    return;
  }
  struct Field
  {
    std::int64_t components;
    double* VoxelElementFields::*pointer;
  };
  const std::array<Field, 5> fields = { {
    { 6, &VoxelElementFields::strain },
    { 6, &VoxelElementFields::stress },
    { 1, &VoxelElementFields::strainEnergyDensity },
    { 1, &VoxelElementFields::vonMisesStress },
    { 1, &VoxelElementFields::effectiveStrain },
  } };
  for (const Field& field : fields)
  {
    if (to.*field.pointer)
    {
      // Fields are computed one at a time, which takes less memory than the solver that was
      // released.
      DeviceVector<double, Space> values(
        context, static_cast<std::size_t>(field.components * grid.numberOfOwnedElements()));
      VoxelElementFields one;
      one.*field.pointer = values.data();
      computeVoxelFields(context, input, bricks, one);
      context.copyToHost(to.*field.pointer, values.data(), values.bytes());
    }
  }
}

template void computeVoxelFields(const Context<CompiledSpace>& context,
  const VoxelFieldInput& input, std::int64_t count, const VoxelElementFields& fields);
template void copyVoxelFields(const Context<CompiledSpace>& context, const VoxelFieldInput& input,
  const VoxelGrid& grid, const VoxelElementFields& to);
}
