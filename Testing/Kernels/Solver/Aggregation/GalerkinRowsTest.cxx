#include "Solver/Aggregation/BlockRowsTestInput.h"
#include "Solver/MeshMultigridCases.h"

#include "Support/Spaces.h"

#include "Solver/Aggregation/BlockMatrixReference.h"
#include "Solver/Aggregation/BlockRowSource.h"
#include "Solver/Aggregation/GalerkinProduct.h"
#include "Solver/Aggregation/Smoothers/BlockSmoother.h"

#include <gtest/gtest.h>

#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

TYPED_TEST_SUITE(BlockRowsTest, Spaces, SpaceNames);

TYPED_TEST(BlockRowsTest, GivesGalerkinProducts)
{
  using Space = TypeParam;
  // If aggregates consist of one node, the products have rows of up to 120 blocks.
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
    const DenseMatrix P = denseOf(transfer);
    expectNear(P, expected, 1e-6);

    const GalerkinProduct<Space> product(this->context(), pattern, transfer);
    DeviceVector<double, Space> coarseValues(this->context(), product.numberOfValues());
    product.compute(this->context(), pattern, this->values, transfer, coarseValues.data());
    const DenseMatrix found =
      reference::denseOfBlocks(product.pattern().starts.toHost(), product.pattern().nodes.toHost(),
        coarseValues.toHost(), 6, 6, static_cast<std::size_t>(this->aggregates.count));
    const DenseMatrix triple =
      reference::multiply(reference::transpose(P), reference::multiply(*this->matrix, P));
    expectNear(found, triple, 1e-12);
    expectNear(found, reference::transpose(found), 1e-15);

    // The next level has blocks of six.
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
    const DenseMatrix Q = denseOf(down);
    expectNear(
      reference::denseOfBlocks(last.pattern().starts.toHost(), last.pattern().nodes.toHost(),
        lastValues.toHost(), 6, 6, static_cast<std::size_t>(pairs.back() + 1)),
      reference::multiply(reference::transpose(Q), reference::multiply(found, Q)), 1e-12);

    // Restriction and prolongation are products with these matrices.
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
  ASSERT_GT(count, 4000); // the fine matrix has as many rows: one warp per row
  const std::vector<double> v = this->random.vector(static_cast<std::size_t>(6 * count), -1.0, 1.0);

  // P v = T v - omega D^-1 A T v
  const std::vector<double> blocks = widened(tentative.blocks);
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
    this->times(transfer.pattern, widened(transfer.values), 3, 6, v, count);
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
  const std::vector<double> expected =
    this->timesTransposed(transfer.pattern, widened(transfer.values), 3, 6, fine(prolonged), count);
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
