// Tests of the components of aggregation multigrid against dense matrices: patterns, prolongation,
// Galerkin products, block Jacobi.

#include "Solver/Aggregation/BlockRowsTestInput.h"
#include "Solver/MeshMultigridCases.h"

#include "Support/Spaces.h"

#include "Mesh/Neighbours/NeighbourMatrixReference.h"
#include "Solver/Aggregation/BlockMatrixReference.h"
#include "Solver/Aggregation/BlockRowSource.h"
#include "Solver/Aggregation/GalerkinProduct.h"
#include "Solver/Aggregation/Smoothers/BlockSmoother.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

TYPED_TEST_SUITE(BlockRowsTest, Spaces, SpaceNames);

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
  // Entries of a column have ascending rows.
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
    expectNear(reference::multiply(T, R), expected, 1e-6);
    // Columns are orthonormal, or zero and marked.
    const std::vector<std::uint8_t> marks = coarse.constrained.toHost();
    DenseMatrix unit(T.columns, T.columns);
    for (std::size_t i = 0; i < marks.size(); ++i)
    {
      unit.at(i, i) = marks[i] == 0 ? 1.0 : 0.0;
    }
    expectNear(reference::multiply(reference::transpose(T), T), unit, 1e-6);
    for (std::size_t i = 0; i < T.rows; ++i)
    {
      for (std::size_t j = 0; j < T.columns && this->constrained[i] != 0; ++j)
      {
        ASSERT_EQ(T.at(i, j), 0.0);
      }
    }
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
  expectSmoothing(this->context(), this->random, smoother, *this->matrix, D, this->constrained);

  // The largest eigenvalue is compared with that of many power iterations.
  std::vector<double> v = this->random.vector(n, -1.0, 1.0);
  double largest = 0.0;
  for (int i = 0; i < 300; ++i)
  {
    v = denseTimes(D, denseTimes(*this->matrix, denseTimes(D, denseTimes(*this->matrix, v))));
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
