// Tests of the host loops over voxels and of multigrid cycles, for every available instruction set.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/VoxelImages.h"

#include "Core/Execution/InstructionSet.h"
#include "Element/VoxelTransferHex8.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Hex8/Hex8OperatorReference.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Solver/VoxelMultigrid/Coarse/VoxelElementForces.h"
#include "Solver/VoxelMultigrid/VoxelMatrixEntries.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double PoissonsRatio = 0.3;

/// Calls visit(loops) for each instruction set that this processor supports.
template <class Visit>
void forEachInstructionSet(const Visit& visit)
{
  const std::vector<std::pair<InstructionSet, const VoxelHostKernels*>> sets = {
    { InstructionSet::Sse2, &voxelHostKernels_sse2 },
    { InstructionSet::Avx2, &voxelHostKernels_avx2 },
    { InstructionSet::Avx512, &voxelHostKernels_avx512 }
  };
  for (const auto& [set, loops] : sets)
  {
    if (set <= instructionSet())
    {
      SCOPED_TRACE(static_cast<int>(set));
      visit(*loops);
    }
  }
}

std::vector<float> narrow(const std::vector<double>& values)
{
  return std::vector<float>(values.begin(), values.end());
}

std::vector<double> wide(const std::vector<float>& values)
{
  return std::vector<double>(values.begin(), values.end());
}

template <class Real>
VoxelHostGrid<Real> hostGrid(
  const VoxelGrid& grid, const std::vector<Real>& moduli, std::vector<Real>& faces)
{
  faces.assign(static_cast<std::size_t>(VoxelHostFaceValues) * grid.bricks().size(), Real(NAN));
  const auto unit = voxelhex8::unitBrick<Real>(grid.spacing().data(), PoissonsRatio);
  return { static_cast<std::int64_t>(grid.bricks().size()), grid.bricks().data(), moduli.data(),
    { unit.gradient[0], unit.gradient[1], unit.gradient[2] }, unit.lambda, unit.mu, faces.data() };
}

/// Rows of 3 x 3 blocks, with even and odd numbers of blocks, some of them empty.
struct Blocks
{
  std::vector<std::int64_t> starts = { 0 };
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  std::vector<double> inverseDiagonal; ///< some entries are zero

  Blocks(std::size_t nodes, Random& random)
  {
    for (std::size_t node = 0; node < nodes; ++node)
    {
      // The last block of the last row is that of the last node; nothing may be read beyond it.
      const std::size_t count = node + 1 == nodes ? 1 : random.index(8);
      for (std::size_t k = 0; k < count; ++k)
      {
        this->columns.push_back(
          static_cast<std::int32_t>(node + 1 == nodes ? node : random.index(nodes)));
      }
      this->starts.push_back(static_cast<std::int64_t>(this->columns.size()));
    }
    this->values = random.vector(9 * this->columns.size(), -1.0, 1.0);
    this->inverseDiagonal = random.vector(3 * nodes, 0.1, 1.0);
    for (double& value : this->inverseDiagonal)
    {
      value = random.index(5) == 0 ? 0.0 : value;
    }
  }

  std::vector<double> times(const std::vector<double>& x) const
  {
    std::vector<double> y(x.size(), 0.0);
    for (std::size_t i = 0; i < y.size(); ++i)
    {
      for (std::int64_t k = this->starts[i / 3]; k < this->starts[i / 3 + 1]; ++k)
      {
        for (std::size_t j = 0; j < 3; ++j)
        {
          const auto block = static_cast<std::size_t>(k);
          y[i] += this->values[9 * block + 3 * (i % 3) + j] *
            x[3 * static_cast<std::size_t>(this->columns[block]) + j];
        }
      }
    }
    return y;
  }
};
}

TEST(VoxelHostLoops, MultiplyTheStiffness)
{
  Random random(911);
  for (const double solid : { 0.1, 0.5, 1.0 })
  {
    VoxelImage image = porousImage({ 20, 18, 11 }, solid, random);
    if (solid == 0.5)
    {
      image.spacing[1] = image.spacing[2] = image.spacing[0]; // there are separate loops for cubes
    }
    const VoxelGrid grid(image);
    const std::vector<double> x =
      random.vector(3 * static_cast<std::size_t>(grid.numberOfNodes()), -1.0, 1.0);
    const std::vector<double> expected =
      reference::applyStiffness(grid.mesh(), PoissonsRatio, grid.moduli(), x);
    forEachInstructionSet(
      [&](const VoxelHostKernels& loops)
      {
        std::vector<double> faces;
        std::vector<double> y(x.size(), NAN);
        loops.productInDouble(hostGrid(grid, grid.moduli(), faces), x.data(), y.data());
        EXPECT_LT(relativeDifference(y, expected), 1e-13);
        std::vector<float> facesInFloat;
        const std::vector<float> moduli = narrow(grid.moduli());
        std::vector<float> yInFloat(x.size(), NAN);
        loops.productInFloat(
          hostGrid(grid, moduli, facesInFloat), narrow(x).data(), yInFloat.data());
        EXPECT_LT(relativeDifference(wide(yInFloat), expected), 1e-6);
      });
  }
}

TEST(VoxelHostLoops, MultiplyBlocksAndSmooth)
{
  Random random(912);
  // The larger one is divided among threads.
  for (const std::size_t nodes : { std::size_t(37), std::size_t(2500) })
  {
    const Blocks blocks(nodes, random);
    const std::vector<float> values = narrow(blocks.values);
    const std::vector<float> inverseDiagonal = narrow(blocks.inverseDiagonal);
    const VoxelHostBlocks matrix = { static_cast<std::int64_t>(nodes), blocks.starts.data(),
      blocks.columns.data(), values.data(), inverseDiagonal.data() };
    for (const int columns : { 1, VoxelHostFewColumns, VoxelHostMostColumns })
    {
      SCOPED_TRACE(columns);
      // Entry i of column v has the number count * i + v.
      const auto count = static_cast<std::size_t>(columns);
      const std::size_t size = 3 * nodes * count;
      const std::vector<double> d = random.vector(size, -1.0, 1.0);
      const std::vector<double> r = random.vector(size, -1.0, 1.0);
      const std::vector<double> x = random.vector(size, -1.0, 1.0);
      constexpr double keep = 0.3;
      constexpr double factor = 0.7;
      std::vector<double> product(size);
      std::vector<double> residual(size);
      std::vector<double> step(size);
      std::vector<double> improved(size);
      for (std::size_t v = 0; v < count; ++v)
      {
        std::vector<double> one(3 * nodes);
        for (std::size_t i = 0; i < one.size(); ++i)
        {
          one[i] = d[count * i + v];
        }
        const std::vector<double> its = blocks.times(one);
        for (std::size_t i = 0; i < one.size(); ++i)
        {
          const std::size_t at = count * i + v;
          product[at] = its[i];
          residual[at] = blocks.inverseDiagonal[i] != 0.0 ? r[at] - its[i] : 0.0;
          step[at] = keep * d[at] + factor * blocks.inverseDiagonal[i] * residual[at];
          improved[at] = x[at] + step[at];
        }
      }
      forEachInstructionSet(
        [&](const VoxelHostKernels& loops)
        {
          const VoxelHostRows& rows = loops.rowsOf(columns);
          const std::vector<float> from = narrow(d);
          std::vector<float> y(size, NAN);
          rows.multiply(matrix, from.data(), y.data());
          EXPECT_LT(relativeDifference(wide(y), product), 1e-6);
          std::vector<float> left = narrow(r);
          rows.subtract(matrix, from.data(), left.data());
          EXPECT_LT(relativeDifference(wide(left), residual), 1e-6);
          left = narrow(r);
          std::vector<float> next(size, NAN);
          std::vector<float> solution = narrow(x);
          const VoxelHostSmoothing smoothing = { static_cast<float>(keep),
            static_cast<float>(factor), left.data(), next.data(), solution.data() };
          rows.smooth(matrix, smoothing, from.data());
          EXPECT_LT(relativeDifference(wide(left), residual), 1e-6);
          EXPECT_LT(relativeDifference(wide(next), step), 1e-6);
          EXPECT_LT(relativeDifference(wide(solution), improved), 1e-6);
        });
    }
  }
}

TEST(VoxelHostLoops, ForcesOfCoarseElements)
{
  Random random(914);
  // The number is not divisible by the length of any vector, so that the last one is incomplete.
  constexpr std::size_t elements = 77;
  constexpr std::size_t nodes = 150;
  constexpr std::size_t entries = 300;
  const std::vector<double> x = random.vector(3 * nodes, -1.0, 1.0);
  std::vector<std::int32_t> connectivity(8 * elements);
  for (std::int32_t& node : connectivity)
  {
    node = static_cast<std::int32_t>(random.index(nodes));
  }
  // Every ninth element is constrained and has no moduli; others have one modulus or several.
  std::vector<std::int32_t> constrained;
  std::vector<double> moduli(8 * elements);
  for (std::size_t e = 0; e < elements; ++e)
  {
    const bool isConstrained = e % 9 == 5;
    for (std::size_t o = 0; o < 8; ++o)
    {
      const double modulus = random.index(3) == 0 ? 0.0 : random.uniform(0.1, 1.0);
      moduli[o * elements + e] = isConstrained ? 0.0 : e < 32 ? 0.5 : modulus;
    }
    if (isConstrained)
    {
      constrained.push_back(static_cast<std::int32_t>(e));
    }
  }
  const std::vector<double> matrices = random.vector(entries * constrained.size(), -1.0, 1.0);
  for (const double height : { 0.5, 0.7 })
  {
    SCOPED_TRACE(height);
    const std::array<double, 3> spacing = { 0.5, 0.5, height };
    const auto unit = voxelhex8::unitBrick<double>(spacing.data(), PoissonsRatio);
    const auto inFloat = voxelhex8::unitBrick<float>(spacing.data(), PoissonsRatio);
    std::vector<double> expected(24 * elements, 0.0);
    for (std::size_t e = 0; e < elements; ++e)
    {
      for (int o = 0; o < 8; ++o)
      {
        double u[24] = {};
        double f[24];
        for (int i = 0; i < 8 * 24; ++i)
        {
          const int a = i % 8;
          const int b = i / 8 % 8;
          const int c = i / 64;
          const auto node = static_cast<std::size_t>(connectivity[8 * e + std::size_t(b)]);
          u[8 * c + voxelhex8::vtkCorner(a)] +=
            voxelhex8::childWeight<double>(o, a, b) * x[3 * node + std::size_t(c)];
        }
        voxelhex8::product(u, moduli[std::size_t(o) * elements + e], unit, f);
        for (int i = 0; i < 8 * 24; ++i)
        {
          const int a = i % 8;
          const int b = i / 8 % 8;
          const int c = i / 64;
          expected[24 * e + std::size_t(8 * c + voxelhex8::vtkCorner(b))] +=
            voxelhex8::childWeight<double>(o, a, b) * f[8 * c + voxelhex8::vtkCorner(a)];
        }
      }
    }
    for (std::size_t h = 0; h < constrained.size(); ++h)
    {
      const auto e = static_cast<std::size_t>(constrained[h]);
      for (int row = 0; row < 24; ++row)
      {
        double sum = 0.0;
        for (int column = 0; column < 24; ++column)
        {
          const auto node = static_cast<std::size_t>(connectivity[8 * e + std::size_t(column / 3)]);
          sum += matrices[entries * h + std::size_t(detail::matrixEntry(row, column))] *
            x[3 * node + std::size_t(column % 3)];
        }
        expected[24 * e + std::size_t(8 * (row % 3) + voxelhex8::vtkCorner(row / 3))] = sum;
      }
    }
    const std::vector<float> moduliInFloat = narrow(moduli);
    const std::vector<float> matricesInFloat = narrow(matrices);
    const std::vector<float> from = narrow(x);
    constexpr auto n = static_cast<std::int64_t>(elements);
    forEachInstructionSet(
      [&](const VoxelHostKernels& loops)
      {
        std::vector<float> forces(static_cast<std::size_t>(sizeOfForces<HostSpace>(n)), NAN);
        loops.coarse->forces({ n, connectivity.data(), moduliInFloat.data(),
                               { inFloat.gradient[0], inFloat.gradient[1], inFloat.gradient[2] },
                               inFloat.lambda, inFloat.mu },
          from.data(), forces.data());
        loops.coarse->constrainedForces(
          { static_cast<std::int64_t>(constrained.size()), constrained.data(),
            matricesInFloat.data(), connectivity.data() },
          from.data(), forces.data());
        std::vector<double> found(expected.size());
        for (std::size_t i = 0; i < found.size(); ++i)
        {
          const std::int64_t place =
            placeOfForce<HostSpace>(n, static_cast<std::int64_t>(i / 24), static_cast<int>(i % 24));
          found[i] = static_cast<double>(forces[static_cast<std::size_t>(place)]);
        }
        EXPECT_LT(relativeDifference(found, expected), 1e-6);
      });
  }
}

TEST(VoxelHostLoops, Restrict)
{
  Random random(913);
  std::vector<float> weights;
  for (int at = 0; at < 27; ++at)
  {
    for (int b = 0; b < 8; ++b)
    {
      weights.push_back(voxelhex8::cornerWeight<float>(at % 3, at / 3 % 3, at / 9, b));
    }
  }
  for (const std::size_t elements : { std::size_t(5), std::size_t(2500) })
  {
    const std::size_t coarseNodes = 2 * elements;
    const std::size_t fineNodes = 4 * elements;
    // Any nodes may be at the corners.
    std::vector<std::pair<std::size_t, std::uint32_t>> corners;
    for (std::uint32_t corner = 0; corner < 8 * elements; ++corner)
    {
      corners.emplace_back(random.index(coarseNodes), corner);
    }
    std::sort(corners.begin(), corners.end());
    std::vector<std::int64_t> starts(coarseNodes + 1, 0);
    std::vector<std::uint32_t> cornersOfNodes;
    std::vector<std::size_t> nodes(8 * elements);
    for (const auto& [node, corner] : corners)
    {
      ++starts[node + 1];
      cornersOfNodes.push_back(corner);
      nodes[corner] = node;
    }
    for (std::size_t node = 0; node < coarseNodes; ++node)
    {
      starts[node + 1] += starts[node];
    }
    std::vector<std::uint32_t> anchors(fineNodes);
    std::vector<std::vector<std::int32_t>> hangingOf(elements);
    const std::vector<double> fine = random.vector(3 * fineNodes, -1.0, 1.0);
    std::vector<double> expected(3 * coarseNodes, 0.0);
    for (std::size_t node = 0; node < fineNodes; ++node)
    {
      const std::size_t element = random.index(elements);
      const std::size_t at = random.index(27);
      anchors[node] = static_cast<std::uint32_t>(27 * element + at);
      hangingOf[element].push_back(static_cast<std::int32_t>(node));
      for (std::size_t b = 0; b < 8; ++b)
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          expected[3 * nodes[8 * element + b] + c] +=
            static_cast<double>(weights[8 * at + b]) * fine[3 * node + c];
        }
      }
    }
    std::vector<std::int32_t> hanging;
    std::vector<std::int32_t> hangingStarts = { 0 };
    for (const std::vector<std::int32_t>& some : hangingOf)
    {
      hanging.insert(hanging.end(), some.begin(), some.end());
      hangingStarts.push_back(static_cast<std::int32_t>(hanging.size()));
    }
    forEachInstructionSet(
      [&](const VoxelHostKernels& loops)
      {
        std::vector<float> sums(24 * elements, NAN);
        std::vector<float> coarse(3 * coarseNodes, NAN);
        loops.cycle->restrictTo(
          { static_cast<std::int64_t>(coarseNodes), starts.data(), cornersOfNodes.data(),
            static_cast<std::int64_t>(elements), anchors.data(), hanging.data(),
            hangingStarts.data(), weights.data(), sums.data() },
          narrow(fine).data(), coarse.data());
        EXPECT_LT(relativeDifference(wide(coarse), expected), 1e-6);
      });
  }
}
