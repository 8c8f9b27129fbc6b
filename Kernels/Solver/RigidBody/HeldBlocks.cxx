#include "Solver/RigidBody/HeldBlocks.h"

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
/// A block of the matrix, with ones on its diagonal.
struct HeldBlockView
{
  std::int32_t block;
  const std::int32_t* nodes; ///< of the block
  std::int32_t count;
  const std::int32_t* blockOf;
  const std::int32_t* placeOf;
  const double* inverseDiagonal;
  std::int64_t rows;
  double* matrix;

  TRABECULA_FUNCTION void add(std::int64_t row, std::int32_t node, int r, int c, double value) const
  {
    const std::int64_t column = 3 * std::int64_t(this->placeOf[node]) + c;
    this->matrix[(3 * row + r) * this->rows + column] += value *
      sqrt(this->inverseDiagonal[3 * std::int64_t(this->nodes[row]) + r] *
        this->inverseDiagonal[3 * std::int64_t(node) + c]);
  }
};

template <class Space>
void addStrainBlock(const HeldBlockView block, const ShapeListsView shapes, const double* weights,
  const double* moduli, const hex8::UnitMaterial material)
{
  forEach<Space>(
    block.count, TRABECULA_LAMBDA(std::int64_t row) {
      const std::int64_t node = block.nodes[row];
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        const std::int64_t q = shapes.pointOf[i];
        const double* a = shapes.gradients + 3 * shapes.entries[i];
        const double scale = weights[q] * moduli[q];
        for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
        {
          const std::int32_t other = shapes.node[e];
          if (block.blockOf[other] != block.block)
          {
            continue;
          }
          const double* b = shapes.gradients + 3 * e;
          const double shear = material.mu * (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
          for (int r = 0; r < 3; ++r)
          {
            for (int c = 0; c < 3; ++c)
            {
              block.add(row, other, r, c,
                scale *
                  (material.lambda * a[r] * b[c] + material.mu * a[c] * b[r] +
                    (r == c ? shear : 0.0)));
            }
          }
        }
      }
    });
}

template <class Space>
void addHeldBlock(const HeldBlockView block, const ShapeListsView shapes, const double* stiffness)
{
  forEach<Space>(
    block.count, TRABECULA_LAMBDA(std::int64_t row) {
      const std::int64_t node = block.nodes[row];
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        const std::int64_t q = shapes.pointOf[i];
        const double value = shapes.values[shapes.entries[i]];
        for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
        {
          const std::int32_t other = shapes.node[e];
          for (int c = 0; c < 3 && block.blockOf[other] == block.block; ++c)
          {
            block.add(row, other, c, c, stiffness[3 * q + c] * value * shapes.values[e]);
          }
        }
      }
    });
}

/// Ones on the diagonal of rows beyond those of nodes, and a little more than there is on others,
/// against rounding.
template <class Space>
void finishBlock(const HeldBlockView block)
{
  forEach<Space>(
    block.rows, TRABECULA_LAMBDA(std::int64_t row) {
      double& entry = block.matrix[row * block.rows + row];
      entry = row < 3 * block.count && entry > 0.0 ? entry * (1.0 + 1e-9) : 1.0;
    });
}

/// Square roots of the inverse diagonal, of the unknowns of blocks.
template <class Space>
void findScales(
  std::int64_t n, const std::int32_t* nodes, const double* inverseDiagonal, double* scales)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      scales[i] = sqrt(inverseDiagonal[3 * std::int64_t(nodes[i / 3]) + i % 3]);
    });
}

template <class Space>
void gatherScaled(std::int64_t n, const std::int32_t* nodes, const double* scales, const double* r,
  double* gathered)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t i) {
      gathered[i] = scales[i] * r[3 * std::int64_t(nodes[i / 3]) + i % 3];
    });
}

/// A row of the product of an inverse.
struct HeldRow
{
  const float* inverses;
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
    const float* entries =
      this->inverses + (std::int64_t(block) * this->rows + item - first) * this->rows;
    const double* right = this->gathered + first;
    team.each(Lanes,
      [&](int lane)
      {
        // Independent sums hide the latency of the additions on the host.
        double sum[4] = { 0.0, 0.0, 0.0, 0.0 };
        int t = lane;
        for (; t + 3 * Lanes < unknowns; t += 4 * Lanes)
        {
          for (int k = 0; k < 4; ++k)
          {
            sum[k] += double(entries[t + k * Lanes]) * right[t + k * Lanes];
          }
        }
        for (; t < unknowns; t += Lanes)
        {
          sum[0] += double(entries[t]) * right[t];
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
HeldBlocks<Space>::HeldBlocks(Context<Space>& context,
  const MeshfreeDiscretization<Space>& discretization, double poissonsRatio)
  : Computing(&context), Discretization(&discretization),
    Material(hex8::unitMaterial(poissonsRatio))
{
  if (discretization.held.isEmpty())
  {
    return;
  }
  const ShapeListsView held = discretization.held.shapes().view();
  const auto count = static_cast<std::size_t>(held.nodes);
  std::vector<std::int64_t> starts(count + 1);
  Memory<Space>::copyToHost(starts.data(), held.nodeStarts, starts.size() * sizeof(std::int64_t));
  const std::vector<double> places = discretization.nodes.toHost();
  std::vector<std::int32_t> near;
  std::vector<double> points;
  for (std::size_t node = 0; node < count; ++node)
  {
    if (starts[node + 1] > starts[node])
    {
      near.push_back(static_cast<std::int32_t>(node));
      points.insert(points.end(), &places[3 * node], &places[3 * node] + 3);
    }
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
  this->Inverses = DeviceVector<float, Space>(
    context, this->Blocks * static_cast<std::size_t>(this->Rows * this->Rows));
}

template <class Space>
void HeldBlocks<Space>::update(const double* moduli, const double* inverseDiagonal)
{
  detail::findScales<Space>(static_cast<std::int64_t>(this->Scales.size()), this->Nodes.data(),
    inverseDiagonal, this->Scales.data());
  const MeshfreeDiscretization<Space>& d = *this->Discretization;
  const std::vector<std::int32_t> starts = this->Starts.toHost();
  const std::int64_t square = this->Rows * this->Rows;
  const auto lease =
    this->Computing->workspace().template lease<double>(static_cast<std::size_t>(square));
  for (std::size_t block = 0; block < this->Blocks; ++block)
  {
    const detail::HeldBlockView view = { static_cast<std::int32_t>(block),
      this->Nodes.data() + starts[block], starts[block + 1] - starts[block], this->BlockOf.data(),
      this->PlaceOf.data(), inverseDiagonal, this->Rows, lease.data() };
    Memory<Space>::zero(lease.data(), static_cast<std::size_t>(square) * sizeof(double));
    detail::addStrainBlock<Space>(view, d.shapes.view(), d.weights.data(), moduli, this->Material);
    detail::addHeldBlock<Space>(view, d.held.shapes().view(), d.held.stiffness());
    detail::finishBlock<Space>(view);
    if (!invertSymmetric<Space>(this->Rows, lease.data(),
          this->Inverses.data() + static_cast<std::int64_t>(block) * square))
    {
      this->Blocks = 0; // the diagonal has to do
    }
  }
}

template <class Space>
void HeldBlocks<Space>::apply(const double* r, double* z) const
{
  if (this->isEmpty())
  {
    return;
  }
  const auto unknowns = static_cast<std::int64_t>(this->Scales.size());
  const auto gathered = this->Computing->workspace().template lease<double>(this->Scales.size());
  detail::gatherScaled<Space>(
    unknowns, this->Nodes.data(), this->Scales.data(), r, gathered.data());
  forEachTeam<Space, 32>(unknowns, sizeof(double) * detail::HeldRow::Lanes,
    detail::HeldRow{ this->Inverses.data(), this->Nodes.data(), this->Starts.data(),
      this->BlockOf.data(), this->Rows, this->Scales.data(), gathered.data(), z });
}

template <class Space>
std::size_t HeldBlocks<Space>::memory(std::size_t nodes)
{
  const std::size_t rows = 3 * std::min(nodes, MostNodes) + static_cast<std::size_t>(InverseTile);
  const std::size_t blocks = (nodes + MostNodes - 1) / MostNodes;
  return blocks * rows * rows * sizeof(float) + rows * rows * sizeof(double);
}

template class HeldBlocks<CompiledSpace>;
}
