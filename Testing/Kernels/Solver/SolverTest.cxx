// Tests of preconditioned conjugate gradients against a sparse direct solution.

#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Core/Vectors/SparseVector.h"
#include "Core/Vectors/Vector.h"
#include "Operator/Hex8/Hex8Operator.h"
#include "Operator/SpringOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/DiagonalPreconditioner.h"
#include "Solver/DirectSolverReference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Returns a distorted cantilever with random moduli over three orders of magnitude and random
/// forces.
reference::LinearProblem randomProblem(const std::array<int, 3>& box, Random& random)
{
  const TopologyProblem cantilever = distortedCantilever(box, random);
  reference::LinearProblem problem;
  problem.mesh = cantilever.structure.mesh;
  problem.supports = cantilever.structure.supports;
  problem.forces = random.vector(problem.mesh.points.size(), -1, 1);
  for (std::size_t e = 0; e < problem.mesh.numberOfElements(); ++e)
  {
    problem.moduli.push_back(std::pow(10.0, random.uniform(-3, 0)));
  }
  return problem;
}

/// Requests a stop at the n-th query.
class StopAfter : public Observer
{
public:
  explicit StopAfter(int questions) : Left(questions) {}
  bool stopRequested() override { return --this->Left < 0; }

private:
  int Left;
};

template <class Space>
class ConjugateGradientTest : public OnSpace<Space>
{
protected:
  /// The problem in memory of the space; u is the initial guess, then the solution.
  struct OnTheSpace
  {
    explicit OnTheSpace(const reference::LinearProblem& problem)
      : K(layoutsOf(Computing, problem.mesh), problem.mesh, problem.poissonsRatio),
        System(K, problem.springs), Moduli(K.materialPointsPointer(), problem.moduli),
        Jacobi(K, System, problem.supports), Forces(K.layoutPointer(), problem.forces),
        Solver(K.layoutPointer())
    {
      this->K.setModuli(this->Moduli);
      this->Jacobi.update(this->Moduli, 1.0);
    }

    SolverReport solve(
      std::vector<double>& u, double tolerance, int maximumIterations, Observer& observer)
    {
      Vector<Space> deviceU(this->K.layoutPointer(), u);
      const SolverReport report = this->Solver.solve(
        this->K, this->Jacobi, this->Forces, deviceU, tolerance, maximumIterations, observer);
      u = deviceU.toHost();
      return report;
    }

    Context<Space> Computing;
    Hex8Operator<Space> K;
    SpringOperator<Space> System;
    Vector<Space> Moduli;
    DiagonalPreconditioner<Space> Jacobi;
    Vector<Space> Forces;
    ConjugateGradient<Space> Solver;
  };

  Observer Silent;
};
TYPED_TEST_SUITE(ConjugateGradientTest, Spaces, SpaceNames);
}

TYPED_TEST(ConjugateGradientTest, MatchesADirectSolution)
{
  Random random(61);
  for (const auto& box : { std::array<int, 3>{ 3, 2, 2 }, { 6, 4, 3 }, { 9, 6, 5 } })
  {
    const reference::LinearProblem problem = randomProblem(box, random);
    SCOPED_TRACE(problem.mesh.numberOfElements());
    typename TestFixture::OnTheSpace system(problem);
    std::vector<double> u(problem.forces.size(), 0.0);
    const SolverReport report = system.solve(u, 1e-13, 100000, this->Silent);
    EXPECT_TRUE(report.converged);
    EXPECT_FALSE(report.stopped);
    EXPECT_GT(report.iterations, 0);
    EXPECT_LE(report.residual, 1e-13);
    EXPECT_LT(relativeDifference(u, reference::solveDirect(problem)), 1e-8);
  }
}

TYPED_TEST(ConjugateGradientTest, HonoursPrescribedDisplacements)
{
  Random random(62);
  reference::LinearProblem problem = randomProblem({ 6, 4, 3 }, random);
  problem.prescribedDisplacement = random.vector(problem.forces.size(), -1, 1);
  typename TestFixture::OnTheSpace system(problem);
  std::vector<double> u = random.vector(problem.forces.size(), -1, 1); // a poor initial guess
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    u[i] = problem.supports[i] != 0 ? problem.prescribedDisplacement[i] : u[i];
  }
  EXPECT_TRUE(system.solve(u, 1e-13, 100000, this->Silent).converged);
  EXPECT_LT(relativeDifference(u, reference::solveDirect(problem)), 1e-8);
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    if (problem.supports[i] != 0)
    {
      EXPECT_EQ(u[i], problem.prescribedDisplacement[i]) << "unknown " << i;
    }
  }
}

TYPED_TEST(ConjugateGradientTest, TakesASparseRightHandSide)
{
  Random random(67);
  reference::LinearProblem problem = randomProblem({ 6, 4, 3 }, random);
  problem.prescribedDisplacement = random.vector(problem.forces.size(), -1, 1);
  typename TestFixture::OnTheSpace system(problem);
  std::vector<double> u(problem.forces.size());
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    u[i] = problem.supports[i] != 0 ? problem.prescribedDisplacement[i] : 0.0;
  }
  Vector<TypeParam> deviceU(system.K.layoutPointer(), u);
  const SparseVector<TypeParam> f(system.K.layoutPointer(), problem.forces);
  EXPECT_TRUE(system.Solver.solve(system.K, system.Jacobi, f, deviceU, 1e-13, 100000, this->Silent)
                .converged);
  EXPECT_LT(relativeDifference(deviceU.toHost(), reference::solveDirect(problem)), 1e-8);
}

TYPED_TEST(ConjugateGradientTest, TakesAnyPreconditioner)
{
  // This diagonal is accessible through the interface only, so that it is applied by calls with
  // results in single precision instead of in fused loops. For a moderate tolerance the effect of
  // this rounding is small.
  class Hidden : public LinearPreconditioner<TypeParam>
  {
  public:
    explicit Hidden(DiagonalPreconditioner<TypeParam>& diagonal) : Diagonal(diagonal) {}
    const Vector<TypeParam, float>& apply(const Vector<TypeParam>& r) override
    {
      return this->Diagonal.apply(r);
    }
    const Vector<TypeParam, float>& freeUnknowns() const override
    {
      return this->Diagonal.freeUnknowns();
    }

  private:
    DiagonalPreconditioner<TypeParam>& Diagonal;
  };
  Random random(68);
  reference::LinearProblem problem = randomProblem({ 6, 4, 3 }, random);
  problem.prescribedDisplacement = random.vector(problem.forces.size(), -1, 1);
  typename TestFixture::OnTheSpace system(problem);
  std::vector<double> start(problem.forces.size());
  for (std::size_t i = 0; i < start.size(); ++i)
  {
    start[i] = problem.supports[i] != 0 ? problem.prescribedDisplacement[i] : 0.0;
  }
  std::vector<double> u = start;
  const int iterations = system.solve(u, 1e-4, 100000, this->Silent).iterations;
  Hidden hidden(system.Jacobi);
  Vector<TypeParam> deviceU(system.K.layoutPointer(), start);
  const SparseVector<TypeParam> f(system.K.layoutPointer(), problem.forces);
  const SolverReport report =
    system.Solver.solve(system.K, hidden, f, deviceU, 1e-4, 100000, this->Silent);
  EXPECT_TRUE(report.converged);
  EXPECT_NEAR(report.iterations, iterations, 0.1 * iterations);
  EXPECT_EQ(system.Solver.history().size(), static_cast<std::size_t>(report.iterations) + 1);
  EXPECT_LE(reference::relativeResidual(problem, deviceU.toHost()), 1.001e-4);
}

TYPED_TEST(ConjugateGradientTest, ToleratesAPreconditionerThatVaries)
{
  // This diagonal has a different scale in each application, as after inner iterations: 886
  // iterations instead of 153. The Fletcher-Reeves formula, which requires a constant
  // preconditioner, takes 4899.
  class Varying : public LinearPreconditioner<TypeParam>
  {
  public:
    explicit Varying(DiagonalPreconditioner<TypeParam>& diagonal)
      : Diagonal(diagonal), Result(diagonal.inverseDiagonal().layoutPointer())
    {
    }
    const Vector<TypeParam, float>& apply(const Vector<TypeParam>& r) override
    {
      std::vector<float> z = this->Diagonal.apply(r).toHost();
      for (float& value : z)
      {
        value *= static_cast<float>(this->Draws.uniform(0.5, 1.0));
      }
      this->Result.assign(z);
      return this->Result;
    }
    const Vector<TypeParam, float>& freeUnknowns() const override
    {
      return this->Diagonal.freeUnknowns();
    }

  private:
    DiagonalPreconditioner<TypeParam>& Diagonal;
    Vector<TypeParam, float> Result;
    Random Draws{ 70 };
  };
  Random random(69);
  const reference::LinearProblem problem = randomProblem({ 6, 4, 3 }, random);
  typename TestFixture::OnTheSpace system(problem);
  std::vector<double> u(problem.forces.size(), 0.0);
  const int iterations = system.solve(u, 1e-8, 100000, this->Silent).iterations;
  Varying varying(system.Jacobi);
  Vector<TypeParam> deviceU(system.K.layoutPointer());
  deviceU.zero();
  const SparseVector<TypeParam> f(system.K.layoutPointer(), problem.forces);
  const SolverReport report =
    system.Solver.solve(system.K, varying, f, deviceU, 1e-8, 100000, this->Silent);
  EXPECT_TRUE(report.converged);
  EXPECT_LE(report.iterations, 8 * iterations);
  EXPECT_LE(reference::relativeResidual(problem, deviceU.toHost()), 1.001e-8);
}

TYPED_TEST(ConjugateGradientTest, MeetsItsToleranceInTheTrueResidual)
{
  // The residual of the recurrence differs from the true one by rounding only.
  Random random(63);
  reference::LinearProblem problem = randomProblem({ 8, 5, 4 }, random);
  problem.prescribedDisplacement = random.vector(problem.forces.size(), -0.1, 0.1);
  typename TestFixture::OnTheSpace system(problem);
  int fewer = 0;
  for (const double tolerance : { 1e-2, 1e-5, 1e-8, 1e-10 })
  {
    SCOPED_TRACE(tolerance);
    std::vector<double> u(problem.forces.size(), 0.0);
    for (std::size_t i = 0; i < u.size(); ++i)
    {
      u[i] = problem.supports[i] != 0 ? problem.prescribedDisplacement[i] : 0.0;
    }
    const SolverReport report = system.solve(u, tolerance, 100000, this->Silent);
    const double residual = reference::relativeResidual(problem, u);
    EXPECT_TRUE(report.converged);
    EXPECT_LE(residual, tolerance * 1.001);
    EXPECT_NEAR(report.residual / residual, 1.0, 1e-3);
    EXPECT_GT(report.iterations, fewer) << "a tighter tolerance takes more iterations";
    fewer = report.iterations;
  }
}

TYPED_TEST(ConjugateGradientTest, StartsFromAFirstGuess)
{
  Random random(64);
  const reference::LinearProblem problem = randomProblem({ 8, 5, 4 }, random);
  typename TestFixture::OnTheSpace system(problem);
  std::vector<double> u(problem.forces.size(), 0.0);
  const int cold = system.solve(u, 1e-8, 100000, this->Silent).iterations;

  const std::vector<double> solved = u;
  const SolverReport again = system.solve(u, 1.01e-8, 100000, this->Silent);
  EXPECT_TRUE(again.converged);
  EXPECT_EQ(again.iterations, 0);
  EXPECT_EQ(u, solved) << "a solution handed in must not be touched";

  for (double& value : u)
  {
    value *= 1 + 1e-5;
  }
  const SolverReport warm = system.solve(u, 1e-8, 100000, this->Silent);
  EXPECT_TRUE(warm.converged);
  EXPECT_LT(warm.iterations, cold);
  EXPECT_LT(reference::relativeResidual(problem, u), 1.01e-8);
}

TYPED_TEST(ConjugateGradientTest, ReportsTheIterationLimit)
{
  Random random(65);
  const reference::LinearProblem problem = randomProblem({ 8, 5, 4 }, random);
  typename TestFixture::OnTheSpace system(problem);
  for (const int limit : { 0, 1, 7, 25 })
  {
    SCOPED_TRACE(limit);
    std::vector<double> u(problem.forces.size(), 0.0);
    const SolverReport report = system.solve(u, 1e-12, limit, this->Silent);
    EXPECT_FALSE(report.converged);
    EXPECT_FALSE(report.stopped);
    EXPECT_EQ(report.iterations, limit);
    EXPECT_NEAR(report.residual / reference::relativeResidual(problem, u), 1.0, 1e-9)
      << "what is reported is not the residual of what is handed back";
  }
}

TYPED_TEST(ConjugateGradientTest, StopsWhenAsked)
{
  Random random(66);
  const reference::LinearProblem problem = randomProblem({ 8, 5, 4 }, random);
  typename TestFixture::OnTheSpace system(problem);
  std::vector<double> u(problem.forces.size(), 0.0);
  StopAfter stop(2);
  const SolverReport report = system.solve(u, 1e-12, 100000, stop);
  EXPECT_TRUE(report.stopped);
  EXPECT_FALSE(report.converged);
  EXPECT_GT(report.iterations, 0);
  EXPECT_LT(report.iterations, 100);
  // Another solution that starts there converges.
  EXPECT_TRUE(system.solve(u, 1e-12, 100000, this->Silent).converged);
  EXPECT_LT(relativeDifference(u, reference::solveDirect(problem)), 1e-8);
}

TYPED_TEST(ConjugateGradientTest, ReportsProgressInOrder)
{
  class Watcher : public Observer
  {
  public:
    void progress(double fraction, const std::string& text) override
    {
      EXPECT_GE(fraction, 0.0);
      EXPECT_LE(fraction, 1.0);
      EXPECT_FALSE(text.empty());
      ++this->Calls;
    }
    int Calls = 0;
  };
  Random random(67);
  const reference::LinearProblem problem = randomProblem({ 8, 5, 4 }, random);
  typename TestFixture::OnTheSpace system(problem);
  std::vector<double> u(problem.forces.size(), 0.0);
  Watcher watcher;
  system.solve(u, 1e-10, 100000, watcher);
  EXPECT_GT(watcher.Calls, 1);
}

TYPED_TEST(ConjugateGradientTest, ZeroForcesGiveZero)
{
  Random random(68);
  reference::LinearProblem problem = randomProblem({ 3, 2, 2 }, random);
  problem.forces.assign(problem.forces.size(), 0.0);
  typename TestFixture::OnTheSpace system(problem);
  std::vector<double> u(problem.forces.size(), 0.0);
  const SolverReport report = system.solve(u, 1e-8, 1000, this->Silent);
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(u, problem.forces);
}

TYPED_TEST(ConjugateGradientTest, RefusesWhatIsNotPositiveDefinite)
{
  Random random(69);
  reference::LinearProblem problem = randomProblem({ 3, 2, 2 }, random);
  for (const double wrong : { -1.0, std::numeric_limits<double>::quiet_NaN() })
  {
    reference::LinearProblem broken = problem;
    for (double& modulus : broken.moduli)
    {
      modulus *= wrong;
    }
    typename TestFixture::OnTheSpace system(problem); // the diagonal is positive
    const Vector<TypeParam> moduli(system.K.materialPointsPointer(), broken.moduli);
    system.K.setModuli(moduli);
    std::vector<double> u(problem.forces.size(), 0.0);
    EXPECT_THROW(system.solve(u, 1e-8, 1000, this->Silent), SolverBreakdown) << wrong;
  }
}
