// Tests of the two-level cycle of meshfree systems: its coarse matrix is that of the operator, and
// it is symmetric and positive definite, also with void.

#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Operator/Meshfree/MeshfreeOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/RigidBody/NodeAggregates.h"
#include "Solver/RigidBody/PointCoarseTerms.h"
#include "Solver/RigidBody/TwoLevelPreconditioner.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
template <class Space>
class TwoLevelTest : public OnSpace<Space>
{
protected:
  /// Makes a cloud of displaced nodes constrained at x = 0, with alternating moduli of solid and of
  /// void.
  void SetUp() override
  {
    OnSpace<Space>::SetUp();
    if (this->IsSkipped())
    {
      return;
    }
    const std::array<int, 3> cells = { 10, 5, 3 };
    const Mesh mesh = makeBoxMesh(cells, { 10.0, 5.0, 3.0 });
    this->box = std::make_unique<Box<Space>>(this->context(), cells,
      movedNodes(mesh.points, { 10.0, 5.0, 3.0 }, 0.1), 2.0, constrainedSide(mesh, 0, 0.0, 100.0));
    this->K = std::make_unique<MeshfreeOperator<Space>>(
      layoutsOf(this->context(), this->box->discretization), this->box->discretization, Poisson);
    std::vector<double> values(this->box->points.size());
    for (std::size_t q = 0; q < values.size(); ++q)
    {
      values[q] = this->box->points.places[3 * q + 1] < 2.0 ? 1.0 : 1e-9;
    }
    this->moduli = Vector<Space>(this->K->materialPointsPointer(), values);
    this->K->setModuli(this->moduli);
  }

  std::unique_ptr<RigidBodyCoarseSpace<Space>> coarse(std::size_t aggregates)
  {
    return std::make_unique<RigidBodyCoarseSpace<Space>>(this->context(), this->box->nodes,
      std::make_unique<PointCoarseTerms<Space>>(
        this->context(), this->box->discretization, Poisson),
      aggregates);
  }

  std::unique_ptr<ConstrainedBlocks<Space>> blocks()
  {
    return std::make_unique<ConstrainedBlocks<Space>>(
      this->context(), this->box->discretization, Poisson);
  }

  std::unique_ptr<Box<Space>> box;
  std::unique_ptr<MeshfreeOperator<Space>> K;
  Vector<Space> moduli;
  Random random{ 21 };
};
TYPED_TEST_SUITE(TwoLevelTest, Spaces, SpaceNames);
}

TYPED_TEST(TwoLevelTest, HasTheCoarseMatrixOfTheOperator)
{
  // With v = (P^T K P)^-1 P^T r, P^T K P v equals P^T r; here r has no high-frequency components.
  const std::size_t unknowns = this->box->nodes.size();
  const std::vector<double> ones(this->box->points.size(), 1.0);
  const Vector<TypeParam> uniform(this->K->materialPointsPointer(), ones);
  this->K->setModuli(uniform);
  for (const std::size_t aggregates : { std::size_t(1), std::size_t(7), std::size_t(30) })
  {
    const auto coarse = this->coarse(aggregates);
    ASSERT_TRUE(coarse->update(uniform, 1.0));
    const auto rows = static_cast<std::size_t>(coarse->rows());
    const auto restricted = [&](const Vector<TypeParam>& r)
    {
      coarse->solve(r);
      std::vector<double> values(rows);
      this->context().copyToHost(values.data(), coarse->restricted(), rows * sizeof(double));
      return values;
    };
    const Vector<TypeParam> r(this->K->layoutPointer(), this->random.vector(unknowns, -1.0, 1.0));
    const std::vector<double> expected = restricted(r);
    std::vector<double> motions(rows);
    this->context().copyToHost(motions.data(), coarse->values(), rows * sizeof(double));

    // P v by definition, from the aggregates of the same bisection.
    const NodeAggregates parts = bisectNodes(this->box->nodes, aggregates);
    std::vector<double> u(unknowns, 0.0);
    std::vector<float> offsets(unknowns);
    std::array<double, 4> centre{};
    for (std::size_t p = 0; p < aggregates; ++p)
    {
      const std::int32_t* begin = parts.nodes.data() + parts.starts[p];
      const std::int32_t* end = parts.nodes.data() + parts.starts[p + 1];
      placeAggregate(this->box->nodes, std::vector<std::uint8_t>(unknowns, 0), begin, end,
        offsets.data(), centre.data());
      const double* m = &motions[6 * p];
      for (const std::int32_t* node = begin; node != end; ++node)
      {
        const std::size_t i = 3 * static_cast<std::size_t>(*node);
        for (std::size_t c = 0; c < 3; ++c)
        {
          const std::size_t next = (c + 1) % 3;
          const std::size_t last = (c + 2) % 3;
          u[i + c] = m[c] + m[3 + next] * double(offsets[i + last]) -
            m[3 + last] * double(offsets[i + next]);
        }
      }
    }
    const Vector<TypeParam> field(this->K->layoutPointer(), u);
    Vector<TypeParam> forces(this->K->layoutPointer());
    this->K->apply(field, forces);
    const std::vector<double> found = restricted(forces);
    const double scale =
      std::sqrt(std::inner_product(expected.begin(), expected.end(), expected.begin(), 0.0));
    for (std::size_t i = 0; i < rows; ++i)
    {
      EXPECT_NEAR(found[i], expected[i], 1e-3 * scale) << aggregates << " aggregates, row " << i;
    }
  }
}

TYPED_TEST(TwoLevelTest, IsSymmetricAndPositiveDefinite)
{
  const std::size_t unknowns = this->box->nodes.size();
  TwoLevelPreconditioner<TypeParam> cycle(*this->K, this->coarse(10), this->blocks());
  cycle.update(this->moduli, 1.0);
  // The comparison is scaled by the diagonal, since void would dominate otherwise.
  Vector<TypeParam> d(this->K->layoutPointer());
  this->K->diagonal(d);
  const std::vector<double> diagonal = d.toHost();
  const auto apply = [&](std::vector<double> x)
  {
    for (std::size_t i = 0; i < unknowns; ++i)
    {
      x[i] *= std::sqrt(diagonal[i]);
    }
    const Vector<TypeParam> r(this->K->layoutPointer(), x);
    const std::vector<float> result = cycle.apply(r).toHost();
    std::vector<double> scaled(unknowns);
    for (std::size_t i = 0; i < unknowns; ++i)
    {
      scaled[i] = double(result[i]) * std::sqrt(diagonal[i]);
    }
    return scaled;
  };
  const auto dot = [](const std::vector<double>& a, const std::vector<double>& b)
  { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); };
  for (int draw = 0; draw < 5; ++draw)
  {
    const std::vector<double> x = this->random.vector(unknowns, -1.0, 1.0);
    const std::vector<double> y = this->random.vector(unknowns, -1.0, 1.0);
    const std::vector<double> Mx = apply(x);
    const std::vector<double> My = apply(y);
    const double size = std::sqrt(dot(x, Mx) * dot(y, My));
    EXPECT_GT(dot(x, Mx), 0.0);
    EXPECT_NEAR(dot(x, My) / size, dot(y, Mx) / size, 1e-4);
  }
}

TYPED_TEST(TwoLevelTest, TakesFewIterations)
{
  const std::size_t unknowns = this->box->nodes.size();
  TwoLevelPreconditioner<TypeParam> cycle(*this->K, this->coarse(20), this->blocks());
  cycle.update(this->moduli, 1.0);
  const Vector<TypeParam> f(this->K->layoutPointer(), this->random.vector(unknowns, -1.0, 1.0));
  Vector<TypeParam> u(this->K->layoutPointer());
  u.zero();
  ConjugateGradient<TypeParam> solver(this->K->layoutPointer());
  Observer observer;
  const SolverReport report = solver.solve(*this->K, cycle, f, u, 1e-6, 1000, observer);
  EXPECT_TRUE(report.converged);
  // The measured number is 23. With smoothing steps of half the length it is 29, and if the
  // eigenvalue is underestimated the solver does not converge.
  EXPECT_LE(report.iterations, 25);
}

TYPED_TEST(TwoLevelTest, IsTheDiagonalAtLastAfterBreakdowns)
{
  const std::size_t unknowns = this->box->nodes.size();
  TwoLevelPreconditioner<TypeParam> cycle(*this->K, this->coarse(7), this->blocks());
  const std::vector<double> values = this->random.vector(unknowns, -1.0, 1.0);
  const Vector<TypeParam> r(this->K->layoutPointer(), values);
  const auto applied = [&] { return cycle.apply(r).toHost(); };
  cycle.update(this->moduli, 1.0);
  const std::vector<float> first = applied();
  int attempts = 0;
  while (!cycle.recover().empty())
  {
    ASSERT_LT(++attempts, 20);
    const std::vector<float> z = applied();
    EXPECT_GT(std::inner_product(values.begin(), values.end(), z.begin(), 0.0), 0.0);
  }
  EXPECT_GT(attempts, 2);
  Vector<TypeParam> diagonal(this->K->layoutPointer());
  this->K->diagonal(diagonal);
  const std::vector<double> d = diagonal.toHost();
  const std::vector<float> last = applied();
  for (std::size_t i = 0; i < unknowns; ++i)
  {
    EXPECT_NEAR(last[i] * d[i], values[i], 1e-6);
  }
  // The next design starts with the full cycle again.
  cycle.update(this->moduli, 1.0);
  EXPECT_EQ(applied(), first);
}
