#include "Solver/VoxelMultigrid/VoxelGalerkin.h"
#include "Core/Parallel.h"
#include "Core/Teams.h"

namespace trabecula
{
template <class Space, int Components>
void coarseMatrices(const Context<Space>& context,
  const VoxelCoarseElements<Space, Components>& coarse, float* result)
{
  constexpr int Entries = VoxelMatrixEntriesOf<Components>;
  const std::int64_t n = coarse.elements;
  const float* moduli = coarse.moduli.data();
  const std::int32_t* constrainedOf = coarse.constrainedOf.data();
  const float* matrices = coarse.constrainedMatrices.data();
  const double* products = coarse.products.data() + 64 * Entries;
  forEach(
    context, Entries * n, TRABECULA_LAMBDA(std::int64_t index) {
      const std::int64_t e = index / Entries;
      const std::int64_t entry = index % Entries;
      double sum =
        constrainedOf[e] >= 0 ? matrices[Entries * std::int64_t(constrainedOf[e]) + entry] : 0.0F;
      for (int o = 0; o < 8; ++o)
      {
        sum += moduli[o * n + e] * products[Entries * o + entry];
      }
      result[index] = static_cast<float>(sum);
    });
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
  // A few elements are processed together, so that each entry of the products is read once for all
  // of them.
  constexpr int Few = 8;
  constexpr int Voxels = 64;
  forEachTeam<320>(context, (elements + Few - 1) / Few, Few * Voxels * sizeof(double),
    [=] __device__(std::int64_t group, const auto& team, char* memory)
    {
      const std::int64_t first = Few * group;
      auto& young = *reinterpret_cast<double(*)[Voxels][Few]>(memory);
      // All children in the same octant have the same products.
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
          const int row = detail::rowOfEntry<3>(entry, column);
          for (int i = 0; i < Few && first + i < elements; ++i)
          {
            const std::int64_t e = first + i;
            for (std::int32_t k = starts[e]; k < starts[e + 1]; ++k)
            {
              const std::int32_t h = constrainedOf[children[k] / 8];
              if (h >= 0)
              {
                sums[i] += detail::productEntry<3>(matrices + VoxelMatrixEntries * std::int64_t(h),
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
          detail::addProduct<3>(
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
template void coarseMatrices(
  const Context<CompiledSpace>&, const VoxelCoarseElements<CompiledSpace, 3>&, float*);
template void coarseMatrices(
  const Context<CompiledSpace>&, const VoxelCoarseElements<CompiledSpace, 1>&, float*);
template void coarseDiagonal(const Context<CompiledSpace>&,
  const VoxelCoarseElements<CompiledSpace>&, const VoxelMesh<CompiledSpace>&, float*);
template void galerkinOfVoxels(const Context<CompiledSpace>&,
  const VoxelCoarseElements<CompiledSpace>&, const VoxelTransfer<CompiledSpace>&, float*);
}
