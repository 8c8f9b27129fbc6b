// Tests of products of blocks of columns, and of the fields with which eigensolvers start.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/MultiVector.h"
#include "Core/Vectors/Vector.h"
#include "Solver/Eigen/BlockProducts.h"
#include "Solver/Eigen/StartWaves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class BlockProductsTest : public OnSpace<Space>
{
protected:
  using Columns = std::vector<std::vector<double>>;

  /// Vectors with random columns.
  MultiVector<Space> columns(std::int64_t rows, int count, Columns& values)
  {
    const auto layout = makeLayout<Space>(this->context(), Entity::Node, rows, 1);
    MultiVector<Space> result(layout, count, Arrangement::Apart);
    result.zero();
    for (int j = 0; j < count; ++j)
    {
      values.push_back(this->random.vector(static_cast<std::size_t>(rows), -1.0, 1.0));
      result.column(j).assign(values.back());
    }
    return result;
  }

  SmallMatrix factors(int rows, int columns)
  {
    SmallMatrix c(rows, columns);
    c.entries = this->random.vector(c.entries.size(), -1.0, 1.0);
    return c;
  }

  Random random{ 3163 };
};
TYPED_TEST_SUITE(BlockProductsTest, Spaces, SpaceNames);
}

TYPED_TEST(BlockProductsTest, AreThoseOfTheirColumns)
{
  // Rows of less than a team, of one chunk and of several; columns below, at and above a block.
  for (const std::int64_t rows : { std::int64_t(1), std::int64_t(130), std::int64_t(5003) })
  {
    for (const auto& [ofA, ofB] :
      std::vector<std::array<int, 2>>{ { 1, 1 }, { 8, 8 }, { 9, 3 }, { 24, 8 }, { 33, 17 } })
    {
      std::vector<std::vector<double>> values;
      MultiVector<TypeParam> vectors = this->columns(rows, ofA + ofB, values);
      const SmallMatrix found = innerProducts(
        ColumnRange<TypeParam>{ &vectors, 0, ofA }, ColumnRange<TypeParam>{ &vectors, ofA, ofB });
      for (int i = 0; i < ofA; ++i)
      {
        for (int j = 0; j < ofB; ++j)
        {
          double expected = 0.0;
          double scale = 0.0;
          for (std::size_t r = 0; r < values[0].size(); ++r)
          {
            const double product = values[static_cast<std::size_t>(i)][r] *
              values[static_cast<std::size_t>(ofA) + static_cast<std::size_t>(j)][r];
            expected += product;
            scale += std::abs(product);
          }
          ASSERT_NEAR(found(i, j), expected, 1e-14 * scale) << rows << " " << i << " " << j;
        }
      }
    }
  }
}

TYPED_TEST(BlockProductsTest, CombineColumnsInPlace)
{
  for (const std::int64_t rows : { std::int64_t(1), std::int64_t(130), std::int64_t(5003) })
  {
    // The numbers of columns for which there are loops, one more, and more than fit registers.
    for (const int ofA : { 3, 8, 9, 16, 17, 24, 32, 33, 60 })
    {
      for (const bool isAdded : { false, true })
      {
        const int ofB = std::min(ofA, 7);
        // The results overlap the columns that are combined where they replace them.
        const int first = isAdded ? ofA : ofA - ofB;
        std::vector<std::vector<double>> values;
        MultiVector<TypeParam> vectors = this->columns(rows, first + ofB, values);
        const SmallMatrix c = this->factors(ofA, ofB);
        combine(ColumnRange<TypeParam>{ &vectors, 0, ofA }, c,
          ColumnRange<TypeParam>{ &vectors, first, ofB }, isAdded);
        for (int j = 0; j < ofB; ++j)
        {
          std::vector<double> expected(values[0].size(), 0.0);
          for (std::size_t r = 0; r < expected.size(); ++r)
          {
            expected[r] = isAdded
              ? values[static_cast<std::size_t>(first) + static_cast<std::size_t>(j)][r]
              : 0.0;
            for (int k = 0; k < ofA; ++k)
            {
              expected[r] += c(k, j) * values[static_cast<std::size_t>(k)][r];
            }
          }
          ASSERT_LT(relativeDifference(vectors.column(first + j).toHost(), expected), 1e-13)
            << rows << " rows, " << ofA << " columns";
        }
        for (int j = 0; j < first; ++j)
        {
          ASSERT_EQ(vectors.column(j).toHost(), values[static_cast<std::size_t>(j)]);
        }
      }
    }
  }
}

TYPED_TEST(BlockProductsTest, WavesDependOnPositionsAlone)
{
  const std::array<double, 3> centre = { 0.3, -0.2, 0.5 };
  const std::vector<double> positions = this->random.vector(3 * 40, -1.0, 1.0);
  const auto layout = makeLayout<TypeParam>(this->context(), Entity::Node, 40, 3);
  const Vector<TypeParam> points(layout, positions);
  std::vector<double> reversed;
  for (std::size_t i = 40; i-- > 0;)
  {
    reversed.insert(reversed.end(), positions.begin() + 3 * std::ptrdiff_t(i),
      positions.begin() + 3 * std::ptrdiff_t(i) + 3);
  }
  const Vector<TypeParam> inReverse(layout, reversed);
  Vector<TypeParam> ofPoints(layout->withComponents(2));
  Vector<TypeParam> ofReversed(layout->withComponents(2));
  setWaves(points, 4, centre, 2.0, ofPoints);
  setWaves(inReverse, 4, centre, 2.0, ofReversed);
  const std::vector<double> values = ofPoints.toHost();
  const std::vector<double> others = ofReversed.toHost();
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    EXPECT_DOUBLE_EQ(values[i], others[2 * (39 - i / 2) + i % 2]);
  }
  // Another number has another field.
  setWaves(points, 5, centre, 2.0, ofReversed);
  EXPECT_GT(relativeDifference(ofReversed.toHost(), values), 0.1);
}
