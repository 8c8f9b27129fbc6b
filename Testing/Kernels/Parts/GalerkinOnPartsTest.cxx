// Tests that coarse matrices of smoothed aggregation on parts are Galerkin products.

#include "Parts/AggregationCasesOnParts.h"
#include "Solver/MeshMultigridCases.h"

#include "Core/Communication/PartLists.h"
#include "Solver/Aggregation/Levels/AggregationLevels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// A block of a matrix or prolongation, by numbers of all parts.
struct GlobalBlock
{
  std::int32_t row;
  std::int32_t column;
  std::vector<double> values;
};

/// What a part has of a level.
struct LevelOfPart
{
  std::size_t nodes = 0; ///< of all parts
  int block = 0;
  int coarseBlock = 0;
  std::vector<GlobalBlock> matrix;       ///< its own rows, or all
  std::vector<GlobalBlock> prolongation; ///< to this level; its own rows
  bool isReplicated = false;
};

template <class Space, class Real>
std::vector<GlobalBlock> blocksOf(const Context<Space>& context, const BlockPattern<Space>& pattern,
  std::int64_t rowCount, const Real* values, std::size_t size,
  const std::vector<std::int32_t>& rowNumbers, const std::vector<std::int32_t>& columnNumbers)
{
  const std::vector<std::int64_t> starts = pattern.starts.toHost();
  const std::vector<std::int32_t> columns = pattern.nodes.toHost();
  std::vector<Real> all(size * columns.size());
  context.copyToHost(all.data(), values, all.size() * sizeof(Real));
  std::vector<GlobalBlock> blocks;
  for (std::size_t row = 0; row < static_cast<std::size_t>(rowCount); ++row)
  {
    for (auto k = static_cast<std::size_t>(starts[row]);
         k < static_cast<std::size_t>(starts[row + 1]); ++k)
    {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(size * k);
      blocks.push_back({ rowNumbers[row], columnNumbers[static_cast<std::size_t>(columns[k])],
        std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(size)) });
    }
  }
  return blocks;
}

/// Numbers of all parts of the nodes that a part has of a level.
template <class Space>
std::vector<std::int32_t> numbersOf(const AggregationLevel<Space>& level, std::size_t& ofAll)
{
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(level.n / level.block));
  std::iota(numbers.begin(), numbers.end(), 0);
  ofAll = numbers.size();
  if (!level.onParts)
  {
    return numbers;
  }
  const LevelNodes& nodes = level.onParts->nodes;
  const std::vector<std::size_t> counts =
    gatherCounts(level.x.context().communicator(), static_cast<std::size_t>(nodes.owned()));
  ofAll = std::accumulate(counts.begin(), counts.end(), std::size_t(0));
  for (std::size_t i = 0; i < numbers.size(); ++i)
  {
    const OwnedNode node = nodes[static_cast<std::int32_t>(i)];
    numbers[i] = std::accumulate(counts.begin(), counts.begin() + node.part, node.number,
      [](std::int32_t sum, std::size_t count) { return sum + static_cast<std::int32_t>(count); });
  }
  return numbers;
}

/// The levels of a part: matrices in scaled unknowns, with the prolongations to them.
template <class Space>
std::vector<LevelOfPart> levelsOfPart(
  const CaseOnPart<Space>& part, const AggregationSettings& settings)
{
  const StructureOfPart<Space>& structure = part.structure;
  const Context<Space>& context = structure.context;
  const LayoutPointer<Space>& unknowns = structure.layouts.unknowns;
  const auto source = part.rows()(structure.part.mesh, nullptr);
  AggregationLevels<Space> levels;
  levels.push_back(std::make_unique<AggregationLevel<Space>>(unknowns, &source->pattern()));
  levels[0]->constrained = DeviceVector<std::uint8_t, Space>(context, part.supports);
  levels[0]->divide(*unknowns);
  addAggregateLevels(structure.part.mesh.points, FinestProducts<Space>(), settings, levels);
  structure.moduli.updateGhosts();
  const double* values = source->compute(structure.moduli);
  std::vector<DeviceVector<double, Space>> matrices(levels.size());
  std::vector<LevelOfPart> result(levels.size());
  for (std::size_t l = 0; l < levels.size(); ++l)
  {
    AggregationLevel<Space>& level = *levels[l];
    LevelOfPart& found = result[l];
    const std::vector<std::int32_t> numbers = numbersOf(level, found.nodes);
    found.block = level.block;
    const auto size = static_cast<std::size_t>(level.block);
    found.isReplicated = level.isReplicated;
    found.matrix = blocksOf(
      context, *level.pattern, level.pattern->rows(), values, size * size, numbers, numbers);
    if (l + 1 == levels.size())
    {
      break;
    }
    AggregationLevel<Space>& coarse = *levels[l + 1];
    matrices[l] = DeviceVector<double, Space>(context, coarse.numberOfValues());
    level.updateSmoother(values);
    level.estimateEigenvalue();
    level.computeCoarse(values, coarse, matrices[l].data());
    values = matrices[l].data();
    std::size_t ofAll = 0;
    const std::vector<std::int32_t> coarseNumbers = level.onParts && level.onParts->replica
      ? level.onParts->replica->numbers()
      : numbersOf(coarse, ofAll);
    found.coarseBlock = coarse.block;
    found.prolongation = blocksOf(context, level.transfer.pattern, level.x.layout().owned(),
      level.transfer.values.data(), static_cast<std::size_t>(level.transfer.blockSize()), numbers,
      coarseNumbers);
  }
  return result;
}

/// The rows of all parts; of a replicated level those of the first.
std::vector<GlobalBlock> blocksOfAll(const std::vector<std::vector<LevelOfPart>>& parts,
  std::size_t level, std::vector<GlobalBlock> LevelOfPart::*which)
{
  std::vector<GlobalBlock> all;
  for (const std::vector<LevelOfPart>& part : parts)
  {
    const std::vector<GlobalBlock>& mine = part[level].*which;
    all.insert(all.end(), mine.begin(), mine.end());
    if (part[level].isReplicated)
    {
      break;
    }
  }
  return all;
}

using Dense = std::vector<std::vector<double>>;

Dense denseOf(const std::vector<GlobalBlock>& blocks, std::size_t rows, int block,
  std::size_t columns, int coarseBlock)
{
  const auto fine = static_cast<std::size_t>(block);
  const auto coarse = static_cast<std::size_t>(coarseBlock);
  Dense result(fine * rows, std::vector<double>(coarse * columns, 0.0));
  for (const GlobalBlock& b : blocks)
  {
    for (std::size_t t = 0; t < b.values.size(); ++t)
    {
      result[fine * static_cast<std::size_t>(b.row) + t / coarse]
            [coarse * static_cast<std::size_t>(b.column) + t % coarse] = b.values[t];
    }
  }
  return result;
}

/// a^T b, or a b for a symmetric a.
Dense transposedTimes(const Dense& a, const Dense& b)
{
  Dense result(a.front().size(), std::vector<double>(b.front().size(), 0.0));
  for (std::size_t k = 0; k < a.size(); ++k)
  {
    for (std::size_t i = 0; i < result.size(); ++i)
    {
      for (std::size_t j = 0; a[k][i] != 0.0 && j < b[k].size(); ++j)
      {
        result[i][j] += a[k][i] * b[k][j];
      }
    }
  }
  return result;
}

/// @param tolerance times the largest entry of a matrix
void expectGalerkinMatrices(const std::vector<std::vector<LevelOfPart>>& parts, double tolerance)
{
  for (std::size_t l = 0; l + 1 < parts[0].size(); ++l)
  {
    SCOPED_TRACE("level " + std::to_string(l + 1));
    const LevelOfPart& fine = parts[0][l];
    const LevelOfPart& coarse = parts[0][l + 1];
    const Dense A = denseOf(
      blocksOfAll(parts, l, &LevelOfPart::matrix), fine.nodes, fine.block, fine.nodes, fine.block);
    const Dense P = denseOf(blocksOfAll(parts, l, &LevelOfPart::prolongation), fine.nodes,
      fine.block, coarse.nodes, coarse.block);
    const Dense found = denseOf(blocksOfAll(parts, l + 1, &LevelOfPart::matrix), coarse.nodes,
      coarse.block, coarse.nodes, coarse.block);
    const Dense expected = transposedTimes(P, transposedTimes(A, P));
    double error = 0.0;
    double scale = 0.0;
    double asymmetry = 0.0;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
      for (std::size_t j = 0; j < found.size(); ++j)
      {
        error = std::max(error, std::abs(found[i][j] - expected[i][j]));
        scale = std::max(scale, std::abs(expected[i][j]));
        asymmetry = std::max(asymmetry, std::abs(found[i][j] - found[j][i]));
      }
    }
    EXPECT_GT(scale, 0.0);
    EXPECT_LE(error, tolerance * scale);
    EXPECT_LE(asymmetry, 1e-14 * scale);
    for (const std::vector<LevelOfPart>& part : parts)
    {
      ASSERT_EQ(part.size(), parts[0].size());
      for (std::size_t k = 0; coarse.isReplicated && k < coarse.matrix.size(); ++k)
      {
        ASSERT_EQ(part[l + 1].matrix[k].values, coarse.matrix[k].values);
      }
    }
  }
}
}

template <class Space>
class GalerkinOnParts : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(GalerkinOnParts, Spaces, SpaceNames);

TYPED_TEST(GalerkinOnParts, MatricesAreThoseOfProlongations)
{
  for (const int components : { 1, 3 })
  {
    const AggregationCase of = { "", wavyBox(CellType::Tetrahedron, { 8, 4, 4 }, { 2.0, 1.0, 1.0 }),
      components };
    const CaseInput input(of);
    for (const int count : { 2, 3, 7 })
    {
      const std::int64_t replicated = count == 2 ? 1000000 : 0;
      for (const Division& division : divisions())
      {
        SCOPED_TRACE(std::to_string(components) + " components, " + std::to_string(count) +
          " parts, " + division.name + ", " + std::to_string(replicated) + " replicated");
        AggregationSettings settings;
        settings.finestAggregate = 10.0;
        settings.coarseAggregate = 4.0;
        settings.replicatedNodes = replicated;
        std::vector<std::vector<LevelOfPart>> parts(static_cast<std::size_t>(count));
        const std::vector<MeshOfPart> meshes =
          distributeMesh(of.mesh, division.divide(of.mesh, count), count);
        runPartsOn<TypeParam>(count,
          [&](const Device& device, std::shared_ptr<const Communicator> communicator)
          {
            const CaseOnPart<TypeParam> part(of, input, meshes, device, std::move(communicator));
            parts[part.structure.rank] = levelsOfPart(part, settings);
          });
        ASSERT_GE(parts[0].size(), 2u);
        expectGalerkinMatrices(parts, components == 1 ? 1e-12 : 1e-5);
      }
    }
  }
}
}
