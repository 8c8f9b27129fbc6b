#include "Solver/VoxelMultigrid/VoxelAssembly.h"
#include "Core/Cuda/Warps.h"
#include "Core/SortAndScan.h"
#include "Core/Teams.h"

namespace trabecula
{
template <int Components, class Space>
void galerkinOfElements(const Context<Space>& context, const float* fine,
  const VoxelTransfer<Space>& transfer, float* coarse)
{
  constexpr int Entries = VoxelMatrixEntriesOf<Components>;
  const auto elements = static_cast<std::int64_t>(transfer.childStarts.size()) - 1;
  const std::uint32_t* children = transfer.children.data();
  const std::int32_t* starts = transfer.childStarts.data();
#ifdef __CUDACC__
  // The product is computed as in addProduct(): first P^T M, then (P^T M) P.
  constexpr int Unknowns = 8 * Components;
  struct Scratch
  {
    double full[Unknowns][Unknowns];
    double half[Unknowns][Unknowns];
    double sums[Entries];
    double weights[8][8];
  };
  forEachTeam<256>(context, elements, sizeof(Scratch),
    [=] __device__(std::int64_t e, const auto& team, char* memory)
    {
      auto& scratch = *reinterpret_cast<Scratch*>(memory);
      team.each(Entries, [&](int entry) { scratch.sums[entry] = 0.0; });
      for (std::int32_t k = starts[e]; k < starts[e + 1]; ++k)
      {
        const float* matrix = fine + Entries * std::int64_t(children[k] / 8);
        const int octant = static_cast<int>(children[k] % 8);
        team.each(Entries + 64,
          [&](int i)
          {
            if (i < 64)
            {
              scratch.weights[i / 8][i % 8] = voxelhex8::childWeight<double>(octant, i / 8, i % 8);
              return;
            }
            int column = 0;
            const int row = detail::rowOfEntry<Components>(i - 64, column);
            scratch.full[row][column] = scratch.full[column][row] = matrix[i - 64];
          });
        team.each(Unknowns * Unknowns,
          [&](int i)
          {
            const int row = i / Unknowns;
            double sum = 0.0;
            TRABECULA_UNROLL
            for (int a = 0; a < 8; ++a)
            {
              sum += scratch.weights[a][row / Components] *
                scratch.full[Components * a + row % Components][i % Unknowns];
            }
            scratch.half[row][i % Unknowns] = sum;
          });
        team.each(Entries,
          [&](int entry)
          {
            int column = 0;
            const int row = detail::rowOfEntry<Components>(entry, column);
            double sum = 0.0;
            TRABECULA_UNROLL
            for (int a = 0; a < 8; ++a)
            {
              sum += scratch.weights[a][column / Components] *
                scratch.half[row][Components * a + column % Components];
            }
            scratch.sums[entry] += sum;
          });
      }
      team.each(Entries,
        [&](int entry) { coarse[Entries * e + entry] = static_cast<float>(scratch.sums[entry]); });
    });
#else
  forEach(context, elements,
    [=](std::int64_t e)
    {
      double sums[Entries] = {};
      for (std::int32_t k = starts[e]; k < starts[e + 1]; ++k)
      {
        detail::addProduct<Components>(
          fine + Entries * std::int64_t(children[k] / 8), static_cast<int>(children[k] % 8), sums);
      }
      for (int entry = 0; entry < Entries; ++entry)
      {
        coarse[Entries * e + entry] = static_cast<float>(sums[entry]);
      }
    });
#endif
}

namespace detail
{
/// Returns the smallest node number greater than the given one among the elements around a node; -1
/// if there is none.
TRABECULA_FUNCTION std::int32_t nextColumn(const std::uint32_t* corners, std::int64_t begin,
  std::int64_t end, const std::int32_t* connectivity, std::int32_t after)
{
  std::int32_t least = -1;
  for (std::int64_t k = begin; k < end; ++k)
  {
    const std::int32_t* nodes = connectivity + 8 * std::int64_t(corners[k] / 8);
    for (int b = 0; b < 8; ++b)
    {
      if (nodes[b] > after && (least < 0 || nodes[b] < least))
      {
        least = nodes[b];
      }
    }
  }
  return least;
}
}

template <int Components, class Space>
BlockMatrix<Space> blockPattern(const Context<Space>& context, const VoxelMesh<Space>& mesh)
{
  const std::int64_t* starts = mesh.starts.data();
  const std::uint32_t* corners = mesh.corners.data();
  const std::int32_t* connectivity = mesh.connectivity.data();
  BlockMatrix<Space> matrix;
  matrix.starts =
    DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(mesh.nodes) + 1);
  matrix.starts.zero(); // of a part without nodes
  std::int64_t* rows = matrix.starts.data();
  forEach(
    context, mesh.nodes, TRABECULA_LAMBDA(std::int64_t n) {
      std::int64_t count = 0;
      for (std::int32_t column = -1; (column = detail::nextColumn(corners, starts[n], starts[n + 1],
                                        connectivity, column)) >= 0;)
      {
        ++count;
      }
      rows[n + 1] = count;
      if (n == 0)
      {
        rows[0] = 0;
      }
    });
  inclusiveScan(matrix.starts);
  std::int64_t blocks = 0;
  context.copyToHost(&blocks, rows + mesh.nodes, sizeof(blocks));
  if (blocks == 0)
  {
    return matrix; // a mesh without elements
  }
  matrix.columns = DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(blocks));
  matrix.blocks =
    DeviceVector<float, Space>(context, static_cast<std::size_t>(Components * Components * blocks));
  std::int32_t* columns = matrix.columns.data();
  forEach(
    context, mesh.nodes, TRABECULA_LAMBDA(std::int64_t n) {
      std::int32_t* to = columns + rows[n];
      for (std::int32_t column = -1; (column = detail::nextColumn(corners, starts[n], starts[n + 1],
                                        connectivity, column)) >= 0;)
      {
        *to++ = column;
      }
    });
  return matrix;
}

template <int Components, class Space>
void assemble(const Context<Space>& context, const VoxelMesh<Space>& mesh, const float* matrices,
  BlockMatrix<Space>& matrix)
{
  constexpr int Entries = VoxelMatrixEntriesOf<Components>;
  constexpr int Block = Components * Components;
  const std::int64_t* starts = mesh.starts.data();
  const std::uint32_t* corners = mesh.corners.data();
  const std::int32_t* connectivity = mesh.connectivity.data();
  const std::int64_t* rows = matrix.starts.data();
  const std::int32_t* columns = matrix.columns.data();
  float* blocks = matrix.blocks.data();
#ifdef __CUDACC__
  // Each lane computes one block.
  detail::forEachWarp(context, mesh.nodes,
    [=] __device__(std::int64_t node, int lane)
    {
      for (std::int64_t k = rows[node] + lane; k < rows[node + 1]; k += detail::WarpSize)
      {
        double sums[Block] = {};
        for (std::int64_t c = starts[node]; c < starts[node + 1]; ++c)
        {
          const std::int64_t e = corners[c] / 8;
          const int row = Components * static_cast<int>(corners[c] % 8);
          int b = 0;
          while (b < 8 && connectivity[8 * e + b] != columns[k])
          {
            ++b;
          }
          TRABECULA_UNROLL
          for (int i = 0; b < 8 && i < Block; ++i)
          {
            sums[i] += matrices[Entries * e +
              detail::matrixEntry<Components>(
                row + i / Components, Components * b + i % Components)];
          }
        }
        TRABECULA_UNROLL
        for (int i = 0; i < Block; ++i)
        {
          blocks[Block * k + i] = static_cast<float>(sums[i]);
        }
      }
    });
#else
  forEach(
    context, Components * mesh.nodes, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t node = i / Components;
      for (std::int64_t k = rows[node]; k < rows[node + 1]; ++k)
      {
        double sums[Components] = {};
        for (std::int64_t c = starts[node]; c < starts[node + 1]; ++c)
        {
          const std::int64_t e = corners[c] / 8;
          const int row =
            Components * static_cast<int>(corners[c] % 8) + static_cast<int>(i % Components);
          for (int b = 0; b < 8; ++b)
          {
            for (int j = 0; connectivity[8 * e + b] == columns[k] && j < Components; ++j)
            {
              sums[j] +=
                matrices[Entries * e + detail::matrixEntry<Components>(row, Components * b + j)];
            }
          }
        }
        for (int j = 0; j < Components; ++j)
        {
          blocks[Block * k + Components * (i % Components) + j] = static_cast<float>(sums[j]);
        }
      }
    });
#endif
}

template void galerkinOfElements<3>(
  const Context<CompiledSpace>&, const float*, const VoxelTransfer<CompiledSpace>&, float*);
template void galerkinOfElements<1>(
  const Context<CompiledSpace>&, const float*, const VoxelTransfer<CompiledSpace>&, float*);
template BlockMatrix<CompiledSpace> blockPattern<3>(
  const Context<CompiledSpace>&, const VoxelMesh<CompiledSpace>&);
template BlockMatrix<CompiledSpace> blockPattern<1>(
  const Context<CompiledSpace>&, const VoxelMesh<CompiledSpace>&);
template void assemble<3>(const Context<CompiledSpace>&, const VoxelMesh<CompiledSpace>&,
  const float*, BlockMatrix<CompiledSpace>&);
template void assemble<1>(const Context<CompiledSpace>&, const VoxelMesh<CompiledSpace>&,
  const float*, BlockMatrix<CompiledSpace>&);
}
