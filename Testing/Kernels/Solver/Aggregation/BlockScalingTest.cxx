// Tests of scaled unknowns, for which diagonal blocks are identities, against Eigen's factors.

#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Solver/Aggregation/BlockScaling.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <gtest/gtest.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Block = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;

constexpr int Nodes = 9;

template <class Space>
class BlockScalingTest : public OnSpace<Space>
{
protected:
  Matrix randomMatrix(int rows, int columns)
  {
    Matrix m(rows, columns);
    for (int i = 0; i < m.size(); ++i)
    {
      m.data()[i] = this->random.uniform(-1.0, 1.0);
    }
    return m;
  }

  /// A matrix of blocks with three stiff and three soft directions, as for aggregates with one
  /// stiff node.
  Matrix stiffness(double soft)
  {
    const int n = 6 * Nodes;
    Matrix a = Matrix::Zero(n, n);
    for (int node = 0; node < Nodes; ++node)
    {
      const Matrix stiff = this->randomMatrix(6, 3);
      a.block<6, 6>(6 * node, 6 * node) = stiff * stiff.transpose();
    }
    const Matrix all = this->randomMatrix(n, n);
    return a + soft / n * all * all.transpose();
  }

  Random random{ 91 };
};
TYPED_TEST_SUITE(BlockScalingTest, Spaces, SpaceNames);

/// All blocks, row by row.
std::vector<double> blocksOf(const Matrix& a)
{
  std::vector<double> values;
  for (int i = 0; i < Nodes; ++i)
  {
    for (int j = 0; j < Nodes; ++j)
    {
      const Block block = a.block<6, 6>(6 * i, 6 * j);
      values.insert(values.end(), block.data(), block.data() + 36);
    }
  }
  return values;
}

template <class Space>
BlockPattern<Space> fullPattern(const Context<Space>& context, int rows)
{
  std::vector<std::int64_t> starts;
  std::vector<std::int32_t> columns;
  for (int i = 0; i <= rows; ++i)
  {
    starts.push_back(Nodes * std::int64_t(i));
    for (int j = 0; i < rows && j < Nodes; ++j)
    {
      columns.push_back(j);
    }
  }
  BlockPattern<Space> pattern;
  pattern.starts = DeviceVector<std::int64_t, Space>(context, starts);
  pattern.nodes = DeviceVector<std::int32_t, Space>(context, columns);
  pattern.most = Nodes;
  return pattern;
}
}

TYPED_TEST(BlockScalingTest, ScalesByCholeskyFactors)
{
  using Space = TypeParam;
  for (const double soft : { 1.0, 1e-4, 1e-9 })
  {
    SCOPED_TRACE(soft);
    const Matrix a = this->stiffness(soft);
    std::vector<std::uint8_t> constrained(6 * Nodes, 0);
    const BlockPattern<Space> pattern = fullPattern(this->context(), Nodes);
    DeviceVector<double, Space> values(this->context(), blocksOf(a));
    const DeviceVector<std::uint8_t, Space> constrainedThere(this->context(), constrained);
    BlockScaling<Space> scaling(this->context(), pattern);
    scaling.scaleMatrix(values.data(), constrainedThere.data());

    BlockTransfer<Space> transfer;
    transfer.fineBlock = 3;
    transfer.coarseNodes = Nodes;
    transfer.pattern = fullPattern(this->context(), 5);
    const std::vector<double> p = this->random.vector(5 * Nodes * 18, -1.0, 1.0);
    transfer.values =
      DeviceVector<float, Space>(this->context(), std::vector<float>(p.begin(), p.end()));
    const std::vector<float> before = transfer.values.toHost();
    scaling.scaleCoarseSide(transfer);
    const std::vector<float> after = transfer.values.toHost();

    TentativeTransfer<Space> tentative;
    tentative.fineBlock = 6;
    const std::vector<double> t = this->random.vector(36 * Nodes, -1.0, 1.0);
    tentative.blocks =
      DeviceVector<float, Space>(this->context(), std::vector<float>(t.begin(), t.end()));
    DeviceVector<float, Space> scaled(this->context(), tentative.blocks.size());
    scaling.scaleFineSide(tentative, scaled.data());
    const std::vector<float> tentativeBefore = tentative.blocks.toHost();
    const std::vector<float> tentativeAfter = scaled.toHost();

    std::vector<Block> lower;
    std::vector<Block> inverse;
    for (int i = 0; i < Nodes; ++i)
    {
      const Block diagonal = a.block<6, 6>(6 * i, 6 * i);
      lower.emplace_back(Eigen::LLT<Block>(diagonal).matrixL());
      inverse.emplace_back(
        lower.back().template triangularView<Eigen::Lower>().solve(Block::Identity()));
    }
    const std::vector<double> result = values.toHost();
    // This is the error of the soft directions due to rounding in double precision.
    const double tolerance = 1e-12 / soft;
    for (int i = 0; i < Nodes; ++i)
    {
      for (int j = 0; j < Nodes; ++j)
      {
        const Eigen::Map<const Block> block(&result[36 * static_cast<std::size_t>(Nodes * i + j)]);
        const Block expected = i == j
          ? Block::Identity()
          : Block(inverse[i] * a.block<6, 6>(6 * i, 6 * j) * inverse[j].transpose());
        EXPECT_LE((block - expected).norm(), tolerance) << i << ", " << j;
      }
      for (int row = 0; row < 5; ++row)
      {
        const std::size_t first = 18 * static_cast<std::size_t>(Nodes * row + i);
        for (std::size_t m = 0; m < 3; ++m)
        {
          Eigen::Matrix<double, 6, 1> line;
          Eigen::Matrix<double, 6, 1> there;
          for (std::size_t c = 0; c < 6; ++c)
          {
            line(static_cast<int>(c)) = before[first + 6 * m + c];
            there(static_cast<int>(c)) = after[first + 6 * m + c];
          }
          const Eigen::Matrix<double, 6, 1> expected = inverse[i] * line;
          EXPECT_LE((there - expected).norm(), (1e-6 + tolerance) * expected.norm());
        }
      }
      Block given;
      Block there;
      for (std::size_t e = 0; e < 36; ++e)
      {
        given.data()[e] = tentativeBefore[36 * static_cast<std::size_t>(i) + e];
        there.data()[e] = tentativeAfter[36 * static_cast<std::size_t>(i) + e];
      }
      const Block expected = lower[i].transpose() * given;
      EXPECT_LE((there - expected).norm(), (1e-6 + tolerance) * expected.norm());
    }
  }
}

TYPED_TEST(BlockScalingTest, LeavesOutConstrainedAndDependentUnknowns)
{
  using Space = TypeParam;
  Matrix a = this->stiffness(1.0);
  // An unknown of the third node is a multiple of another one's, and the last node has no
  // stiffness.
  a.row(6 * 2 + 4) = 2.0 * a.row(6 * 2 + 1);
  a.col(6 * 2 + 4) = 2.0 * a.col(6 * 2 + 1);
  a.bottomRows(6).setZero();
  a.rightCols(6).setZero();
  std::vector<std::uint8_t> constrained(6 * Nodes, 0);
  std::vector<bool> isOut(6 * Nodes, false);
  for (const int unknown : { 0, 7, 8, 23 })
  {
    constrained[static_cast<std::size_t>(unknown)] = 1;
    isOut[static_cast<std::size_t>(unknown)] = true;
  }
  isOut[6 * 2 + 4] = true;
  std::fill(isOut.end() - 6, isOut.end(), true);
  const BlockPattern<Space> pattern = fullPattern(this->context(), Nodes);
  DeviceVector<double, Space> values(this->context(), blocksOf(a));
  const DeviceVector<std::uint8_t, Space> constrainedThere(this->context(), constrained);
  BlockScaling<Space> scaling(this->context(), pattern);
  scaling.scaleMatrix(values.data(), constrainedThere.data());
  // A motion of the third node that has no energy is zero in scaled unknowns.
  TentativeTransfer<Space> tentative;
  tentative.fineBlock = 6;
  std::vector<float> motion(36 * Nodes, 0.0F);
  motion[36 * 2 + 6 * 1] = -2.0F;
  motion[36 * 2 + 6 * 4] = 1.0F;
  tentative.blocks = DeviceVector<float, Space>(this->context(), motion);
  DeviceVector<float, Space> scaled(this->context(), motion.size());
  scaling.scaleFineSide(tentative, scaled.data());
  for (const float value : scaled.toHost())
  {
    EXPECT_NEAR(value, 0.0F, 1e-5F);
  }
  const std::vector<double> result = values.toHost();
  for (std::size_t i = 0; i < 6 * Nodes; ++i)
  {
    for (std::size_t j = 0; j < 6 * Nodes; ++j)
    {
      const double value = result[36 * (Nodes * (i / 6) + j / 6) + 6 * (i % 6) + j % 6];
      ASSERT_TRUE(std::isfinite(value));
      if (isOut[i] || isOut[j])
      {
        EXPECT_EQ(value, 0.0) << i << ", " << j;
      }
      else if (i / 6 == j / 6)
      {
        EXPECT_EQ(value, i == j ? 1.0 : 0.0);
      }
    }
  }
}
