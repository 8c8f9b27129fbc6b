#include "Solver/VoxelMultigrid/VoxelAssembly.h"
#include "Core/Parallel.h"

namespace trabecula
{
template <class Space>
DeviceVector<float, Space> galerkinOfElements(
  const DeviceVector<float, Space>& matrices, const VoxelTransfer<Space>& transfer)
{
  const auto elements = static_cast<std::int64_t>(transfer.childStarts.size()) - 1;
  DeviceVector<float, Space> result(static_cast<std::size_t>(VoxelMatrixEntries * elements));
  const float* from = matrices.data();
  const std::uint32_t* children = transfer.children.data();
  const std::int32_t* starts = transfer.childStarts.data();
  float* to = result.data();
#ifdef __CUDACC__
  forEach<Space>(
    VoxelMatrixEntries * elements, TRABECULA_LAMBDA(std::int64_t index) {
      const std::int64_t e = index / VoxelMatrixEntries;
      int column = 0;
      const int row = detail::rowOfEntry(static_cast<int>(index % VoxelMatrixEntries), column);
      double sum = 0.0;
      for (std::int32_t k = starts[e]; k < starts[e + 1]; ++k)
      {
        sum += detail::productEntry(from + VoxelMatrixEntries * std::int64_t(children[k] / 8),
          static_cast<int>(children[k] % 8), row, column);
      }
      to[index] = static_cast<float>(sum);
    });
#else
  forEach<Space>(elements,
    [=](std::int64_t e)
    {
      double sums[VoxelMatrixEntries] = {};
      for (std::int32_t k = starts[e]; k < starts[e + 1]; ++k)
      {
        detail::addProduct(from + VoxelMatrixEntries * std::int64_t(children[k] / 8),
          static_cast<int>(children[k] % 8), sums);
      }
      for (int entry = 0; entry < VoxelMatrixEntries; ++entry)
      {
        to[VoxelMatrixEntries * e + entry] = static_cast<float>(sums[entry]);
      }
    });
#endif
  return result;
}

namespace detail
{
/// The least node number above a given one among the elements around a node; -1 if there is none.
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

template <class Space>
BlockMatrix<Space> blockPattern(const VoxelMesh<Space>& mesh)
{
  const std::int64_t* starts = mesh.starts.data();
  const std::uint32_t* corners = mesh.corners.data();
  const std::int32_t* connectivity = mesh.connectivity.data();
  BlockMatrix<Space> matrix;
  matrix.starts = DeviceVector<std::int64_t, Space>(static_cast<std::size_t>(mesh.nodes) + 1);
  std::int64_t* rows = matrix.starts.data();
  forEach<Space>(
    mesh.nodes, TRABECULA_LAMBDA(std::int64_t n) {
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
  inclusiveScan<Space>(matrix.starts);
  std::int64_t blocks = 0;
  Memory<Space>::copyToHost(&blocks, rows + mesh.nodes, sizeof(blocks));
  if (blocks == 0)
  {
    return matrix; // of a mesh without elements
  }
  matrix.columns = DeviceVector<std::int32_t, Space>(static_cast<std::size_t>(blocks));
  matrix.blocks = DeviceVector<float, Space>(static_cast<std::size_t>(9 * blocks));
  std::int32_t* columns = matrix.columns.data();
  forEach<Space>(
    mesh.nodes, TRABECULA_LAMBDA(std::int64_t n) {
      std::int32_t* to = columns + rows[n];
      for (std::int32_t column = -1; (column = detail::nextColumn(corners, starts[n], starts[n + 1],
                                        connectivity, column)) >= 0;)
      {
        *to++ = column;
      }
    });
  return matrix;
}

template <class Space>
void assemble(const VoxelMesh<Space>& mesh, const DeviceVector<float, Space>& matrices,
  BlockMatrix<Space>& matrix)
{
  const std::int64_t* starts = mesh.starts.data();
  const std::uint32_t* corners = mesh.corners.data();
  const std::int32_t* connectivity = mesh.connectivity.data();
  const float* from = matrices.data();
  const std::int64_t* rows = matrix.starts.data();
  const std::int32_t* columns = matrix.columns.data();
  float* blocks = matrix.blocks.data();
  forEach<Space>(
    3 * mesh.nodes, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t node = i / 3;
      for (std::int64_t k = rows[node]; k < rows[node + 1]; ++k)
      {
        double sums[3] = {};
        for (std::int64_t c = starts[node]; c < starts[node + 1]; ++c)
        {
          const std::int64_t e = corners[c] / 8;
          const int row = 3 * static_cast<int>(corners[c] % 8) + static_cast<int>(i % 3);
          for (int b = 0; b < 8; ++b)
          {
            for (int j = 0; connectivity[8 * e + b] == columns[k] && j < 3; ++j)
            {
              sums[j] += from[VoxelMatrixEntries * e + detail::matrixEntry(row, 3 * b + j)];
            }
          }
        }
        for (int j = 0; j < 3; ++j)
        {
          blocks[9 * k + 3 * (i % 3) + j] = static_cast<float>(sums[j]);
        }
      }
    });
}

template DeviceVector<float, CompiledSpace> galerkinOfElements<CompiledSpace>(
  const DeviceVector<float, CompiledSpace>&, const VoxelTransfer<CompiledSpace>&);
template BlockMatrix<CompiledSpace> blockPattern<CompiledSpace>(const VoxelMesh<CompiledSpace>&);
template void assemble<CompiledSpace>(const VoxelMesh<CompiledSpace>&,
  const DeviceVector<float, CompiledSpace>&, BlockMatrix<CompiledSpace>&);
}
