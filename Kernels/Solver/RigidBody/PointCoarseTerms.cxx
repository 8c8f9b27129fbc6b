#include "Solver/RigidBody/PointCoarseTerms.h"

#include "Core/Parallel.h"
#include "Operator/Meshfree/PointStress.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
/// Adds a number that other threads may add to at the same time; sums do not depend on their order.
TRABECULA_FUNCTION void addFixed(std::int64_t* sum, double value)
{
  const auto added = static_cast<std::int64_t>(value);
#if defined(__CUDA_ARCH__)
  // Two's complement: negative numbers wrap around to the right sum.
  atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(added));
#elif !defined(__CUDACC__)
#pragma omp atomic
  *sum += added;
#endif
}

/// Displacement of a node by a mode of its aggregate.
TRABECULA_FUNCTION void modeAt(const float* offset, int mode, double* v)
{
  v[0] = v[1] = v[2] = 0.0;
  if (mode < 3)
  {
    v[mode] = 1.0;
    return;
  }
  const int k = mode - 3;
  v[(k + 2) % 3] = offset[(k + 1) % 3];
  v[(k + 1) % 3] = -double(offset[(k + 2) % 3]);
}

/// Entries of the coarse matrix from one point.
struct PointEntries
{
  ShapeListsView shapes;
  CoarseLayout layout;
  std::int64_t rows;
  double fixedPoint;
  std::int64_t* matrix;

  /// Whether an aggregate has an earlier entry of the point, too.
  TRABECULA_FUNCTION bool isRepeated(std::int64_t begin, std::int64_t e) const
  {
    const std::int32_t aggregate = this->layout.aggregateOf[this->shapes.node[e]];
    for (std::int64_t other = begin; other < e; ++other)
    {
      if (this->layout.aggregateOf[this->shapes.node[other]] == aggregate)
      {
        return true;
      }
    }
    return false;
  }

  TRABECULA_FUNCTION bool rotates(std::int32_t aggregate) const
  {
    return this->layout.centres[4 * std::int64_t(aggregate) + 3] > 0.0;
  }

  /// Adds column (aggregate, mode) of the point: measure(e, v) adds what node e at displacement v
  /// causes at the point, force(e, f) are then the forces on node e.
  template <class Measure, class Force>
  TRABECULA_FUNCTION void addColumn(
    std::int64_t q, std::int64_t first, int mode, const Measure& measure, const Force& force) const
  {
    const std::int64_t begin = this->shapes.starts[q];
    const std::int64_t end = this->shapes.starts[q + 1];
    const std::int32_t source = this->layout.aggregateOf[this->shapes.node[first]];
    for (std::int64_t e = first; e < end; ++e)
    {
      const std::int32_t node = this->shapes.node[e];
      if (this->layout.aggregateOf[node] == source)
      {
        double v[3];
        modeAt(this->layout.offsets + 3 * std::int64_t(node), mode, v);
        measure(e, v);
      }
    }
    const std::int64_t column = 6 * std::int64_t(source) + mode;
    for (std::int64_t other = begin; other < end; ++other)
    {
      const std::int32_t target = this->layout.aggregateOf[this->shapes.node[other]];
      if (target < source || this->isRepeated(begin, other))
      {
        continue;
      }
      double sums[6] = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
      for (std::int64_t e = other; e < end; ++e)
      {
        const std::int32_t node = this->shapes.node[e];
        if (this->layout.aggregateOf[node] != target)
        {
          continue;
        }
        double f[3];
        force(e, f);
        const float* x = this->layout.offsets + 3 * std::int64_t(node);
        for (int k = 0; k < 3; ++k)
        {
          sums[k] += f[k];
          sums[3 + k] += x[(k + 1) % 3] * f[(k + 2) % 3] - x[(k + 2) % 3] * f[(k + 1) % 3];
        }
      }
      for (int k = 0; k < (this->rotates(target) ? 6 : 3); ++k)
      {
        const std::int64_t row = 6 * std::int64_t(target) + k;
        if (row >= column)
        {
          addFixed(this->matrix + row * this->rows + column, sums[k] * this->fixedPoint);
        }
      }
    }
  }
};

TRABECULA_FUNCTION bool hasOneAggregate(const PointEntries& entries, std::int64_t q)
{
  const std::int32_t* aggregateOf = entries.layout.aggregateOf;
  const std::int64_t begin = entries.shapes.starts[q];
  for (std::int64_t e = begin; e < entries.shapes.starts[q + 1]; ++e)
  {
    if (aggregateOf[entries.shapes.node[e]] != aggregateOf[entries.shapes.node[begin]])
    {
      return false;
    }
  }
  return true;
}

template <class Space>
void addStrainEntries(const PointEntries entries, const double* weights, const double* moduli,
  const hex8::UnitMaterial material)
{
  forEach<Space>(
    6 * entries.shapes.points, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t q = i / 6;
      const int mode = static_cast<int>(i % 6);
      // Rigid motions of all nodes of a point do not strain it.
      if (hasOneAggregate(entries, q))
      {
        return;
      }
      const std::int64_t begin = entries.shapes.starts[q];
      for (std::int64_t first = begin; first < entries.shapes.starts[q + 1]; ++first)
      {
        const std::int32_t source = entries.layout.aggregateOf[entries.shapes.node[first]];
        if (entries.isRepeated(begin, first) || (mode >= 3 && !entries.rotates(source)))
        {
          continue;
        }
        double h[9] = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
        double s[6];
        bool stressed = false;
        entries.addColumn(
          q, first, mode,
          [&](std::int64_t e, const double* v)
          {
            for (int c = 0; c < 3; ++c)
            {
              for (int k = 0; k < 3; ++k)
              {
                h[3 * c + k] += v[c] * entries.shapes.gradients[3 * e + k];
              }
            }
          },
          [&](std::int64_t e, double* f)
          {
            if (!stressed)
            {
              stressOf(h, material, moduli[q] * weights[q], s);
              stressed = true;
            }
            tractionOf(s, entries.shapes.gradients + 3 * e, f);
          });
      }
    });
}

template <class Space>
void addHeldEntries(const PointEntries entries, const double* stiffness)
{
  forEach<Space>(
    6 * entries.shapes.points, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t q = i / 6;
      const int mode = static_cast<int>(i % 6);
      const std::int64_t begin = entries.shapes.starts[q];
      for (std::int64_t first = begin; first < entries.shapes.starts[q + 1]; ++first)
      {
        const std::int32_t source = entries.layout.aggregateOf[entries.shapes.node[first]];
        if (entries.isRepeated(begin, first) || (mode >= 3 && !entries.rotates(source)))
        {
          continue;
        }
        double held[3] = { 0.0, 0.0, 0.0 };
        entries.addColumn(
          q, first, mode,
          [&](std::int64_t e, const double* v)
          {
            for (int c = 0; c < 3; ++c)
            {
              held[c] += entries.shapes.values[e] * v[c];
            }
          },
          [&](std::int64_t e, double* f)
          {
            for (int c = 0; c < 3; ++c)
            {
              f[c] = entries.shapes.values[e] * stiffness[3 * q + c] * held[c];
            }
          });
      }
    });
}

/// Traces of the stiffness of points, for moduli of one, and their sums over the points of nodes.
template <class Space>
void sumTraces(const ShapeListsView shapes, const double* weights, double factor, double* traces,
  double* ofNodes)
{
  forEach<Space>(
    shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double sum = 0.0;
      for (std::int64_t t = 3 * shapes.starts[q]; t < 3 * shapes.starts[q + 1]; ++t)
      {
        sum += shapes.gradients[t] * shapes.gradients[t];
      }
      traces[q] = factor * weights[q] * sum;
    });
  forEach<Space>(
    shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sum = 0.0;
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        sum += traces[shapes.pointOf[i]];
      }
      ofNodes[node] = sum;
    });
}

/// The same of held points.
template <class Space>
void sumHeldTraces(
  const ShapeListsView shapes, const double* stiffness, double* traces, double* ofNodes)
{
  forEach<Space>(
    shapes.points, TRABECULA_LAMBDA(std::int64_t q) {
      double sum = 0.0;
      for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e)
      {
        sum += shapes.values[e] * shapes.values[e];
      }
      traces[q] = sum * (stiffness[3 * q] + stiffness[3 * q + 1] + stiffness[3 * q + 2]);
    });
  forEach<Space>(
    shapes.nodes, TRABECULA_LAMBDA(std::int64_t node) {
      double sum = 0.0;
      for (std::int64_t i = shapes.nodeStarts[node]; i < shapes.nodeStarts[node + 1]; ++i)
      {
        sum += traces[shapes.pointOf[i]];
      }
      ofNodes[node] = sum;
    });
}

/// Largest sum over an aggregate, which bounds entries and partial sums: the trace of a point times
/// the squares of the motions of its nodes.
inline double largestSum(const std::vector<double>& ofNodes,
  const std::vector<std::int32_t>& aggregateOf, const std::vector<float>& offsets,
  std::size_t aggregates)
{
  std::vector<double> sums(aggregates, 0.0);
  for (std::size_t node = 0; node < ofNodes.size(); ++node)
  {
    const float* x = offsets.data() + 3 * node;
    sums[static_cast<std::size_t>(aggregateOf[node])] +=
      ofNodes[node] * std::max(1.0F, x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  }
  return *std::max_element(sums.begin(), sums.end());
}
}

template <class Space>
typename CoarseTerms<Space>::Bounds PointCoarseTerms<Space>::bounds(
  const std::vector<std::int32_t>& aggregateOf, const std::vector<float>& offsets,
  std::size_t aggregates) const
{
  const MeshfreeDiscretization<Space>& d = *this->Discretization;
  DeviceVector<double, Space> ofNodes(*this->Computing, aggregateOf.size());
  DeviceVector<double, Space> traces(*this->Computing, d.weights.size());
  detail::sumTraces<Space>(d.shapes.view(), d.weights.data(),
    this->Material.lambda + 4.0 * this->Material.mu, traces.data(), ofNodes.data());
  typename CoarseTerms<Space>::Bounds bounds = {
    detail::largestSum(ofNodes.toHost(), aggregateOf, offsets, aggregates), 0.0
  };
  if (!d.held.isEmpty())
  {
    const ShapeListsView held = d.held.shapes().view();
    DeviceVector<double, Space> heldTraces(*this->Computing, static_cast<std::size_t>(held.points));
    detail::sumHeldTraces<Space>(held, d.held.stiffness(), heldTraces.data(), ofNodes.data());
    bounds.constant = detail::largestSum(ofNodes.toHost(), aggregateOf, offsets, aggregates);
  }
  return bounds;
}

template <class Space>
void PointCoarseTerms<Space>::add(const detail::CoarseLayout& layout, const double* moduli,
  std::int64_t rows, double fixedPoint, std::int64_t* matrix)
{
  const MeshfreeDiscretization<Space>& d = *this->Discretization;
  detail::addStrainEntries<Space>({ d.shapes.view(), layout, rows, fixedPoint, matrix },
    d.weights.data(), moduli, this->Material);
  if (!d.held.isEmpty())
  {
    detail::addHeldEntries<Space>(
      { d.held.shapes().view(), layout, rows, fixedPoint, matrix }, d.held.stiffness());
  }
}

template class PointCoarseTerms<CompiledSpace>;
}
