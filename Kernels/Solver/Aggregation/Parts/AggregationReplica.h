#ifndef TRABECULA_SOLVER_AGGREGATION_PARTS_AGGREGATIONREPLICA_H
#define TRABECULA_SOLVER_AGGREGATION_PARTS_AGGREGATIONREPLICA_H

#include "Solver/Aggregation/BlockPatterns.h"
#include "Solver/Aggregation/Parts/LevelNodes.h"
#include "Solver/Aggregation/Parts/RowExchange.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
/// A pattern on the host, and on the device.
template <class Space>
HostRows rowsOnHost(const BlockPattern<Space>& pattern);
template <class Space>
BlockPattern<Space> patternOf(const Context<Space>& context, const HostRows& rows);

/**
 * The first level that each part has as a whole, of which all parts compute the same: how the
 * divided level above it is connected to it. Nodes of all parts are those of lower ranks first,
 * each in the order of its part.
 *
 * All functions but takeSolution() are called by all parts at the same time.
 */
template <class Space>
class AggregationReplica
{
public:
  /// @param components unknowns of a node
  AggregationReplica(const Context<Space>& context, const LevelNodes& nodes, int components);

  std::int64_t nodesOfAll() const { return this->Begins.back(); }
  /// The number among the nodes of all parts of each node that this part knows.
  const std::vector<std::int32_t>& numbers() const { return this->Numbers; }
  const DeviceVector<std::int32_t, Space>& numbersThere() const { return this->NumbersThere; }

  /// Gathers the pattern of the matrix. @param rows of this part, with columns of all parts
  void gatherPattern(const HostRows& rows);
  const BlockPattern<Space>& pattern() const { return this->Pattern; }

  /// Gathers values of nodes on the host. @param own count of each node that this part owns
  template <class T>
  std::vector<T> gatherOnHost(std::vector<T> own, std::size_t count) const;

  /// The rows of this part, and its nodes, in memory for all.
  double* ownRows(double* values) const;
  float* ownNodes(float* values) const;
  /// Gathers the values of all rows, and the entries of all nodes.
  void gatherRows(double* values) const;
  void gatherNodes(float* values) const;

  /// Copies the solution to the nodes that this part knows. @return the copy
  const float* takeSolution(const float* all);

private:
  const Context<Space>* Computing;
  std::size_t Part;
  int Components;
  std::vector<std::int64_t> Begins; ///< first node of each part; one more than parts
  std::vector<std::int32_t> Numbers;
  DeviceVector<std::int32_t, Space> NumbersThere;
  DeviceVector<float, Space> Solution;
  BlockPattern<Space> Pattern;
  std::int64_t FirstBlock = 0;
  std::unique_ptr<Halo<Space>> Nodes;
  std::unique_ptr<Halo<Space>> Blocks;
};
}

#endif
