// The parts of aggregation multigrid for one unknown a node beside dense matrices: prolongation of
// the constant, Galerkin products, Jacobi's smoothing, interpolation from corners.

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
  /// A mesh with random conductivities and supports, as rows with their dense matrix, and its
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

  static std::vector<double> widened(const DeviceVector<float, Space>& values)
  {
    const std::vector<float> host = values.toHost();
    return std::vector<double>(host.begin(), host.end());
  }

  static DenseMatrix dense(const BlockTransfer<Space>& transfer)
  {
    return reference::denseOfBlocks(transfer.pattern.starts.toHost(),
      transfer.pattern.nodes.toHost(), widened(transfer.values), 1, 1,
      static_cast<std::size_t>(transfer.coarseNodes));
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
    EXPECT_GT(scale, 0.0);
    EXPECT_LE(error, tolerance * scale);
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
  // Linear temperatures have no source in the inside, and the energy of their gradient.
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
    const DenseMatrix P = this->dense(transfer);
    this->expectNear(P, expected, 1e-6);

    const GalerkinProduct<Space> product(this->context(), pattern, transfer);
    DeviceVector<double, Space> coarseValues(this->context(), product.numberOfValues());
    product.compute(this->context(), pattern, this->values, transfer, coarseValues.data());
    const DenseMatrix found = this->dense(product, coarseValues);
    this->expectNear(found,
      reference::multiply(reference::transpose(P), reference::multiply(*this->matrix, P)), 1e-12);
    this->expectNear(found, reference::transpose(found), 1e-15);

    // Transfers are products with these.
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
  const std::size_t n = this->constrained.size();
  const DeviceVector<std::uint8_t, Space> constrainedThere(this->context(), this->constrained);
  BlockSmoother<Space> smoother(this->context(), 1, this->rows->pattern());
  smoother.setMatrix(this->values, constrainedThere.data());
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

  const DenseMatrix& K = *this->matrix;
  std::vector<double> solution = start;
  std::vector<double> residual = right;
  std::vector<double> last(n);
  const auto inverse = [&](std::size_t i)
  { return this->constrained[i] != 0 ? 0.0 : 1.0 / K.at(i, i); };
  const auto subtractProduct = [&]
  {
    for (std::size_t i = 0; i < n; ++i)
    {
      for (std::size_t j = 0; j < n; ++j)
      {
        residual[i] -= K.at(i, j) * last[j];
      }
    }
  };
  for (std::size_t i = 0; i < n; ++i)
  {
    last[i] = 0.7 * inverse(i) * right[i];
    solution[i] += last[i];
  }
  subtractProduct();
  for (std::size_t i = 0; i < n; ++i)
  {
    last[i] = 0.3 * last[i] + 0.5 * inverse(i) * residual[i];
    solution[i] += last[i];
  }
  subtractProduct();
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
    ASSERT_NEAR(left[i], residual[i], 1e-4);
  }
}

TYPED_TEST(ScalarRowsTest, InterpolatesFromCorners)
{
  this->make(CellType::QuadraticHexahedron, 6.0);
  const CornerMesh corners = makeCornerMesh(this->mesh);
  const DenseMatrix P =
    this->dense(makeCornerTransfer(this->context(), corners, this->constrained));
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

  // P^T H P of a matrix with few entries, P without constraints.
  const DenseMatrix all =
    this->dense(makeCornerTransfer(this->context(), corners, std::vector<std::uint8_t>(P.rows, 0)));
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
  this->expectNear(
    reference::denseOfBlocks(small.offsets, small.columns, small.values, 1, 1, P.columns),
    reference::multiply(reference::transpose(all), reference::multiply(H, all)), 1e-12);
}
