#ifndef TRABECULA_SOLVER_RIGIDBODY_COARSEENTRIES_H
#define TRABECULA_SOLVER_RIGIDBODY_COARSEENTRIES_H

// Entries of the coarse matrix of rigid-body motions, for the library's own sources.

#include "Core/Parallel.h"
#include "Operator/Elements/UnitMaterials.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"

#include <cmath>
#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Computes contributions of an element to the lower triangle of the coarse matrix: calls
/// visit(row, column, value) for one mode of each aggregate of its nodes (columns) and all modes of
/// these aggregates (rows).
template <class Element, class Visit>
TRABECULA_FUNCTION void visitCoarseEntries(const CoarseLayout& layout, std::int64_t position,
  int mode, double modulus, const Elasticity material, Visit visit)
{
  constexpr int N = Element::Nodes;
  const std::int32_t* nodes = layout.connectivity + N * position;
  std::int32_t aggregates[N];
  double corners[3 * N];
  double offsets[3 * N]; // of the nodes from their centroids, over the radii
  bool free[3 * N];
  for (int a = 0; a < N; ++a)
  {
    aggregates[a] = layout.aggregateOf[nodes[a]];
    const double* centre = layout.centres + 4 * std::int64_t(aggregates[a]);
    for (int c = 0; c < 3; ++c)
    {
      offsets[N * c + a] = layout.offsets[3 * std::int64_t(nodes[a]) + c];
      corners[N * c + a] = centre[c] + fabs(centre[3]) * offsets[N * c + a];
      free[N * c + a] = layout.free[3 * std::int64_t(nodes[a]) + c] != 0;
    }
  }
  for (int first = 0; first < N; ++first)
  {
    const std::int32_t source = aggregates[first];
    bool skipped = mode >= 3 && layout.centres[4 * std::int64_t(source) + 3] < 0.0;
    for (int a = 0; a < first; ++a)
    {
      skipped = skipped || aggregates[a] == source;
    }
    if (skipped)
    {
      continue;
    }
    double u[3 * N];
    double f[3 * N];
    for (int i = 0; i < 3 * N; ++i)
    {
      const int a = i % N;
      const int c = i / N;
      double value = mode == c ? 1.0 : 0.0;
      if (mode >= 3)
      {
        const int k = mode - 3;
        value = c == (k + 2) % 3 ? offsets[N * ((k + 1) % 3) + a]
          : c == (k + 1) % 3     ? -offsets[N * ((k + 2) % 3) + a]
                                 : 0.0;
      }
      u[i] = free[i] && aggregates[a] == source ? value : 0.0;
    }
    Element::product(corners, u, modulus, material, f);
    const std::int64_t column = 6 * std::int64_t(source) + mode;
    for (int other = 0; other < N; ++other)
    {
      const std::int32_t target = aggregates[other];
      bool counted = target < source;
      for (int a = 0; a < other; ++a)
      {
        counted = counted || aggregates[a] == target;
      }
      if (counted)
      {
        continue;
      }
      double sums[6] = {};
      for (int a = other; a < N; ++a)
      {
        if (aggregates[a] != target)
        {
          continue;
        }
        double force[3];
        for (int c = 0; c < 3; ++c)
        {
          force[c] = free[N * c + a] ? f[N * c + a] : 0.0;
          sums[c] += force[c];
        }
        for (int k = 0; k < 3; ++k)
        {
          sums[3 + k] += offsets[N * ((k + 1) % 3) + a] * force[(k + 2) % 3] -
            offsets[N * ((k + 2) % 3) + a] * force[(k + 1) % 3];
        }
      }
      const bool targetRotates = layout.centres[4 * std::int64_t(target) + 3] > 0.0;
      for (int k = 0; k < (targetRotates ? 6 : 3); ++k)
      {
        const std::int64_t row = 6 * std::int64_t(target) + k;
        if (row >= column)
        {
          visit(row, column, sums[k]);
        }
      }
    }
  }
}

/// Adds listed entries in fixed point; each is listed once.
template <class Space>
void addSpringEntries(const Context<Space>& context, std::int64_t n, const std::int64_t* entries,
  const double* values, double fixedPoint, std::int64_t* matrix)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t k) {
      matrix[entries[k]] += static_cast<std::int64_t>(values[k] * fixedPoint);
    });
}

/// Converts fixed-point integers in the lower triangle to both triangles of the matrix, in place;
/// the diagonal of empty rows is set to a large value.
template <class Space>
void fromFixedPoint(const Context<Space>& context, std::int64_t rows, double unit, void* memory)
{
  const auto* fixed = static_cast<const std::int64_t*>(memory);
  auto* matrix = static_cast<double*>(memory);
  forEach(
    context, rows * rows, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t row = i / rows;
      const std::int64_t column = i % rows;
      if (column > row)
      {
        return;
      }
      double value = unit * static_cast<double>(fixed[i]);
      if (row == column)
      {
        // The factor compensates for rounding. Empty rows must have no effect.
        value = value > 0.0 ? value * (1.0 + 1e-9) : 1e30;
      }
      matrix[i] = value;
    });
  forEach(
    context, rows * rows, TRABECULA_LAMBDA(std::int64_t i) {
      const std::int64_t row = i / rows;
      const std::int64_t column = i % rows;
      if (column > row)
      {
        matrix[i] = matrix[column * rows + row];
      }
    });
}
}
}

#endif
