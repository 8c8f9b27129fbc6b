#include "Solver/VoxelMultigrid/Coarse/VoxelCoarseElements.h"

#include "Core/SortAndScan.h"
#include "Element/VoxelHex8.h"
#include "Element/VoxelTransferHex8.h"
#include "Mesh/Voxel/VoxelLookup.h"
#include "Solver/VoxelMultigrid/VoxelEigenvalue.h"
#include "Solver/VoxelMultigrid/VoxelMatrixEntries.h"

#include <vector>

namespace trabecula
{
namespace detail
{
/// Returns P^T K P for the child in an octant; all rows are stored.
template <int Components>
inline std::vector<double> galerkinProduct(const std::vector<double>& K, int octant)
{
  constexpr int Unknowns = 8 * Components;
  constexpr int RowsOfCorner = Components * Unknowns;
  std::vector<double> product(Unknowns * Unknowns, 0.0);
  std::vector<double> result(Unknowns * Unknowns, 0.0);
  for (int i = 0; i < 64; ++i)
  {
    const double weight = voxelhex8::childWeight<double>(octant, i / 8, i % 8);
    for (int row = 0; row < Unknowns && weight != 0.0; ++row)
    {
      for (int c = 0; c < Components; ++c)
      {
        product[Unknowns * row + Components * (i % 8) + c] +=
          weight * K[Unknowns * row + Components * (i / 8) + c];
      }
    }
  }
  for (int i = 0; i < 64; ++i)
  {
    const double weight = voxelhex8::childWeight<double>(octant, i / 8, i % 8);
    for (int k = 0; k < RowsOfCorner && weight != 0.0; ++k)
    {
      result[RowsOfCorner * (i % 8) + k] += weight * product[RowsOfCorner * (i / 8) + k];
    }
  }
  return result;
}

/// Returns the upper triangles of Galerkin products. Matrix 8 * p + o is for a voxel in octant o of
/// an element in octant p of the next level. The last 8 matrices are for the first transfer alone,
/// one per octant.
template <int Components>
inline std::vector<double> galerkinProducts(
  const std::array<double, 3>& spacing, const VoxelLaw<Components>& law)
{
  constexpr int Unknowns = 8 * Components;
  constexpr int Entries = VoxelMatrixEntriesOf<Components>;
  const std::vector<double> K = voxelStiffness(spacing, law);
  std::vector<double> products(std::size_t(72) * Entries);
  for (int o = 0; o < 8; ++o)
  {
    const std::vector<double> once = galerkinProduct<Components>(K, o);
    for (int p = 0; p < 9; ++p)
    {
      const std::vector<double> matrix = p < 8 ? galerkinProduct<Components>(once, p) : once;
      double* to = products.data() + std::size_t(8 * p + o) * Entries;
      for (int row = 0; row < Unknowns; ++row)
      {
        for (int column = row; column < Unknowns; ++column)
        {
          *to++ = matrix[Unknowns * row + column];
        }
      }
    }
  }
  return products;
}

/// Returns the voxel in an octant of the element on a cell of a brick; -1 if there is none.
TRABECULA_FUNCTION std::int32_t voxelOf(const VoxelBrick* bricks, std::uint32_t cell, int octant)
{
  const int x = 2 * static_cast<int>(cell % 4) + (octant & 1);
  const int y = 2 * static_cast<int>(cell / 4 % 4) + (octant >> 1 & 1);
  const int z = 2 * static_cast<int>(cell % 64 / 16) + (octant >> 2);
  return voxels::elementAt(bricks[cell / 64], x + 8 * y + 64 * z);
}

/// Returns whether bit i of a mask of 96 bits is set.
TRABECULA_FUNCTION bool isConstrained(const std::uint32_t* mask, int i)
{
  return mask[i / 32] >> (i % 32) & 1U;
}

/// Returns the bit of an unknown: component c at corner a of the voxel in an octant.
template <int Components>
TRABECULA_FUNCTION int constraintBit(int octant, int a, int c)
{
  return Components *
    ((octant & 1) + (a & 1) + 3 * ((octant >> 1 & 1) + (a >> 1 & 1)) +
      9 * ((octant >> 2) + (a >> 2))) +
    c;
}

/// Gathers the 96 bits of constrained unknowns in the cell of an element. @return whether any is
/// set
template <int Components>
TRABECULA_FUNCTION bool gatherConstraints(
  const VoxelBrick* bricks, std::uint32_t cell, const std::uint8_t* supports, std::uint32_t* mask)
{
  mask[0] = mask[1] = mask[2] = 0;
  for (int p = 0; p < 27; ++p)
  {
    int position = 0;
    const std::int32_t brick = voxels::brickAt(bricks[cell / 64],
      2 * static_cast<int>(cell % 4) + p % 3, 2 * static_cast<int>(cell / 4 % 4) + p / 3 % 3,
      2 * static_cast<int>(cell % 64 / 16) + p / 9, position);
    const std::int32_t node = brick < 0 ? -1 : voxels::nodeAt(bricks[brick], position);
    for (int c = 0; c < Components && node >= 0; ++c)
    {
      const int bit = Components * p + c;
      mask[bit / 32] |= std::uint32_t(supports[Components * std::int64_t(node) + c] != 0)
        << (bit % 32);
    }
  }
  return (mask[0] | mask[1] | mask[2]) != 0;
}

/// Computes the matrices of elements with constrained unknowns, one thread per column.
template <class Space, int Components>
void makeConstrainedMatrices(const Context<Space>& context, const VoxelBrick* bricks,
  const std::uint32_t* cells, const double* moduli, VoxelCoarseElements<Space, Components>& coarse)
{
  constexpr int Unknowns = 8 * Components;
  const std::int32_t* constrained = coarse.constrained.data();
  const std::uint32_t* masks = coarse.constraintMasks.data();
  float* matrices = coarse.constrainedMatrices.data();
  const auto unit = coarse.law.template unit<double>(coarse.spacing);
  forEach(
    context, static_cast<std::int64_t>(Unknowns * coarse.constrained.size()),
    TRABECULA_LAMBDA(std::int64_t index) {
      const std::int64_t h = index / Unknowns;
      const int column = static_cast<int>(index % Unknowns);
      const std::uint32_t* mask = masks + 3 * h;
      const std::uint32_t cell = cells[constrained[h]];
      double sums[Unknowns] = {};
      for (int o = 0; o < 8; ++o)
      {
        const std::int32_t voxel = voxelOf(bricks, cell, o);
        if (voxel < 0)
        {
          continue;
        }
        double u[Unknowns] = {};
        double f[Unknowns];
        const int direction = column % Components;
        for (int a = 0; a < 8; ++a)
        {
          u[8 * direction + voxelhex8::vtkCorner(a)] =
            isConstrained(mask, constraintBit<Components>(o, a, direction))
            ? 0.0
            : voxelhex8::childWeight<double>(o, a, column / Components);
        }
        voxelhex8::product(u, moduli[voxel], unit, f);
        for (int a = 0; a < 8; ++a)
        {
          for (int c = 0; c < Components; ++c)
          {
            const double force = isConstrained(mask, constraintBit<Components>(o, a, c))
              ? 0.0
              : f[8 * c + voxelhex8::vtkCorner(a)];
            for (int b = 0; b < 8; ++b)
            {
              sums[Components * b + c] += voxelhex8::childWeight<double>(o, a, b) * force;
            }
          }
        }
      }
      for (int row = 0; row <= column; ++row)
      {
        matrices[VoxelMatrixEntriesOf<Components> * h + matrixEntry<Components>(row, column)] =
          static_cast<float>(sums[row]);
      }
    });
}
}

template <class Space, int Components>
VoxelCoarseElements<Space, Components> makeCoarseElements(const Context<Space>& context,
  const VoxelBrick* bricks, const VoxelTransfer<Space>& transfer, const std::uint8_t* supports,
  const std::array<double, 3>& spacing, const VoxelLaw<Components>& law)
{
  VoxelCoarseElements<Space, Components> coarse;
  const std::size_t n = transfer.children.size();
  coarse.elements = static_cast<std::int64_t>(n);
  coarse.spacing = spacing;
  coarse.law = law;
  coarse.products = DeviceVector<double, Space>(context, detail::galerkinProducts(spacing, law));
  coarse.moduli = DeviceVector<float, Space>(context, 8 * n);
  coarse.constrainedOf = DeviceVector<std::int32_t, Space>(context, n);
  const std::uint32_t* cells = transfer.children.data();
  std::int32_t* constrainedOf = coarse.constrainedOf.data();
  forEach(
    context, coarse.elements, TRABECULA_LAMBDA(std::int64_t e) {
      std::uint32_t mask[3];
      constrainedOf[e] = detail::gatherConstraints<Components>(bricks, cells[e], supports, mask);
    });
  inclusiveScan(coarse.constrainedOf);
  std::int32_t count = 0;
  if (n > 0)
  {
    context.copyToHost(&count, constrainedOf + n - 1, sizeof(count));
  }
  const auto constrainedElements = static_cast<std::size_t>(count);
  coarse.constrained = DeviceVector<std::int32_t, Space>(context, constrainedElements);
  coarse.constraintMasks = DeviceVector<std::uint32_t, Space>(context, 3 * constrainedElements);
  coarse.constrainedMatrices =
    DeviceVector<float, Space>(context, VoxelMatrixEntriesOf<Components> * constrainedElements);
  std::int32_t* constrained = coarse.constrained.data();
  std::uint32_t* masks = coarse.constraintMasks.data();
  forEach(
    context, coarse.elements, TRABECULA_LAMBDA(std::int64_t e) {
      std::uint32_t mask[3];
      if (detail::gatherConstraints<Components>(bricks, cells[e], supports, mask))
      {
        const std::int64_t h = constrainedOf[e] - 1;
        constrained[h] = static_cast<std::int32_t>(e);
        for (int w = 0; w < 3; ++w)
        {
          masks[3 * h + w] = mask[w];
        }
      }
    });
  forEach(
    context, coarse.elements, TRABECULA_LAMBDA(std::int64_t e) { constrainedOf[e] = -1; });
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t h) {
      constrainedOf[constrained[h]] = static_cast<std::int32_t>(h);
    });
  return coarse;
}

template <class Space, int Components>
void setModuli(const Context<Space>& context, const VoxelBrick* bricks,
  const VoxelTransfer<Space>& transfer, const double* moduli,
  VoxelCoarseElements<Space, Components>& coarse)
{
  const std::int64_t n = coarse.elements;
  const std::uint32_t* cells = transfer.children.data();
  const std::int32_t* constrainedOf = coarse.constrainedOf.data();
  float* to = coarse.moduli.data();
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t e) {
      for (int o = 0; o < 8; ++o)
      {
        const std::int32_t voxel = constrainedOf[e] < 0 ? detail::voxelOf(bricks, cells[e], o) : -1;
        to[o * n + e] = voxel < 0 ? 0.0F : static_cast<float>(moduli[voxel]);
      }
    });
  detail::makeConstrainedMatrices(context, bricks, cells, moduli, coarse);
}

template VoxelCoarseElements<CompiledSpace, 3> makeCoarseElements(const Context<CompiledSpace>&,
  const VoxelBrick*, const VoxelTransfer<CompiledSpace>&, const std::uint8_t*,
  const std::array<double, 3>&, const VoxelLaw<3>&);
template void setModuli(const Context<CompiledSpace>&, const VoxelBrick*,
  const VoxelTransfer<CompiledSpace>&, const double*, VoxelCoarseElements<CompiledSpace, 3>&);
template VoxelCoarseElements<CompiledSpace, 1> makeCoarseElements(const Context<CompiledSpace>&,
  const VoxelBrick*, const VoxelTransfer<CompiledSpace>&, const std::uint8_t*,
  const std::array<double, 3>&, const VoxelLaw<1>&);
template void setModuli(const Context<CompiledSpace>&, const VoxelBrick*,
  const VoxelTransfer<CompiledSpace>&, const double*, VoxelCoarseElements<CompiledSpace, 1>&);
}
