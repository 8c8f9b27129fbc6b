// The host loops over voxels and of multigrid cycles, for every instruction set that this processor
// has.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/VoxelImages.h"

#include "Core/Execution/InstructionSet.h"
#include "Element/VoxelHex8.h"
#include "Element/VoxelTransferHex8.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/Hex8/Hex8OperatorReference.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double PoissonsRatio = 0.3;

/// Calls visit(loops) for each instruction set that this processor has.
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

/// Rows of 3 x 3 blocks, some of them empty, of odd and even numbers of blocks.
struct Blocks
{
  std::vector<std::int64_t> starts = { 0 };
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  std::vector<double> inverseDiagonal; ///< zero here and there

  Blocks(std::size_t nodes, Random& random)
  {
    for (std::size_t node = 0; node < nodes; ++node)
    {
      // The last block of the last row is that of the last node: nothing is read beyond it.
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
      image.spacing[1] = image.spacing[2] = image.spacing[0]; // cubes have loops of their own
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
    const std::vector<double> d = random.vector(3 * nodes, -1.0, 1.0);
    const std::vector<double> r = random.vector(3 * nodes, -1.0, 1.0);
    const std::vector<double> x = random.vector(3 * nodes, -1.0, 1.0);
    const std::vector<double> product = blocks.times(d);
    constexpr double keep = 0.3;
    constexpr double factor = 0.7;
    std::vector<double> residual(3 * nodes);
    std::vector<double> step(3 * nodes);
    std::vector<double> improved(3 * nodes);
    for (std::size_t i = 0; i < 3 * nodes; ++i)
    {
      residual[i] = blocks.inverseDiagonal[i] != 0.0 ? r[i] - product[i] : 0.0;
      step[i] = keep * d[i] + factor * blocks.inverseDiagonal[i] * residual[i];
      improved[i] = x[i] + step[i];
    }
    forEachInstructionSet(
      [&](const VoxelHostKernels& loops)
      {
        const VoxelHostRows& rows = loops.rowsOf(1);
        const std::vector<float> from = narrow(d);
        std::vector<float> y(3 * nodes, NAN);
        rows.multiply(matrix, from.data(), y.data());
        EXPECT_LT(relativeDifference(wide(y), product), 1e-6);
        std::vector<float> left = narrow(r);
        rows.subtract(matrix, from.data(), left.data());
        EXPECT_LT(relativeDifference(wide(left), residual), 1e-6);
        left = narrow(r);
        std::vector<float> next(3 * nodes, NAN);
        std::vector<float> solution = narrow(x);
        rows.smooth(matrix,
          { static_cast<float>(keep), static_cast<float>(factor), left.data(), next.data(),
            solution.data() },
          from.data());
        EXPECT_LT(relativeDifference(wide(left), residual), 1e-6);
        EXPECT_LT(relativeDifference(wide(next), step), 1e-6);
        EXPECT_LT(relativeDifference(wide(solution), improved), 1e-6);
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
    // Any nodes at any corners will do.
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
