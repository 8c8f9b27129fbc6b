#ifndef TRABECULA_TESTING_KERNELS_SOLVER_RIGIDBODY_COARSESPACETESTINPUT_H
#define TRABECULA_TESTING_KERNELS_SOLVER_RIGIDBODY_COARSESPACETESTINPUT_H

#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/Vector.h"
#include "Operator/Hex8/MakeHex8Operator.h"
#include "Operator/StiffnessOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/DiagonalPreconditioner.h"
#include "Solver/DirectSolverReference.h"
#include "Solver/RigidBody/RigidBodyCoarseSpace.h"
#include "Solver/SymmetricInverse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace trabecula::testing
{
template <class Space>
class CoarseSpaceTest : public OnSpace<Space>
{
protected:
  Vector<Space> moduliOf(const reference::LinearProblem& problem)
  {
    return Vector<Space>(layoutsOf(this->context(), problem.mesh).materialPoints, problem.moduli);
  }

  /// Returns P times the values of a coarse space after solve(r).
  std::vector<double> correction(RigidBodyCoarseSpace<Space>& coarse,
    const reference::LinearProblem& problem, const std::vector<double>& r)
  {
    const Vector<Space> deviceR(this->nodal(problem.mesh.numberOfNodes()), r);
    coarse.solve(deviceR);
    const detail::CoarseMotion motion = coarse.motion();
    const auto nodes = static_cast<std::int64_t>(problem.mesh.numberOfNodes());
    // Motions are in memory of the space and therefore copied first.
    std::vector<std::int32_t> aggregateOf(static_cast<std::size_t>(nodes));
    std::vector<float> offsets(static_cast<std::size_t>(3 * nodes));
    std::vector<double> values(static_cast<std::size_t>(coarse.rows()));
    this->context().copyToHost(aggregateOf.data(), motion.aggregateOf, aggregateOf.size() * 4);
    this->context().copyToHost(offsets.data(), motion.offsets, offsets.size() * 4);
    this->context().copyToHost(values.data(), motion.values, values.size() * 8);
    const detail::CoarseMotion onHost = { aggregateOf.data(), offsets.data(), values.data() };
    std::vector<double> result(r.size(), 0.0);
    for (std::int64_t i = 0; i < 3 * nodes; ++i)
    {
      if (problem.supports[static_cast<std::size_t>(i)] == 0)
      {
        result[static_cast<std::size_t>(i)] = onHost(i / 3, static_cast<int>(i % 3));
      }
    }
    return result;
  }

  SolverReport solve(const reference::LinearProblem& problem, std::size_t aggregates,
    double tolerance, std::vector<double>& u)
  {
    auto K = makeHex8Operator<Space>(
      layoutsOf(this->context(), problem.mesh), problem.mesh, problem.poissonsRatio);
    SpringOperator<Space> system(*K, {});
    const Vector<Space> moduli(K->materialPointsPointer(), problem.moduli);
    K->setModuli(moduli);
    std::unique_ptr<RigidBodyCoarseSpace<Space>> coarse;
    if (aggregates > 0)
    {
      coarse = std::make_unique<RigidBodyCoarseSpace<Space>>(
        this->context(), problem.mesh, problem.supports, problem.poissonsRatio, aggregates);
    }
    DiagonalPreconditioner<Space> preconditioner(*K, system, problem.supports, std::move(coarse));
    preconditioner.update(moduli, 1.0);
    EXPECT_EQ(preconditioner.coarse() != nullptr, aggregates > 0);
    const Vector<Space> forces(K->layoutPointer(), problem.forces);
    Vector<Space> solution(K->layoutPointer(), u);
    ConjugateGradient<Space> solver(K->layoutPointer());
    Observer silent;
    const SolverReport report =
      solver.solve(system, preconditioner, forces, solution, tolerance, 100000, silent);
    u = solution.toHost();
    return report;
  }
};
}

#endif
