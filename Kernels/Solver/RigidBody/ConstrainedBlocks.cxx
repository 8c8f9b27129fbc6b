#include "Solver/RigidBody/ConstrainedBlocks.h"

#include "Core/Teams.h"
#include "Solver/RigidBody/NodeAggregates.h"
#include "Solver/SymmetricInverse.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace trabecula
{
namespace detail
{
/// The rows of the matrix blocks. One team computes the rows of a node, so that sums need no atomic
/// operations.
struct BlockRowsOfNodes
{
  const std::int32_t* nodes; ///< listed block after block
  const std::int32_t* starts;
  const std::int32_t* blockOf;
  const std::int32_t* placeOf;
  std::int64_t rows;
  double* matrices;

  /// Calls entry(q, i, e, block) for the points q of a node, the node's entry i and each entry e of
  /// a node of the same block. The function adds to a 3 x 3 block whose rows are stored with a
  /// stride of this->rows.
  template <class Team, class Entry>
  TRABECULA_FUNCTION void visit(
    std::int64_t item, const Team& team, const ShapeListsView& shapes, const Entry& entry) const
  {
    const std::int64_t node = this->nodes[item];
    const std::int32_t block = this->blockOf[node];
    double* row = this->matrices + block * this->rows * this->rows +
      3 * (item - this->starts[block]) * this->rows;
    for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
    {
      const std::int64_t q = shapes.pointOf[i];
      const std::int64_t begin = shapes.starts[q];
      team.each(static_cast<int>(shapes.starts[q + 1] - begin),
        [&](int k)
        {
          const std::int32_t other = shapes.node[begin + k];
          if (this->blockOf[other] == block)
          {
            entry(q, shapes.entries[i], begin + k, row + 3 * std::int64_t(this->placeOf[other]));
          }
        });
    }
  }
};

/// Adds the strain energy at integration points to the rows of a node.
struct AddStrainRow
{
  BlockRowsOfNodes blocks;
  ShapeListsView shapes;
  const double* weights;
  const double* moduli;
  Elasticity material;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t item, const Team& team, char* /*scratch*/) const
  {
    this->blocks.visit(item, team, this->shapes,
      [&](std::int64_t q, std::int64_t own, std::int64_t other, double* block)
      {
        const double* a = this->shapes.gradients + 3 * own;
        const double* b = this->shapes.gradients + 3 * other;
        const double scale = this->weights[q] * this->moduli[q];
        const double shear = this->material.mu * (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
        for (int r = 0; r < 3; ++r)
        {
          for (int c = 0; c < 3; ++c)
          {
            block[r * this->blocks.rows + c] += scale *
              (this->material.lambda * a[r] * b[c] + this->material.mu * a[c] * b[r] +
                (r == c ? shear : 0.0));
          }
        }
      });
  }
};

/// Adds the penalty at constrained points to the rows of a node.
struct AddConstraintRow
{
  BlockRowsOfNodes blocks;
  ShapeListsView shapes;
  const double* stiffness;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t item, const Team& team, char* /*scratch*/) const
  {
    this->blocks.visit(item, team, this->shapes,
      [&](std::int64_t q, std::int64_t own, std::int64_t other, double* block)
      {
        const double value = this->shapes.values[own] * this->shapes.values[other];
        for (int c = 0; c < 3; ++c)
        {
          block[c * this->blocks.rows + c] += this->stiffness[3 * q + c] * value;
        }
      });
  }
};

/// Scales blocks to a unit diagonal, which is slightly raised to compensate for rounding. Padding
/// rows also get ones on the diagonal.
template <class Space>
void finishBlocks(const Context<Space>& context, std::int64_t blocks, const BlockRowsOfNodes matrix,
  const double* scales)
{
  const std::int64_t square = matrix.rows * matrix.rows;
  forEach(
    context, blocks * square, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t block = i / square;
      const std::int64_t row = i % square / matrix.rows;
      const std::int64_t column = i % matrix.rows;
      const std::int64_t first = 3 * std::int64_t(matrix.starts[block]);
      const std::int64_t unknowns = 3 * std::int64_t(matrix.starts[block + 1]) - first;
      double& entry = matrix.matrices[i];
      if (row < unknowns && column < unknowns)
      {
        entry *= scales[first + row] * scales[first + column];
      }
      if (row == column)
      {
        entry = entry > 0.0 ? entry * (1.0 + 1e-9) : 1.0;
      }
    });
}

/// Computes the square roots of the inverse diagonal at the unknowns of blocks.
template <class Space>
void findScales(const Context<Space>& context, std::int64_t n, const std::int32_t* nodes,
  const double* inverseDiagonal, double* scales)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      scales[i] = sqrt(inverseDiagonal[3 * std::int64_t(nodes[i / 3]) + i % 3]);
    });
}

template <class Space>
void gatherScaled(const Context<Space>& context, std::int64_t n, const std::int32_t* nodes,
  const double* scales, const double* r, double* gathered)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      gathered[i] = scales[i] * r[3 * std::int64_t(nodes[i / 3]) + i % 3];
    });
}

/// Computes one row of the product of an inverse and a vector.
struct InverseRow
{
  const double* inverses;
  const std::int32_t* nodes;
  const std::int32_t* starts;
  const std::int32_t* blockOf;
  std::int64_t rows;
  const double* scales;
  const double* gathered;
  double* z;

#ifdef __CUDACC__
  static constexpr int Lanes = 32;
#else
  static constexpr int Lanes = 1;
#endif

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t item, const Team& team, char* memory) const
  {
    auto* sums = reinterpret_cast<double*>(memory);
    const std::int64_t node = this->nodes[item / 3];
    const std::int32_t block = this->blockOf[node];
    const std::int64_t first = 3 * std::int64_t(this->starts[block]);
    const int unknowns = static_cast<int>(3 * std::int64_t(this->starts[block + 1]) - first);
    const double* entries =
      this->inverses + (std::int64_t(block) * this->rows + item - first) * this->rows;
    const double* right = this->gathered + first;
    team.each(Lanes,
      [&](int lane)
      {
        // Independent sums hide the latency of additions on the host.
        double sum[4] = { 0.0, 0.0, 0.0, 0.0 };
        int t = lane;
        for (; t + 3 * Lanes < unknowns; t += 4 * Lanes)
        {
          for (int k = 0; k < 4; ++k)
          {
            sum[k] += entries[t + k * Lanes] * right[t + k * Lanes];
          }
        }
        for (; t < unknowns; t += Lanes)
        {
          sum[0] += entries[t] * right[t];
        }
        sums[lane] = sum[0] + sum[1] + sum[2] + sum[3];
      });
    team.each(1,
      [&](int)
      {
        double sum = 0.0;
        for (int lane = 0; lane < Lanes; ++lane)
        {
          sum += sums[lane];
        }
        this->z[3 * node + item % 3] = this->scales[item] * sum;
      });
  }
};
}

template <class Space>
ConstrainedBlocks<Space>::ConstrainedBlocks(const Context<Space>& context,
  const MeshfreeDiscretization<Space>& discretization, double poissonsRatio)
  : Computing(&context), Discretization(&discretization), Material(unitElasticity(poissonsRatio))
{
  if (discretization.constraints.isEmpty())
  {
    return;
  }
  const auto count = static_cast<std::size_t>(discretization.constraints.shapes().view().nodes);
  const std::vector<std::int32_t> near = discretization.constraints.nodes().toHost();
  const std::vector<double> places = discretization.nodes.toHost();
  std::vector<double> points;
  for (const std::int32_t node : near)
  {
    const double* place = &places[3 * static_cast<std::size_t>(node)];
    points.insert(points.end(), place, place + 3);
  }
  this->Blocks = (near.size() + MostNodes - 1) / MostNodes;
  const NodeAggregates parts = bisectNodes(points, this->Blocks);
  std::vector<std::int32_t> nodes;
  std::vector<std::int32_t> blockOf(count, -1);
  std::vector<std::int32_t> placeOf(count, 0);
  std::int32_t largest = 0;
  for (std::size_t block = 0; block < this->Blocks; ++block)
  {
    largest = std::max(largest, parts.starts[block + 1] - parts.starts[block]);
    for (std::int32_t i = parts.starts[block]; i < parts.starts[block + 1]; ++i)
    {
      const std::int32_t node =
        near[static_cast<std::size_t>(parts.nodes[static_cast<std::size_t>(i)])];
      nodes.push_back(node);
      blockOf[static_cast<std::size_t>(node)] = static_cast<std::int32_t>(block);
      placeOf[static_cast<std::size_t>(node)] = i - parts.starts[block];
    }
  }
  this->Rows = (3 * std::int64_t(largest) + InverseTile - 1) / InverseTile * InverseTile;
  this->Nodes = DeviceVector<std::int32_t, Space>(context, nodes);
  this->Starts = DeviceVector<std::int32_t, Space>(context, parts.starts);
  this->BlockOf = DeviceVector<std::int32_t, Space>(context, blockOf);
  this->PlaceOf = DeviceVector<std::int32_t, Space>(context, placeOf);
  this->Scales = DeviceVector<double, Space>(context, 3 * nodes.size());
  this->Inverses = DeviceVector<double, Space>(
    context, this->Blocks * static_cast<std::size_t>(this->Rows * this->Rows));
}

template <class Space>
void ConstrainedBlocks<Space>::update(const double* moduli, const double* inverseDiagonal)
{
  if (this->Blocks == 0)
  {
    return;
  }
  const Context<Space>& context = *this->Computing;
  detail::findScales(context, static_cast<std::int64_t>(this->Scales.size()), this->Nodes.data(),
    inverseDiagonal, this->Scales.data());
  const MeshfreeDiscretization<Space>& d = *this->Discretization;
  const auto nodes = static_cast<std::int64_t>(this->Nodes.size());
  const detail::BlockRowsOfNodes matrix = { this->Nodes.data(), this->Starts.data(),
    this->BlockOf.data(), this->PlaceOf.data(), this->Rows, this->Inverses.data() };
  this->Inverses.zero();
  forEachTeam<32>(context, nodes, 0,
    detail::AddStrainRow{ matrix, d.shapes.view(), d.weights.data(), moduli, this->Material });
  forEachTeam<32>(context, nodes, 0,
    detail::AddConstraintRow{ matrix, d.constraints.shapes().view(), d.constraints.stiffness() });
  const auto blocks = static_cast<std::int64_t>(this->Blocks);
  detail::finishBlocks(context, blocks, matrix, this->Scales.data());
  // If a block is not positive definite, only the diagonal is used.
  this->Usable = invertSymmetricInPlace(context, this->Rows, blocks, this->Inverses.data());
}

template <class Space>
void ConstrainedBlocks<Space>::apply(const double* r, double* z) const
{
  if (this->isEmpty())
  {
    return;
  }
  const Context<Space>& context = *this->Computing;
  const auto unknowns = static_cast<std::int64_t>(this->Scales.size());
  const auto gathered = context.workspace().template lease<double>(this->Scales.size());
  detail::gatherScaled(
    context, unknowns, this->Nodes.data(), this->Scales.data(), r, gathered.data());
  forEachTeam<32>(context, unknowns, sizeof(double) * detail::InverseRow::Lanes,
    detail::InverseRow{ this->Inverses.data(), this->Nodes.data(), this->Starts.data(),
      this->BlockOf.data(), this->Rows, this->Scales.data(), gathered.data(), z });
}

template <class Space>
std::size_t ConstrainedBlocks<Space>::memory(std::size_t nodes)
{
  const std::size_t rows = 3 * std::min(nodes, MostNodes) + static_cast<std::size_t>(InverseTile);
  const std::size_t blocks = (nodes + MostNodes - 1) / MostNodes;
  // The estimate includes the scratch memory for inverting up to sixteen blocks at the same time.
  return (blocks * rows +
           std::min<std::size_t>(blocks, 16) * (rows + 3 * static_cast<std::size_t>(InverseTile))) *
    rows * sizeof(double);
}

template class ConstrainedBlocks<CompiledSpace>;
}
