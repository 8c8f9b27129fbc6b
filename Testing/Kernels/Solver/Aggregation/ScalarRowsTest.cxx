// Tests of the components of aggregation multigrid for one unknown per node against dense matrices:
// prolongation of the constant, Galerkin products, Jacobi smoothing, interpolation from corners.

#include "Solver/Aggregation/DenseTransfers.h"
#include "Solver/MeshMultigridCases.h"
#include "Solver/ScalarCases.h"

#include "Solver/Aggregation/BlockMatrixReference.h"
#include "Solver/Aggregation/ConnectedAggregates.h"
#include "Solver/Aggregation/GalerkinProduct.h"
#include "Solver/Aggregation/Smoothers/BlockSmoother.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using reference::DenseMatrix;

namespace
{
template <class Space>
class ScalarRowsTest : public OnSpace<Space>
{
protected:
  /// A mesh with random conductivities and supports, its matrix as rows and as a dense one, and its
  /// aggregates.
  void make(CellType type, double nodesPerAggregate)
  {
    this->mesh = wavyBox(type, { 5, 4, 3 }, { 2.0, 1.0, 1.0 });
    const std::size_t nodes = this->mesh.numberOfNodes();
    this->constrained.assign(nodes, 0);
    for (std::size_t i = 0; i < nodes; ++i)
    {
      this->constrained[i] = this->random.uniform(0.0, 1.0) < (i < 20 ? 0.9 : 0.1) ? 1 : 0;
    }
    const Vector<Space> conductivities(scalarLayouts(this->context(), this->mesh).materialPoints,
      this->random.vector(this->mesh.numberOfElements(), 0.1, 1.0));
    this->rows = std::make_unique<TraceRows<Space>>(this->context(), this->mesh);
    this->values = this->rows->compute(conductivities);
    const HostMatrix host = this->rows->onHost(conductivities);
    this->matrix = std::make_unique<DenseMatrix>(
      reference::denseOfBlocks(host.offsets, host.columns, host.values, 1, 1, nodes));
    std::vector<std::uint8_t> used(nodes);
    std::transform(this->constrained.begin(), this->constrained.end(), used.begin(),
      [](std::uint8_t isConstrained) { return isConstrained == 0 ? 1 : 0; });
    this->aggregates =
      connectedAggregates(this->mesh.points, host.offsets, host.columns, used, nodesPerAggregate);
  }

  TentativeTransfer<Space> makeTentativeOfMatrix(CoarseModes<Space>& coarse)
  {
    return makeTentative(this->context(), 1, this->aggregates.ofNode, this->aggregates.count,
      nearNullSpace(this->context(), 1, this->mesh.points, this->constrained), coarse);
  }

  static DenseMatrix dense(const TentativeTransfer<Space>& tentative)
  {
    const std::vector<std::int32_t> aggregateOf = tentative.aggregateOf.toHost();
    const std::vector<double> blocks = widened(tentative.blocks);
    DenseMatrix result(aggregateOf.size(), static_cast<std::size_t>(tentative.aggregates));
    for (std::size_t i = 0; i < result.rows; ++i)
    {
      if (aggregateOf[i] >= 0)
      {
        result.at(i, static_cast<std::size_t>(aggregateOf[i])) = blocks[i];
      }
    }
    return result;
  }
  static DenseMatrix dense(
    const GalerkinProduct<Space>& product, const DeviceVector<double, Space>& values)
  {
    return reference::denseOfBlocks(product.pattern().starts.toHost(),
      product.pattern().nodes.toHost(), values.toHost(), 1, 1,
      static_cast<std::size_t>(product.pattern().rows()));
  }

  Random random{ 29 };
  Mesh mesh;
  std::vector<std::uint8_t> constrained;
  std::unique_ptr<TraceRows<Space>> rows;
  const double* values = nullptr;
  std::unique_ptr<DenseMatrix> matrix;
  AggregateNumbers aggregates;
};
TYPED_TEST_SUITE(ScalarRowsTest, Spaces, SpaceNames);
}

TYPED_TEST(ScalarRowsTest, TakesTheTraceOfElasticity)
{
  // Linear temperatures have no inner sources, and their energy is that of their gradient.
  this->make(CellType::Hexahedron, 5.0);
  const Vector<TypeParam> ones(scalarLayouts(this->context(), this->mesh).materialPoints,
    std::vector<double>(this->mesh.numberOfElements(), 3.0));
  const HostMatrix K = this->rows->onHost(ones);
  double energy = 0.0;
  for (std::size_t row = 0; row < this->mesh.numberOfNodes(); ++row)
  {
    double sum = 0.0;
    for (auto k = static_cast<std::size_t>(K.offsets[row]);
         k < static_cast<std::size_t>(K.offsets[row + 1]); ++k)
    {
      const double* p = &this->mesh.points[3 * static_cast<std::size_t>(K.columns[k])];
      sum += K.values[k] * (1.0 + p[0] - 2.0 * p[2]);
    }
    const double* p = &this->mesh.points[3 * row];
    energy += sum * (1.0 + p[0] - 2.0 * p[2]);
    const bool isInside = p[0] > 1e-9 && p[0] < 2.0 - 1e-9 && p[1] > 1e-9 && p[1] < 1.0 - 1e-9 &&
      p[2] > 1e-9 && p[2] < 1.0 - 1e-9;
    EXPECT_TRUE(!isInside || std::abs(sum) < 1e-12);
  }
  EXPECT_NEAR(energy, 3.0 * (1.0 + 4.0) * 2.0, 1e-11);
}

TYPED_TEST(ScalarRowsTest, GivesGalerkinProducts)
{
  using Space = TypeParam;
  for (const auto& [type, perAggregate] : { std::pair(CellType::Hexahedron, 6.0),
         std::pair(CellType::QuadraticTetrahedron, 9.0), std::pair(CellType::Tetrahedron, 1.0) })
  {
    SCOPED_TRACE(perAggregate);
    this->make(type, perAggregate);
    const auto& pattern = this->rows->pattern();
    CoarseModes<Space> coarse;
    const TentativeTransfer<Space> tentative = this->makeTentativeOfMatrix(coarse);
    const DenseMatrix T = this->dense(tentative);
    // The constant on free nodes is T times the coarse constant, with columns of unit length.
    const std::vector<double> R = coarse.modes.toHost();
    const std::vector<std::uint8_t> marks = coarse.constrained.toHost();
    ASSERT_EQ(R.size(), T.columns);
    ASSERT_EQ(marks, std::vector<std::uint8_t>(T.columns, 0));
    for (std::size_t i = 0; i < T.rows; ++i)
    {
      double sum = 0.0;
      for (std::size_t j = 0; j < T.columns; ++j)
      {
        sum += T.at(i, j) * R[j];
      }
      ASSERT_NEAR(sum, this->constrained[i] != 0 ? 0.0 : 1.0, 1e-6);
    }

    const DeviceVector<std::uint8_t, Space> constrainedThere(this->context(), this->constrained);
    BlockSmoother<Space> smoother(this->context(), 1, pattern);
    smoother.setMatrix(this->values, constrainedThere.data());
    BlockTransfer<Space> transfer = makeSmoothedPattern(this->context(), pattern, tentative);
    const double omega = 0.4;
    smoothProlongation(this->context(), pattern, this->values, smoother.jacobi().inverses(), omega,
      tentative, transfer);
    const DenseMatrix D = reference::inverseOfDiagonalBlocks(*this->matrix, 1, this->constrained);
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
    const DenseMatrix found = this->dense(product, coarseValues);
    expectNear(found,
      reference::multiply(reference::transpose(P), reference::multiply(*this->matrix, P)), 1e-12);
    expectNear(found, reference::transpose(found), 1e-15);

    // Restriction and prolongation are products with these matrices.
    const std::vector<double> fine = this->random.vector(P.rows, -1.0, 1.0);
    const std::vector<double> small = this->random.vector(P.columns, -1.0, 1.0);
    const auto there = [&](const std::vector<double>& x)
    { return DeviceVector<float, Space>(this->context(), std::vector<float>(x.begin(), x.end())); };
    const DeviceVector<float, Space> fineThere = there(fine);
    const DeviceVector<float, Space> smallThere = there(small);
    DeviceVector<float, Space> restricted(this->context(), P.columns);
    DeviceVector<float, Space> step(this->context(), P.rows);
    DeviceVector<float, Space> sum = there(fine);
    transfer.restrictTo(fineThere.data(), restricted.data());
    transfer.prolongTo(smallThere.data(), step.data(), sum.data());
    const std::vector<float> down = restricted.toHost();
    const std::vector<float> up = step.toHost();
    const std::vector<float> sums = sum.toHost();
    std::vector<double> downExpected(P.columns, 0.0);
    for (std::size_t i = 0; i < P.rows; ++i)
    {
      double upExpected = 0.0;
      for (std::size_t j = 0; j < P.columns; ++j)
      {
        downExpected[j] += P.at(i, j) * fine[i];
        upExpected += P.at(i, j) * small[j];
      }
      ASSERT_NEAR(up[i], upExpected, 1e-5);
      ASSERT_NEAR(sums[i], fine[i] + upExpected, 1e-5);
    }
    for (std::size_t j = 0; j < P.columns; ++j)
    {
      ASSERT_NEAR(down[j], downExpected[j], 2e-5);
    }
  }
}

TYPED_TEST(ScalarRowsTest, SmoothsByTheDiagonal)
{
  using Space = TypeParam;
  this->make(CellType::Tetrahedron, 6.0);
  const DeviceVector<std::uint8_t, Space> constrainedThere(this->context(), this->constrained);
  BlockSmoother<Space> smoother(this->context(), 1, this->rows->pattern());
  smoother.setMatrix(this->values, constrainedThere.data());
  const DenseMatrix D = reference::inverseOfDiagonalBlocks(*this->matrix, 1, this->constrained);
  expectSmoothing(this->context(), this->random, smoother, *this->matrix, D, this->constrained);
}

TYPED_TEST(ScalarRowsTest, InterpolatesFromCorners)
{
  this->make(CellType::QuadraticHexahedron, 6.0);
  const CornerMesh corners = makeCornerMesh(this->mesh);
  const DenseMatrix P = denseOf(makeCornerTransfer(this->context(), corners, this->constrained));
  ASSERT_EQ(P.columns, corners.mesh.numberOfNodes());
  const std::vector<std::uint8_t> marks = cornerSupports(corners, this->constrained);
  ASSERT_EQ(marks.size(), P.columns);
  for (std::size_t n = 0; n < P.rows; ++n)
  {
    const auto [first, second] = corners.ends[n];
    for (std::size_t j = 0; j < P.columns; ++j)
    {
      const auto column = static_cast<std::int32_t>(j);
      const double expected =
        0.5 * (column == first ? 1.0 : 0.0) + 0.5 * (column == second ? 1.0 : 0.0);
      ASSERT_EQ(P.at(n, j), this->constrained[n] != 0 ? 0.0 : expected);
    }
    if (first == second)
    {
      ASSERT_EQ(marks[static_cast<std::size_t>(first)], this->constrained[n]);
    }
  }
  const std::vector<double> films = this->random.vector(P.rows, 0.0, 1.0);
  std::vector<double> sums(P.columns, 0.0);
  for (std::size_t n = 0; n < P.rows; ++n)
  {
    for (const std::int32_t end : corners.ends[n])
    {
      sums[static_cast<std::size_t>(end)] += 0.5 * films[n];
    }
  }
  EXPECT_EQ(cornerSprings(corners, films), sums);

  // P^T H P for a matrix with few entries, where P has no constraints.
  const DenseMatrix all =
    denseOf(makeCornerTransfer(this->context(), corners, std::vector<std::uint8_t>(P.rows, 0)));
  HostMatrix few;
  few.offsets.push_back(0);
  for (std::size_t n = 0; n < P.rows; ++n)
  {
    for (std::size_t m = n % 3; n % 5 != 0 && m < P.rows; m += 17)
    {
      few.columns.push_back(static_cast<std::int32_t>(m));
      few.values.push_back(this->random.uniform(-1.0, 1.0));
    }
    few.offsets.push_back(static_cast<std::int64_t>(few.columns.size()));
  }
  const HostMatrix small = cornerMatrix(corners, few);
  const DenseMatrix H =
    reference::denseOfBlocks(few.offsets, few.columns, few.values, 1, 1, P.rows);
  expectNear(reference::denseOfBlocks(small.offsets, small.columns, small.values, 1, 1, P.columns),
    reference::multiply(reference::transpose(all), reference::multiply(H, all)), 1e-12);
}
