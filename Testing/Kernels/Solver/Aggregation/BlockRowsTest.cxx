// The parts of aggregation multigrid beside dense matrices: patterns, prolongation, Galerkin
// products, block Jacobi.

#include "Solver/MeshMultigridCases.h"

#include "Support/Spaces.h"

#include "Mesh/Neighbours/NeighbourMatrixReference.h"
#include "Solver/Aggregation/BlockMatrixReference.h"
#include "Solver/Aggregation/BlockRowSource.h"
#include "Solver/Aggregation/ConnectedAggregates.h"
#include "Solver/Aggregation/GalerkinProduct.h"
#include "Solver/Aggregation/Smoothers/BlockSmoother.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <set>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using reference::DenseMatrix;

namespace
{
template <class Space>
class BlockRowsTest : public OnSpace<Space>
{
protected:
  /// A mesh with random moduli and supports, as rows of blocks with their dense matrix, and its
  /// aggregates.
  void make(CellType type, double nodesPerAggregate)
  {
    this->makeRows(type, { 5, 4, 3 }, nodesPerAggregate);
    const auto& pattern = this->rows->pattern();
    this->matrix = std::make_unique<DenseMatrix>(reference::denseOfBlocks(pattern.starts.toHost(),
      pattern.nodes.toHost(), this->hostValues, 3, 3, this->mesh.numberOfNodes()));
  }
  void makeRows(CellType type, const std::array<int, 3>& cells, double nodesPerAggregate)
  {
    this->mesh = wavyBox(type, cells, { 2.0, 1.0, 1.0 });
    this->constrained.assign(this->mesh.points.size(), 0);
    for (std::size_t i = 0; i < this->constrained.size(); ++i)
    {
      this->constrained[i] = this->random.uniform(0.0, 1.0) < (i < 30 ? 0.9 : 0.1) ? 1 : 0;
    }
    this->constrainedThere = DeviceVector<std::uint8_t, Space>(this->context(), this->constrained);
    const Vector<Space> moduli(layoutsOf(this->context(), this->mesh).materialPoints,
      this->random.vector(this->mesh.numberOfElements(), 0.1, 1.0));
    this->rows = std::make_unique<ElementRows<Space>>(
      this->context(), this->mesh, PoissonsRatios(0.3), std::vector<double>());
    this->values = this->rows->compute(moduli);
    const auto& pattern = this->rows->pattern();
    this->hostValues.resize(static_cast<std::size_t>(9 * pattern.pairs()));
    this->context().copyToHost(
      this->hostValues.data(), this->values, this->hostValues.size() * sizeof(double));
    std::vector<std::uint8_t> used(this->mesh.numberOfNodes(), 0);
    for (std::size_t i = 0; i < this->constrained.size(); ++i)
    {
      used[i / 3] = used[i / 3] != 0 || this->constrained[i] == 0 ? 1 : 0;
    }
    this->aggregates = connectedAggregates(
      this->mesh.points, pattern.starts.toHost(), pattern.nodes.toHost(), used, nodesPerAggregate);
  }

  /// The tentative prolongation of the aggregates' rigid-body modes.
  TentativeTransfer<Space> makeTentativeOfMatrix(CoarseModes<Space>& coarse)
  {
    return makeTentative(this->context(), 3, this->aggregates.ofNode, this->aggregates.count,
      rigidBodyModes(this->context(), this->mesh.points, this->constrained), coarse);
  }
  /// The smoothed one. @param smoother gets the matrix, for the inverses of its diagonal blocks
  BlockTransfer<Space> makeSmoothed(
    const TentativeTransfer<Space>& tentative, double omega, BlockSmoother<Space>& smoother)
  {
    const auto& pattern = this->rows->pattern();
    smoother.setMatrix(this->values, this->constrainedThere.data());
    BlockTransfer<Space> transfer = makeSmoothedPattern(this->context(), pattern, tentative);
    smoothProlongation(this->context(), pattern, this->values, smoother.jacobi().inverses(), omega,
      tentative, transfer);
    return transfer;
  }

  static std::vector<double> widened(const DeviceVector<float, Space>& values)
  {
    const std::vector<float> host = values.toHost();
    return std::vector<double>(host.begin(), host.end());
  }

  static DenseMatrix dense(const BlockTransfer<Space>& transfer)
  {
    return reference::denseOfBlocks(transfer.pattern.starts.toHost(),
      transfer.pattern.nodes.toHost(), widened(transfer.values),
      static_cast<std::size_t>(transfer.fineBlock), static_cast<std::size_t>(transfer.coarseBlock),
      static_cast<std::size_t>(transfer.coarseNodes));
  }

  static DenseMatrix dense(const TentativeTransfer<Space>& tentative)
  {
    const std::vector<std::int32_t> aggregateOf = tentative.aggregateOf.toHost();
    const std::vector<double> blocks = widened(tentative.blocks);
    const auto fine = static_cast<std::size_t>(tentative.fineBlock);
    DenseMatrix result(
      aggregateOf.size() * fine, static_cast<std::size_t>(tentative.aggregates) * 6);
    for (std::size_t i = 0; i < result.rows; ++i)
    {
      for (std::size_t j = 0; j < 6 && aggregateOf[i / fine] >= 0; ++j)
      {
        result.at(i, 6 * static_cast<std::size_t>(aggregateOf[i / fine]) + j) = blocks[6 * i + j];
      }
    }
    return result;
  }

  /// Calls body(row, column, value) for each entry of rows of blocks.
  template <class Body>
  static void forEachEntry(const BlockPattern<Space>& pattern, const std::vector<double>& values,
    std::size_t rows, std::size_t columns, const Body& body)
  {
    const std::vector<std::int64_t> starts = pattern.starts.toHost();
    const std::vector<std::int32_t> nodes = pattern.nodes.toHost();
    for (std::size_t row = 0; row + 1 < starts.size(); ++row)
    {
      for (auto k = static_cast<std::size_t>(starts[row]);
           k < static_cast<std::size_t>(starts[row + 1]); ++k)
      {
        for (std::size_t t = 0; t < rows * columns; ++t)
        {
          body(rows * row + t / columns, columns * static_cast<std::size_t>(nodes[k]) + t % columns,
            values[rows * columns * k + t]);
        }
      }
    }
  }

  static void expectNear(const DenseMatrix& found, const DenseMatrix& expected, double tolerance)
  {
    ASSERT_EQ(found.rows, expected.rows);
    ASSERT_EQ(found.columns, expected.columns);
    double scale = 0.0;
    double error = 0.0;
    for (std::size_t i = 0; i < found.values.size(); ++i)
    {
      scale = std::max(scale, std::abs(expected.values[i]));
      error = std::max(error, std::abs(found.values[i] - expected.values[i]));
    }
    EXPECT_LE(error, tolerance * scale);
  }

  /// Rows of blocks times x, of so many nodes, or their transpose times it.
  static std::vector<double> times(const BlockPattern<Space>& pattern,
    const std::vector<double>& values, std::size_t rows, std::size_t columns,
    const std::vector<double>& x, std::int64_t nodes)
  {
    EXPECT_EQ(x.size(), columns * static_cast<std::size_t>(nodes));
    std::vector<double> y(rows * static_cast<std::size_t>(pattern.rows()), 0.0);
    forEachEntry(pattern, values, rows, columns,
      [&](std::size_t i, std::size_t j, double value) { y[i] += value * x[j]; });
    return y;
  }
  static std::vector<double> timesTransposed(const BlockPattern<Space>& pattern,
    const std::vector<double>& values, std::size_t rows, std::size_t columns,
    const std::vector<double>& x, std::int64_t nodes)
  {
    EXPECT_EQ(x.size(), rows * static_cast<std::size_t>(pattern.rows()));
    std::vector<double> y(columns * static_cast<std::size_t>(nodes), 0.0);
    forEachEntry(pattern, values, rows, columns,
      [&](std::size_t i, std::size_t j, double value) { y[j] += value * x[i]; });
    return y;
  }

  Random random{ 15 };
  Mesh mesh;
  std::vector<std::uint8_t> constrained;
  DeviceVector<std::uint8_t, Space> constrainedThere;
  std::unique_ptr<ElementRows<Space>> rows;
  const double* values = nullptr;
  std::vector<double> hostValues;
  std::unique_ptr<DenseMatrix> matrix;
  AggregateNumbers aggregates;
};
TYPED_TEST_SUITE(BlockRowsTest, Spaces, SpaceNames);
}

TYPED_TEST(BlockRowsTest, MultipliesPatterns)
{
  using Space = TypeParam;
  this->make(CellType::Tetrahedron, 5.0);
  const auto& left = this->rows->pattern();
  const std::vector<std::set<std::int32_t>> sets = reference::neighbours(this->mesh);
  const auto nodes = static_cast<std::int64_t>(sets.size());
  const BlockPattern<Space> product = multiplyPatterns(this->context(), left, left, nodes);
  const BlockColumns<Space> columns = columnsOf(this->context(), left, nodes);
  const BlockPattern<Space> transposed = multiplyTransposed(this->context(), columns, left, nodes);
  const std::vector<std::int64_t> starts = product.starts.toHost();
  const std::vector<std::int32_t> found = product.nodes.toHost();
  EXPECT_EQ(transposed.starts.toHost(), starts); // the pattern is symmetric
  EXPECT_EQ(transposed.nodes.toHost(), found);
  std::size_t most = 0;
  for (std::size_t n = 0; n < sets.size(); ++n)
  {
    std::set<std::int32_t> expected;
    for (const std::int32_t other : sets[n])
    {
      const auto& row = sets[static_cast<std::size_t>(other)];
      expected.insert(row.begin(), row.end());
    }
    most = std::max(most, expected.size());
    const std::vector<std::int32_t> row(found.begin() + starts[n], found.begin() + starts[n + 1]);
    EXPECT_EQ(row, std::vector<std::int32_t>(expected.begin(), expected.end()));
  }
  EXPECT_EQ(product.most, static_cast<int>(most));
  // Each entry of a column, by ascending rows.
  const std::vector<std::int64_t> columnStarts = columns.starts.toHost();
  const std::vector<std::int32_t> rowsOfColumns = columns.rows.toHost();
  const std::vector<std::int64_t> entries = columns.entries.toHost();
  const std::vector<std::int32_t> leftNodes = left.nodes.toHost();
  for (std::size_t c = 0; c < sets.size(); ++c)
  {
    const std::vector<std::int32_t> column(
      rowsOfColumns.begin() + columnStarts[c], rowsOfColumns.begin() + columnStarts[c + 1]);
    EXPECT_EQ(column, std::vector<std::int32_t>(sets[c].begin(), sets[c].end()));
    for (std::int64_t k = columnStarts[c]; k < columnStarts[c + 1]; ++k)
    {
      const auto entry = static_cast<std::size_t>(entries[static_cast<std::size_t>(k)]);
      EXPECT_EQ(leftNodes[entry], static_cast<std::int32_t>(c));
    }
  }
}

TYPED_TEST(BlockRowsTest, ReproducesRigidBodyModes)
{
  using Space = TypeParam;
  for (const double size : { 1.0, 2.0, 7.0, 30.0 })
  {
    SCOPED_TRACE(size);
    this->make(CellType::Hexahedron, size);
    auto modes = rigidBodyModes(this->context(), this->mesh.points, this->constrained);
    DenseMatrix expected(this->mesh.points.size(), 6);
    expected.values = modes.toHost();
    CoarseModes<Space> coarse;
    const TentativeTransfer<Space> tentative = makeTentative(this->context(), 3,
      this->aggregates.ofNode, this->aggregates.count, std::move(modes), coarse);
    const DenseMatrix T = this->dense(tentative);
    DenseMatrix R(T.columns, 6);
    R.values = coarse.modes.toHost();
    this->expectNear(reference::multiply(T, R), expected, 1e-6);
    // Columns are orthonormal, or zero and marked.
    const std::vector<std::uint8_t> marks = coarse.constrained.toHost();
    DenseMatrix unit(T.columns, T.columns);
    for (std::size_t i = 0; i < marks.size(); ++i)
    {
      unit.at(i, i) = marks[i] == 0 ? 1.0 : 0.0;
    }
    this->expectNear(reference::multiply(reference::transpose(T), T), unit, 1e-6);
    for (std::size_t i = 0; i < T.rows; ++i)
    {
      for (std::size_t j = 0; j < T.columns && this->constrained[i] != 0; ++j)
      {
        ASSERT_EQ(T.at(i, j), 0.0);
      }
    }
  }
}

TYPED_TEST(BlockRowsTest, GivesGalerkinProducts)
{
  using Space = TypeParam;
  // Aggregates of one node have rows of up to 120 blocks in the products.
  for (const auto& [type, perAggregate] : { std::pair(CellType::Hexahedron, 6.0),
         std::pair(CellType::Tetrahedron, 6.0), std::pair(CellType::Hexahedron, 1.0) })
  {
    SCOPED_TRACE(perAggregate);
    this->make(type, perAggregate);
    const auto& pattern = this->rows->pattern();
    BlockSmoother<Space> smoother(this->context(), 3, pattern);
    CoarseModes<Space> coarse;
    const TentativeTransfer<Space> tentative = this->makeTentativeOfMatrix(coarse);
    const double omega = 0.4;
    const BlockTransfer<Space> transfer = this->makeSmoothed(tentative, omega, smoother);
    const DenseMatrix D = reference::inverseOfDiagonalBlocks(*this->matrix, 3, this->constrained);
    const DenseMatrix T = this->dense(tentative);
    DenseMatrix expected = reference::multiply(D, reference::multiply(*this->matrix, T));
    for (std::size_t i = 0; i < expected.values.size(); ++i)
    {
      expected.values[i] = T.values[i] - omega * expected.values[i];
    }
    const DenseMatrix P = this->dense(transfer);
    this->expectNear(P, expected, 1e-6);

    const GalerkinProduct<Space> product(this->context(), pattern, transfer);
    DeviceVector<double, Space> coarseValues(this->context(), product.numberOfValues());
    product.compute(this->context(), pattern, this->values, transfer, coarseValues.data());
    const DenseMatrix found =
      reference::denseOfBlocks(product.pattern().starts.toHost(), product.pattern().nodes.toHost(),
        coarseValues.toHost(), 6, 6, static_cast<std::size_t>(this->aggregates.count));
    const DenseMatrix triple =
      reference::multiply(reference::transpose(P), reference::multiply(*this->matrix, P));
    this->expectNear(found, triple, 1e-12);
    this->expectNear(found, reference::transpose(found), 1e-15);

    // And of blocks of six: the next level.
    BlockSmoother<Space> next(this->context(), 6, product.pattern());
    next.setMatrix(coarseValues.data(), coarse.constrained.data());
    std::vector<std::int32_t> pairs(static_cast<std::size_t>(this->aggregates.count));
    for (std::size_t a = 0; a < pairs.size(); ++a)
    {
      pairs[a] = static_cast<std::int32_t>(a / 3);
    }
    CoarseModes<Space> coarsest;
    const TentativeTransfer<Space> second =
      makeTentative(this->context(), 6, pairs, pairs.back() + 1, std::move(coarse.modes), coarsest);
    BlockTransfer<Space> down = makeSmoothedPattern(this->context(), product.pattern(), second);
    smoothProlongation(this->context(), product.pattern(), coarseValues.data(),
      next.jacobi().inverses(), omega, second, down);
    const GalerkinProduct<Space> last(this->context(), product.pattern(), down);
    DeviceVector<double, Space> lastValues(this->context(), last.numberOfValues());
    last.compute(this->context(), product.pattern(), coarseValues.data(), down, lastValues.data());
    const DenseMatrix Q = this->dense(down);
    this->expectNear(
      reference::denseOfBlocks(last.pattern().starts.toHost(), last.pattern().nodes.toHost(),
        lastValues.toHost(), 6, 6, static_cast<std::size_t>(pairs.back() + 1)),
      reference::multiply(reference::transpose(Q), reference::multiply(found, Q)), 1e-12);

    // Transfers are products with these.
    const auto single = [&](std::size_t size)
    {
      const std::vector<double> x = this->random.vector(size, -1.0, 1.0);
      return std::vector<float>(x.begin(), x.end());
    };
    const std::vector<float> fine = single(P.rows);
    const std::vector<float> small = single(P.columns);
    const DeviceVector<float, Space> fineThere(this->context(), fine);
    const DeviceVector<float, Space> smallThere(this->context(), small);
    DeviceVector<float, Space> restricted(this->context(), P.columns);
    DeviceVector<float, Space> step(this->context(), P.rows);
    DeviceVector<float, Space> sum(this->context(), fine);
    transfer.restrictTo(fineThere.data(), restricted.data());
    transfer.prolongTo(smallThere.data(), step.data(), sum.data());
    const std::vector<float> downFound = restricted.toHost();
    const std::vector<float> upFound = step.toHost();
    const std::vector<float> sumFound = sum.toHost();
    std::vector<double> downExpected(P.columns, 0.0);
    for (std::size_t i = 0; i < P.rows; ++i)
    {
      double up = 0.0;
      for (std::size_t j = 0; j < P.columns; ++j)
      {
        downExpected[j] += P.at(i, j) * double(fine[i]);
        up += P.at(i, j) * double(small[j]);
      }
      ASSERT_NEAR(upFound[i], up, 1e-5);
      ASSERT_NEAR(sumFound[i], double(fine[i]) + up, 1e-5);
    }
    for (std::size_t j = 0; j < P.columns; ++j)
    {
      ASSERT_NEAR(downFound[j], downExpected[j], 2e-5);
    }
  }
}

TYPED_TEST(BlockRowsTest, LengthyGivesLargeGalerkinProducts)
{
  using Space = TypeParam;
  this->makeRows(CellType::Hexahedron, { 32, 28, 24 }, 4.0);
  const auto& pattern = this->rows->pattern();
  BlockSmoother<Space> smoother(this->context(), 3, pattern);
  CoarseModes<Space> coarse;
  const TentativeTransfer<Space> tentative = this->makeTentativeOfMatrix(coarse);
  const double omega = 0.4;
  const BlockTransfer<Space> transfer = this->makeSmoothed(tentative, omega, smoother);
  const GalerkinProduct<Space> product(this->context(), pattern, transfer);
  DeviceVector<double, Space> coarseValues(this->context(), product.numberOfValues());
  product.compute(this->context(), pattern, this->values, transfer, coarseValues.data());

  const auto fine = [&](const std::vector<double>& x)
  {
    return this->times(
      pattern, this->hostValues, 3, 3, x, static_cast<std::int64_t>(this->mesh.numberOfNodes()));
  };
  const auto count = std::int64_t(this->aggregates.count);
  ASSERT_GT(count, 4000); // and rows of the fine matrix: more than are shared by several warps
  const std::vector<double> v = this->random.vector(static_cast<std::size_t>(6 * count), -1.0, 1.0);

  // P v = T v - omega D^-1 A T v
  const std::vector<double> blocks = this->widened(tentative.blocks);
  std::vector<double> start(3 * this->aggregates.ofNode.size(), 0.0);
  for (std::size_t i = 0; i < start.size(); ++i)
  {
    const std::int32_t aggregate = this->aggregates.ofNode[i / 3];
    for (std::size_t j = 0; j < 6 && aggregate >= 0; ++j)
    {
      start[i] += blocks[6 * i + j] * v[6 * static_cast<std::size_t>(aggregate) + j];
    }
  }
  std::vector<float> inverses(9 * this->mesh.numberOfNodes());
  this->context().copyToHost(
    inverses.data(), smoother.jacobi().inverses(), inverses.size() * sizeof(float));
  const std::vector<double> forces = fine(start);
  const std::vector<double> prolonged =
    this->times(transfer.pattern, this->widened(transfer.values), 3, 6, v, count);
  for (std::size_t i = 0; i < start.size(); ++i)
  {
    double step = 0.0;
    for (std::size_t j = 0; j < 3; ++j)
    {
      step += double(inverses[3 * i + j]) * forces[i / 3 * 3 + j];
    }
    ASSERT_NEAR(prolonged[i], start[i] - omega * step, 1e-5) << i;
  }

  // C v = P^T (A (P v))
  const std::vector<double> expected = this->timesTransposed(
    transfer.pattern, this->widened(transfer.values), 3, 6, fine(prolonged), count);
  const std::vector<double> found =
    this->times(product.pattern(), coarseValues.toHost(), 6, 6, v, count);
  double scale = 0.0;
  for (const double value : expected)
  {
    scale = std::max(scale, std::abs(value));
  }
  for (std::size_t i = 0; i < found.size(); ++i)
  {
    ASSERT_NEAR(found[i], expected[i], 1e-12 * scale) << i;
  }
}

TYPED_TEST(BlockRowsTest, SmoothsByBlocks)
{
  using Space = TypeParam;
  this->make(CellType::Hexahedron, 6.0);
  BlockSmoother<Space> smoother(this->context(), 3, this->rows->pattern());
  smoother.setMatrix(this->values, this->constrainedThere.data());
  const DenseMatrix D = reference::inverseOfDiagonalBlocks(*this->matrix, 3, this->constrained);
  const std::size_t n = this->constrained.size();
  const std::vector<double> start = this->random.vector(n, -1.0, 1.0);
  const std::vector<double> right = this->random.vector(n, -1.0, 1.0);
  const auto there = [&](const std::vector<double>& x)
  { return DeviceVector<float, Space>(this->context(), std::vector<float>(x.begin(), x.end())); };
  DeviceVector<float, Space> x = there(start);
  DeviceVector<float, Space> r = there(right);
  DeviceVector<float, Space> d(this->context(), n);
  DeviceVector<float, Space> q(this->context(), n);
  smoother.start(r.data(), 0.7F, false, d.data(), x.data());
  smoother.step(d.data(), 0.3F, 0.5F, r.data(), q.data(), x.data());
  smoother.subtract(q.data(), r.data());

  const auto times = [n](const DenseMatrix& a, const std::vector<double>& v)
  {
    std::vector<double> y(n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
    {
      y[i] = std::inner_product(v.begin(), v.end(), &a.values[i * n], 0.0);
    }
    return y;
  };
  std::vector<double> residual = right;
  std::vector<double> solution = start;
  std::vector<double> last = times(D, residual);
  for (std::size_t i = 0; i < n; ++i)
  {
    last[i] *= 0.7;
    solution[i] += last[i];
  }
  std::vector<double> product = times(*this->matrix, last);
  for (std::size_t i = 0; i < n; ++i)
  {
    residual[i] -= product[i];
  }
  const std::vector<double> scaled = times(D, residual);
  for (std::size_t i = 0; i < n; ++i)
  {
    last[i] = 0.3 * last[i] + 0.5 * scaled[i];
    solution[i] += last[i];
  }
  product = times(*this->matrix, last);
  const std::vector<float> found = x.toHost();
  const std::vector<float> left = r.toHost();
  double scale = 0.0;
  for (const double value : solution)
  {
    scale = std::max(scale, std::abs(value));
  }
  for (std::size_t i = 0; i < n; ++i)
  {
    ASSERT_NEAR(found[i], solution[i], 1e-5 * scale);
    ASSERT_NEAR(left[i], residual[i] - product[i], 1e-4);
    if (this->constrained[i] != 0)
    {
      ASSERT_EQ(found[i], static_cast<float>(start[i]));
    }
  }

  // The largest eigenvalue beside many power iterations.
  std::vector<double> v = this->random.vector(n, -1.0, 1.0);
  double largest = 0.0;
  for (int i = 0; i < 300; ++i)
  {
    v = times(D, times(*this->matrix, times(D, times(*this->matrix, v))));
    const double norm = std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
    largest = std::sqrt(norm);
    for (double& value : v)
    {
      value /= norm;
    }
  }
  DeviceVector<float, Space> scratch(this->context(), 4 * n);
  const double estimate = smoother.largestEigenvalue(scratch.data());
  EXPECT_LE(estimate, 1.001 * largest);
  EXPECT_GE(estimate, 0.93 * largest);
}
