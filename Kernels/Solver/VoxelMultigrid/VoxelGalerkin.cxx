#include "Solver/VoxelMultigrid/VoxelGalerkin.h"
#include "Core/SortAndScan.h"
#include "Core/Teams.h"
#include "Element/VoxelHex8.h"
#include "Element/VoxelTransferHex8.h"
#include "Mesh/Voxel/VoxelLookup.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Solver/VoxelMultigrid/VoxelEigenvalue.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace trabecula
{
namespace detail
{
/// P^T K P for the child in an octant, 24x24.
inline std::vector<double> galerkinProduct(const std::vector<double>& K, int octant)
{
  std::vector<double> product(576, 0.0);
  std::vector<double> result(576, 0.0);
  for (int i = 0; i < 64; ++i)
  {
    const double weight = voxelhex8::childWeight<double>(octant, i / 8, i % 8);
    for (int row = 0; row < 24 && weight != 0.0; ++row)
    {
      for (int c = 0; c < 3; ++c)
      {
        product[24 * row + 3 * (i % 8) + c] += weight * K[24 * row + 3 * (i / 8) + c];
      }
    }
  }
  for (int i = 0; i < 64; ++i)
  {
    const double weight = voxelhex8::childWeight<double>(octant, i / 8, i % 8);
    for (int k = 0; k < 72 && weight != 0.0; ++k)
    {
      result[72 * (i % 8) + k] += weight * product[72 * (i / 8) + k];
    }
  }
  return result;
}

/// Upper triangles of the products of a voxel in octant o of an element in octant p of the next:
/// matrix 8 * p + o. Those with the first transfer alone follow, 8 for the octants.
inline std::vector<double> galerkinProducts(
  const std::array<double, 3>& spacing, double poissonsRatio)
{
  const std::vector<double> K = voxelStiffness(spacing, poissonsRatio);
  std::vector<double> products(std::size_t(72) * VoxelMatrixEntries);
  for (int o = 0; o < 8; ++o)
  {
    const std::vector<double> once = galerkinProduct(K, o);
    for (int p = 0; p < 9; ++p)
    {
      const std::vector<double> matrix = p < 8 ? galerkinProduct(once, p) : once;
      double* to = products.data() + std::size_t(8 * p + o) * VoxelMatrixEntries;
      for (int row = 0; row < 24; ++row)
      {
        for (int column = row; column < 24; ++column)
        {
          *to++ = matrix[24 * row + column];
        }
      }
    }
  }
  return products;
}

/// The voxel in octant o of an element on a cell of a brick; -1 if there is none.
TRABECULA_FUNCTION std::int32_t voxelOf(const VoxelBrick* bricks, std::uint32_t cell, int octant)
{
  const int x = 2 * static_cast<int>(cell % 4) + (octant & 1);
  const int y = 2 * static_cast<int>(cell / 4 % 4) + (octant >> 1 & 1);
  const int z = 2 * static_cast<int>(cell % 64 / 16) + (octant >> 2);
  return voxels::elementAt(bricks[cell / 64], x + 8 * y + 64 * z);
}

/// Whether bit i of a mask of 96 is set.
TRABECULA_FUNCTION bool isConstrained(const std::uint32_t* mask, int i)
{
  return mask[i / 32] >> (i % 32) & 1U;
}

/// Bit of a corner's displacement: corner a of the voxel in an octant, along c.
TRABECULA_FUNCTION int constraintBit(int octant, int a, int c)
{
  return 3 *
    ((octant & 1) + (a & 1) + 3 * ((octant >> 1 & 1) + (a >> 1 & 1)) +
      9 * ((octant >> 2) + (a >> 2))) +
    c;
}

/// 3x96 bits of prescribed displacements in the cell of an element. @return whether there are any
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
    for (int c = 0; c < 3 && node >= 0; ++c)
    {
      const int bit = 3 * p + c;
      mask[bit / 32] |= std::uint32_t(supports[3 * std::int64_t(node) + c] != 0) << (bit % 32);
    }
  }
  return (mask[0] | mask[1] | mask[2]) != 0;
}

/// Matrices of elements with supports: one thread per column.
template <class Space>
void makeConstrainedMatrices(const Context<Space>& context, const VoxelBrick* bricks,
  const std::uint32_t* cells, const double* moduli, VoxelCoarseElements<Space>& coarse)
{
  const std::int32_t* constrained = coarse.constrained.data();
  const std::uint32_t* masks = coarse.constraintMasks.data();
  float* matrices = coarse.constrainedMatrices.data();
  const auto unit = voxelhex8::unitBrick<double>(coarse.spacing.data(), coarse.poissonsRatio);
  forEach(
    context, static_cast<std::int64_t>(24 * coarse.constrained.size()),
    TRABECULA_LAMBDA(std::int64_t index) {
      const std::int64_t h = index / 24;
      const int column = static_cast<int>(index % 24);
      const std::uint32_t* mask = masks + 3 * h;
      const std::uint32_t cell = cells[constrained[h]];
      double sums[24] = {};
      for (int o = 0; o < 8; ++o)
      {
        const std::int32_t voxel = voxelOf(bricks, cell, o);
        if (voxel < 0)
        {
          continue;
        }
        double u[24] = {};
        double f[24];
        const int direction = column % 3;
        for (int a = 0; a < 8; ++a)
        {
          u[8 * direction + voxelhex8::vtkCorner(a)] =
            isConstrained(mask, constraintBit(o, a, direction))
            ? 0.0
            : voxelhex8::childWeight<double>(o, a, column / 3);
        }
        voxelhex8::product(u, moduli[voxel], unit, f);
        for (int a = 0; a < 8; ++a)
        {
          for (int c = 0; c < 3; ++c)
          {
            const double force = isConstrained(mask, constraintBit(o, a, c))
              ? 0.0
              : f[8 * c + voxelhex8::vtkCorner(a)];
            for (int b = 0; b < 8; ++b)
            {
              sums[3 * b + c] += voxelhex8::childWeight<double>(o, a, b) * force;
            }
          }
        }
      }
      for (int row = 0; row <= column; ++row)
      {
        matrices[VoxelMatrixEntries * h + matrixEntry(row, column)] = static_cast<float>(sums[row]);
      }
    });
}
}

template <class Space>
VoxelCoarseElements<Space> makeCoarseElements(const Context<Space>& context,
  const VoxelBrick* bricks, const VoxelTransfer<Space>& transfer, const std::uint8_t* supports,
  const std::array<double, 3>& spacing, double poissonsRatio)
{
  VoxelCoarseElements<Space> coarse;
  const std::size_t n = transfer.children.size();
  coarse.elements = static_cast<std::int64_t>(n);
  coarse.spacing = spacing;
  coarse.poissonsRatio = poissonsRatio;
  coarse.products =
    DeviceVector<double, Space>(context, detail::galerkinProducts(spacing, poissonsRatio));
  coarse.moduli = DeviceVector<float, Space>(context, 8 * n);
  coarse.constrainedOf = DeviceVector<std::int32_t, Space>(context, n);
  const std::uint32_t* cells = transfer.children.data();
  std::int32_t* constrainedOf = coarse.constrainedOf.data();
  forEach(
    context, coarse.elements, TRABECULA_LAMBDA(std::int64_t e) {
      std::uint32_t mask[3];
      constrainedOf[e] = detail::gatherConstraints(bricks, cells[e], supports, mask);
    });
  inclusiveScan(coarse.constrainedOf);
  std::int32_t count = 0;
  context.copyToHost(&count, constrainedOf + n - 1, sizeof(count));
  const auto constrainedElements = static_cast<std::size_t>(count);
  coarse.constrained = DeviceVector<std::int32_t, Space>(context, constrainedElements);
  coarse.constraintMasks = DeviceVector<std::uint32_t, Space>(context, 3 * constrainedElements);
  coarse.constrainedMatrices =
    DeviceVector<float, Space>(context, VoxelMatrixEntries * constrainedElements);
  std::int32_t* constrained = coarse.constrained.data();
  std::uint32_t* masks = coarse.constraintMasks.data();
  forEach(
    context, coarse.elements, TRABECULA_LAMBDA(std::int64_t e) {
      std::uint32_t mask[3];
      if (detail::gatherConstraints(bricks, cells[e], supports, mask))
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

template <class Space>
void setModuli(const Context<Space>& context, const VoxelBrick* bricks,
  const VoxelTransfer<Space>& transfer, const double* moduli, VoxelCoarseElements<Space>& coarse)
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

namespace detail
{
#ifdef __CUDACC__
/// Elements without prescribed displacements: a thread has one. @tparam Unit voxelhex8::Brick or
/// Cube
template <class Unit>
struct FreeForces
{
  std::int64_t elements;
  const std::int32_t* connectivity;
  const float* moduli;
  Unit voxel;
  Unit whole;
  const float* x;
  float* forces;

  __device__ void operator()(std::int64_t e) const
  {
    float modes[24];
    TRABECULA_UNROLL
    for (int c = 0; c < 3; ++c)
    {
      float nodal[8];
      TRABECULA_UNROLL
      for (int a = 0; a < 8; ++a)
      {
        nodal[a] =
          this->x[3 * std::int64_t(this->connectivity[8 * e + voxelhex8::vtkCorner(a)]) + c];
      }
      hex8::toModes(nodal, modes + 8 * c);
    }
    float sums[24] = {};
    // Voxels of one modulus form a homogeneous brick.
    bool uniform = true;
    const float young = this->moduli[e];
    TRABECULA_UNROLL
    for (int o = 1; o < 8; ++o)
    {
      uniform = uniform && this->moduli[o * this->elements + e] == young;
    }
    if (uniform)
    {
      voxelhex8::stiffness(modes, young, this->whole, sums);
    }
    else
    {
      voxelhex8::halveModes(modes);
      TRABECULA_NO_UNROLL
      for (int o = 0; o < 8; ++o)
      {
        const float ofChild = this->moduli[o * this->elements + e];
        if (ofChild != 0.0F)
        {
          voxelhex8::addChildForces(o, modes, ofChild, this->voxel, sums);
        }
      }
      voxelhex8::halveModes(sums);
    }
    TRABECULA_UNROLL
    for (int c = 0; c < 3; ++c)
    {
      float nodal[8];
      hex8::fromModes(sums + 8 * c, nodal);
      TRABECULA_UNROLL
      for (int a = 0; a < 8; ++a)
      {
        this->forces[placeOfForce<CudaSpace>(this->elements, e, 8 * c + a)] = nodal[a];
      }
    }
  }
};

/// The others: a thread has a row of one.
struct ConstrainedForces
{
  std::int64_t elements;
  const std::int32_t* constrained;
  const float* matrices;
  const std::int32_t* connectivity;
  const float* x;
  float* forces;

  __device__ void operator()(std::int64_t h, int row) const
  {
    const std::int64_t e = this->constrained[h];
    const float* matrix = this->matrices + VoxelMatrixEntries * h;
    float sum = 0.0F;
    TRABECULA_UNROLL
    for (int b = 0; b < 8; ++b)
    {
      const float* u = this->x + 3 * std::int64_t(this->connectivity[8 * e + b]);
      TRABECULA_UNROLL
      for (int c = 0; c < 3; ++c)
      {
        sum += matrix[matrixEntry(row, 3 * b + c)] * u[c];
      }
    }
    this->forces[placeOfForce<CudaSpace>(
      this->elements, e, 8 * (row % 3) + voxelhex8::vtkCorner(row / 3))] = sum;
  }
};

template <class Unit>
void elementForces(const Context<CudaSpace>& context, const FreeForces<Unit>& free,
  const ConstrainedForces& constrained, std::int64_t count, const std::int32_t* constrainedOf)
{
  // The few rows of constrained elements come first, as they take longer than the others.
  const std::int64_t rows = 24 * count;
  forEach(context, rows + free.elements,
    [=] __device__(std::int64_t i)
    {
      if (i < rows)
      {
        constrained(i / 24, static_cast<int>(i % 24));
      }
      else if (constrainedOf[i - rows] < 0)
      {
        free(i - rows);
      }
    });
}
#endif
}

template <class Space>
void elementForces([[maybe_unused]] const Context<Space>& context,
  const VoxelCoarseElements<Space>& coarse, const VoxelMesh<Space>& mesh, const float* x,
  float* forces)
{
  const std::int32_t* connectivity = mesh.connectivity.data();
  const std::int64_t n = coarse.elements;
  const float* moduli = coarse.moduli.data();
  const auto voxel = voxelhex8::unitBrick<float>(coarse.spacing.data(), coarse.poissonsRatio);
  const auto count = static_cast<std::int64_t>(coarse.constrained.size());
#ifdef __CUDACC__
  const detail::ConstrainedForces constrained = { n, coarse.constrained.data(),
    coarse.constrainedMatrices.data(), connectivity, x, forces };
  voxelhex8::withUnit(voxel,
    [&](const auto& unit)
    {
      const detail::FreeForces<std::decay_t<decltype(unit)>> free = { n, connectivity, moduli, unit,
        voxelhex8::doubled(unit), x, forces };
      detail::elementForces(context, free, constrained, count, coarse.constrainedOf.data());
    });
#else
  voxelHostKernels().coarse->forces(
    { n, connectivity, moduli, { voxel.gradient[0], voxel.gradient[1], voxel.gradient[2] },
      voxel.lambda, voxel.mu },
    x, forces);
  voxelHostKernels().coarse->constrainedForces(
    { count, coarse.constrained.data(), coarse.constrainedMatrices.data(), connectivity }, x,
    forces);
#endif
}

template <class Space>
DeviceVector<float, Space> coarseMatrices(
  const Context<Space>& context, const VoxelCoarseElements<Space>& coarse)
{
  const std::int64_t n = coarse.elements;
  DeviceVector<float, Space> result(context, static_cast<std::size_t>(VoxelMatrixEntries * n));
  const float* moduli = coarse.moduli.data();
  const std::int32_t* constrainedOf = coarse.constrainedOf.data();
  const float* matrices = coarse.constrainedMatrices.data();
  const double* products = coarse.products.data() + 64 * VoxelMatrixEntries;
  float* to = result.data();
  forEach(
    context, VoxelMatrixEntries * n, TRABECULA_LAMBDA(std::int64_t index) {
      const std::int64_t e = index / VoxelMatrixEntries;
      const std::int64_t entry = index % VoxelMatrixEntries;
      double sum = constrainedOf[e] >= 0
        ? matrices[VoxelMatrixEntries * std::int64_t(constrainedOf[e]) + entry]
        : 0.0F;
      for (int o = 0; o < 8; ++o)
      {
        sum += moduli[o * n + e] * products[VoxelMatrixEntries * o + entry];
      }
      to[index] = static_cast<float>(sum);
    });
  return result;
}

template <class Space>
void coarseDiagonal(const Context<Space>& context, const VoxelCoarseElements<Space>& coarse,
  const VoxelMesh<Space>& mesh, float* diagonal)
{
  const std::int64_t n = coarse.elements;
  const float* moduli = coarse.moduli.data();
  const std::int32_t* constrainedOf = coarse.constrainedOf.data();
  const float* matrices = coarse.constrainedMatrices.data();
  const double* products = coarse.products.data() + 64 * VoxelMatrixEntries;
  const std::int64_t* starts = mesh.starts.data();
  const std::uint32_t* corners = mesh.corners.data();
  forEach(
    context, 3 * mesh.nodes, TRABECULA_LAMBDA(std::int64_t i) {
      double sum = 0.0;
      for (std::int64_t k = starts[i / 3]; k < starts[i / 3 + 1]; ++k)
      {
        const std::int64_t e = corners[k] / 8;
        const int row = 3 * static_cast<int>(corners[k] % 8) + static_cast<int>(i % 3);
        const int entry = detail::matrixEntry(row, row);
        if (constrainedOf[e] >= 0)
        {
          sum += matrices[VoxelMatrixEntries * std::int64_t(constrainedOf[e]) + entry];
          continue;
        }
        for (int o = 0; o < 8; ++o)
        {
          sum += moduli[o * n + e] * products[VoxelMatrixEntries * o + entry];
        }
      }
      diagonal[i] = static_cast<float>(sum);
    });
}

template <class Space>
void galerkinOfVoxels(const Context<Space>& context, const VoxelCoarseElements<Space>& coarse,
  const VoxelTransfer<Space>& transfer, float* result)
{
  const auto elements = static_cast<std::int64_t>(transfer.childStarts.size()) - 1;
  const std::int64_t n = coarse.elements;
  const float* moduli = coarse.moduli.data();
  const std::int32_t* constrainedOf = coarse.constrainedOf.data();
  const float* matrices = coarse.constrainedMatrices.data();
  const double* products = coarse.products.data();
  const std::uint32_t* children = transfer.children.data();
  const std::int32_t* starts = transfer.childStarts.data();
#ifdef __CUDACC__
  // A few elements together: each entry of the products is read once for all of them.
  constexpr int Few = 8;
  constexpr int Voxels = 64;
  forEachTeam<320>(context, (elements + Few - 1) / Few, Few * Voxels * sizeof(double),
    [=] __device__(std::int64_t group, const auto& team, char* memory)
    {
      const std::int64_t first = Few * group;
      auto& young = *reinterpret_cast<double(*)[Voxels][Few]>(memory);
      // Children of one octant have the same products.
      team.each(Few * Voxels,
        [&](int i)
        {
          const std::int64_t e = first + i % Few;
          const int voxel = i / Few;
          double sum = 0.0;
          for (std::int32_t k = e < elements ? starts[e] : 0; e < elements && k < starts[e + 1];
               ++k)
          {
            if (static_cast<int>(children[k] % 8) == voxel / 8)
            {
              sum += moduli[voxel % 8 * n + children[k] / 8];
            }
          }
          young[voxel][i % Few] = sum;
        });
      team.each(VoxelMatrixEntries,
        [&](int entry)
        {
          double sums[Few] = {};
          for (int voxel = 0; voxel < Voxels; ++voxel)
          {
            const double product = products[VoxelMatrixEntries * voxel + entry];
            TRABECULA_UNROLL
            for (int i = 0; i < Few; ++i)
            {
              sums[i] += young[voxel][i] * product;
            }
          }
          int column = 0;
          const int row = detail::rowOfEntry(entry, column);
          for (int i = 0; i < Few && first + i < elements; ++i)
          {
            const std::int64_t e = first + i;
            for (std::int32_t k = starts[e]; k < starts[e + 1]; ++k)
            {
              const std::int32_t h = constrainedOf[children[k] / 8];
              if (h >= 0)
              {
                sums[i] += detail::productEntry(matrices + VoxelMatrixEntries * std::int64_t(h),
                  static_cast<int>(children[k] % 8), row, column);
              }
            }
            result[VoxelMatrixEntries * e + entry] = static_cast<float>(sums[i]);
          }
        });
    });
#else
  forEach(context, elements,
    [=](std::int64_t e)
    {
      double sums[VoxelMatrixEntries] = {};
      for (std::int32_t k = starts[e]; k < starts[e + 1]; ++k)
      {
        const std::int64_t child = children[k] / 8;
        const int octant = static_cast<int>(children[k] % 8);
        for (int o = 0; o < 8; ++o)
        {
          const double modulus = moduli[o * n + child];
          const double* product = products + std::int64_t(VoxelMatrixEntries) * (8 * octant + o);
          for (int entry = 0; entry < VoxelMatrixEntries && modulus != 0.0; ++entry)
          {
            sums[entry] += modulus * product[entry];
          }
        }
        if (constrainedOf[child] >= 0)
        {
          detail::addProduct(
            matrices + VoxelMatrixEntries * std::int64_t(constrainedOf[child]), octant, sums);
        }
      }
      for (int entry = 0; entry < VoxelMatrixEntries; ++entry)
      {
        result[VoxelMatrixEntries * e + entry] = static_cast<float>(sums[entry]);
      }
    });
#endif
}

template VoxelCoarseElements<CompiledSpace> makeCoarseElements(const Context<CompiledSpace>&,
  const VoxelBrick*, const VoxelTransfer<CompiledSpace>&, const std::uint8_t*,
  const std::array<double, 3>&, double);
template void setModuli(const Context<CompiledSpace>&, const VoxelBrick*,
  const VoxelTransfer<CompiledSpace>&, const double*, VoxelCoarseElements<CompiledSpace>&);
template void elementForces(const Context<CompiledSpace>&,
  const VoxelCoarseElements<CompiledSpace>&, const VoxelMesh<CompiledSpace>&, const float*, float*);
template DeviceVector<float, CompiledSpace> coarseMatrices(
  const Context<CompiledSpace>&, const VoxelCoarseElements<CompiledSpace>&);
template void coarseDiagonal(const Context<CompiledSpace>&,
  const VoxelCoarseElements<CompiledSpace>&, const VoxelMesh<CompiledSpace>&, float*);
template void galerkinOfVoxels(const Context<CompiledSpace>&,
  const VoxelCoarseElements<CompiledSpace>&, const VoxelTransfer<CompiledSpace>&, float*);
}
