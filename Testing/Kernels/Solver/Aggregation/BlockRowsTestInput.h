#ifndef TRABECULA_TESTING_KERNELS_SOLVER_AGGREGATION_BLOCKROWSTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_SOLVER_AGGREGATION_BLOCKROWSTESTINPUT_H

#include "Solver/MeshMultigridCases.h"

#include "Solver/Aggregation/DenseTransfers.h"
#include "Support/Spaces.h"

#include "Solver/Aggregation/BlockMatrixReference.h"
#include "Solver/Aggregation/BlockRowSource.h"
#include "Solver/Aggregation/ConnectedAggregates.h"
#include "Solver/Aggregation/GalerkinProduct.h"
#include "Solver/Aggregation/Smoothers/BlockSmoother.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace trabecula::testing
{
using reference::DenseMatrix;

template <class Space>
class BlockRowsTest : public OnSpace<Space>
{
protected:
  /// A mesh with random moduli and supports, its matrix as rows of blocks and as a dense one, and
  /// its aggregates.
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

  /// Returns the tentative prolongation of the aggregates' rigid-body modes.
  TentativeTransfer<Space> makeTentativeOfMatrix(CoarseModes<Space>& coarse)
  {
    return makeTentative(this->context(), 3, this->aggregates.ofNode, this->aggregates.count,
      rigidBodyModes(this->context(), this->mesh.points, this->constrained), coarse);
  }
  /// Returns the smoothed prolongation. @param smoother receives the matrix, for the inverses of
  /// its diagonal blocks
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

  /// Returns the product of block rows, or of their transpose, and x. The result has the given
  /// number of nodes.
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
}

#endif
