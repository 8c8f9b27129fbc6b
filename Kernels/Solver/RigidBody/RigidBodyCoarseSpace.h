#ifndef TRABECULA_SOLVER_RIGIDBODY_RIGIDBODYCOARSESPACE_H
#define TRABECULA_SOLVER_RIGIDBODY_RIGIDBODYCOARSESPACE_H

#include "Core/Vectors/Vector.h"
#include "Mesh/Mesh.h"
#include "Operator/PoissonsRatios.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Input of the kernels that assemble the coarse matrix, in memory of the space.
struct CoarseLayout
{
  const std::int32_t* aggregateOf;  ///< of each node
  const float* offsets;             ///< of each node from its centroid over the radius, 3 each
  const double* centres;            ///< 4 per aggregate, see placeAggregate()
  const std::int32_t* elements;     ///< numbers of the listed elements; null without elements
  const std::int32_t* connectivity; ///< nodes of the listed elements; null without elements
  const std::uint8_t* free;         ///< one per unknown, zero where constrained
};

/// Rigid-body motions of aggregates, for kernels of the space.
struct CoarseMotion
{
  const std::int32_t* aggregateOf; ///< of each node; null if there is no coarse space
  const float* offsets;            ///< of each node from the aggregate's centroid, over its radius
  const double* values;            ///< 6 per aggregate: a translation, then a rotation vector

  /// Displacement of a node in one direction.
  TRABECULA_FUNCTION double operator()(std::int64_t node, int direction) const
  {
    const double* m = this->values + 6 * std::int64_t(this->aggregateOf[node]);
    const float* x = this->offsets + 3 * node;
    const int next = (direction + 1) % 3;
    const int last = (direction + 2) % 3;
    return m[direction] + m[3 + next] * x[last] - m[3 + last] * x[next];
  }
};
}

/// The terms of the coarse matrix of a discretization without elements. Plain pointers are in
/// memory of the space.
template <class Space>
class CoarseTerms
{
public:
  virtual ~CoarseTerms() = default;

  /// Bounds of the entries: of the part that is linear in the moduli, for moduli of one, and of the
  /// constant part.
  struct Bounds
  {
    double linear;
    double constant;
  };
  /// To be called before add(). @param offsets of nodes from the centroids of their aggregates,
  /// over the radii
  virtual Bounds bounds(const std::vector<std::int32_t>& aggregateOf,
    const std::vector<float>& offsets, std::size_t aggregates) const = 0;

  /// Adds the entries of the lower triangle, times fixedPoint, as integers.
  virtual void add(const detail::CoarseLayout& layout, const double* moduli, std::int64_t rows,
    double fixedPoint, std::int64_t* matrix) = 0;
};

/// A number of aggregates that balances the number of iterations and their cost; below 2 a coarse
/// space is not worthwhile.
std::size_t defaultNumberOfAggregates(ExecutionSpace space, std::size_t nodes);

/**
 * The coarse part of a two-level additive preconditioner for elasticity: P (P^T K P)^-1 P^T, where
 * the columns of P are the six rigid-body motions of aggregates of nodes, without their constrained
 * unknowns (Nicolaides 1987, aggregates as in Mandel 1993 with the elastic null space).
 *
 * Together with the Jacobi preconditioner it reduces the number of iterations from the order of the
 * mesh's width to that of an aggregate's, both in elements. No fine matrix is assembled: elements
 * inside an aggregate are not strained by its motions, so the coarse matrix is summed over elements
 * with nodes of several aggregates or supports, with recomputed element products. Sums use
 * fixed-point integers, so that they do not depend on the order: results are bitwise reproducible.
 *
 * All nodes are owned by the part.
 */
template <class Space>
class RigidBodyCoarseSpace
{
public:
  /**
   * Builds aggregates and lists of elements; update() must be called before use.
   *
   * @param supports one per unknown, nonzero where a displacement is prescribed
   * @param springs stiffnesses >= 0 added to the diagonal of K, one per unknown; empty means none
   */
  RigidBodyCoarseSpace(const Context<Space>& context, const Mesh& mesh,
    const std::vector<std::uint8_t>& supports, const PoissonsRatios& ratios, std::size_t aggregates,
    const std::vector<double>& springs = {});

  /// The same for nodes without a mesh or supports. @param points three coordinates of each node,
  /// length
  RigidBodyCoarseSpace(const Context<Space>& context, const std::vector<double>& points,
    std::unique_ptr<CoarseTerms<Space>> terms, std::size_t aggregates);

  /**
   * Assembles and inverts the coarse matrix.
   *
   * @param moduli Young's moduli of the material points
   * @param largestModulus upper bound of the moduli
   * @return false if it is not positive definite; then the coarse space must not be used
   */
  bool update(const Vector<Space>& moduli, double largestModulus);

  /// values() = (P^T K P)^-1 restricted(), restricted() = P^T r, where r is zero on constrained
  /// unknowns.
  /// @param r three components of each node
  void solve(const Vector<Space>& r);

  /// Rows of the coarse system, some of which may be empty.
  std::int64_t rows() const { return this->Rows; }
  const double* restricted() const { return this->Restricted.data(); }
  const double* values() const { return this->Values.data(); }

  /// P values() as a function of node and direction.
  detail::CoarseMotion motion() const
  {
    return { this->AggregateOf.data(), this->Offsets.data(), this->Values.data() };
  }

  std::size_t numberOfAggregates() const { return this->Starts.size() - 1; }

  /// Upper bound of the bytes of a coarse space, with elements or without.
  static std::size_t memory(const Mesh& mesh, std::size_t aggregates);
  static std::size_t memory(std::size_t nodes, std::size_t aggregates);

private:
  /// Elements of one type that contribute to the coarse matrix.
  struct Group
  {
    CellType type;
    DeviceVector<std::int32_t, Space> Elements;
    DeviceVector<std::int32_t, Space> Connectivity;
  };

  /// Aggregates of the nodes, on the host; see CoarseLayout.
  struct Placement
  {
    std::vector<std::int32_t> aggregateOf;
    std::vector<float> offsets;
    std::vector<double> centres;
  };
  Placement place(const std::vector<double>& points, const std::vector<std::uint8_t>& supports,
    std::size_t aggregates);

  /// restricted() = P^T r, then values().
  void solveFor(const double* r);
  detail::CoarseLayout layout(const Group* group) const;
  void groupElements(const Mesh& mesh, const std::vector<std::int32_t>& elements);
  void placeSprings(const std::vector<double>& springs, const std::vector<std::uint8_t>& supports,
    const std::vector<std::int32_t>& aggregateOf, const std::vector<float>& offsets,
    const std::vector<double>& centres);

  const Context<Space>* Computing;
  double CommonRatio = 0.0;
  DeviceVector<double, Space> Ratios; ///< Poisson's ratio of each element, if they vary
  std::int64_t Rows = 0;      ///< of the coarse matrix: 6 per aggregate, padded to whole tiles
  double LargestEntry = 0.0;  ///< bound on the coarse matrix for moduli of one
  double LargestSpring = 0.0; ///< bound on the contribution of springs
  double Scale = 1.0;         ///< Inverse belongs to the coarse matrix over Scale
  DeviceVector<std::int32_t, Space> AggregateOf; ///< of each node
  DeviceVector<float, Space> Offsets;
  DeviceVector<double, Space> Centres;     ///< 4 per aggregate: centroid and radius
  DeviceVector<std::int32_t, Space> Nodes; ///< numbers of nodes, aggregate after aggregate
  DeviceVector<std::int32_t, Space> Starts;
  std::vector<Group> Groups;
  std::unique_ptr<CoarseTerms<Space>> Terms;       ///< instead of groups
  DeviceVector<std::uint8_t, Space> Free;          ///< one per unknown
  DeviceVector<std::int64_t, Space> SpringEntries; ///< of the coarse matrix, lower triangle
  DeviceVector<double, Space> SpringValues;        ///< contributions of springs
  DeviceVector<float, Space> Inverse;
  DeviceVector<double, Space> Restricted;
  DeviceVector<double, Space> Values;
};
}

#endif
