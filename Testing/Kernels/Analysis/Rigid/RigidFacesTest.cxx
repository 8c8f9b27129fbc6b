// Tests of faces that move as rigid bodies: against dense matrices, known answers, differences.

#include "Analysis/Rigid/RigidTestInput.h"
#include "Analysis/Static/StaticAnalysisTestInput.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/Loads/SurfaceLoads.h"
#include "Analysis/Rigid/RigidMotions.h"
#include "Analysis/Static/StaticAnalysis.h"
#include "Analysis/Static/StiffnessMatrix.h"

#include <Eigen/Dense>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class RigidFacesOn : public StaticAnalyses
{
};

/// The whole stiffness matrix.
MatrixXd denseStiffness(const StaticProblem& problem)
{
  const HostMatrix matrix = stiffnessMatrix(problem);
  MatrixXd dense = MatrixXd::Zero(matrix.rows(), matrix.rows());
  for (Index i = 0; i < dense.rows(); ++i)
  {
    for (std::int64_t k = matrix.offsets[std::size_t(i)]; k < matrix.offsets[std::size_t(i) + 1];
         ++k)
    {
      dense(i, matrix.columns[std::size_t(k)]) = matrix.values[std::size_t(k)];
    }
  }
  return dense;
}

/// Solves with Lagrange multipliers for all conditions: points of a face move by six motions, and
/// supports and motions are prescribed. Redundant conditions are permitted.
VectorXd denseSolution(const StaticProblem& problem, const std::vector<double>& forces)
{
  const StructuralProblem& structure = problem.structure;
  const std::vector<double>& points = structure.mesh.points;
  const MatrixXd stiffness = denseStiffness(problem);
  const Index n = stiffness.rows();
  std::set<std::int32_t> faces(structure.rigid.numbers.begin(), structure.rigid.numbers.end());
  faces.erase(0);
  const std::vector<std::int32_t> numbers(faces.begin(), faces.end());
  const Index unknowns = n + 6 * static_cast<Index>(numbers.size());
  std::vector<VectorXd> rows;
  std::vector<double> values;
  const auto motionAt = [&](std::size_t face, const double* x, Index component)
  {
    // u + theta x x of the motions about the origin
    VectorXd row = VectorXd::Zero(unknowns);
    const Index first = n + 6 * static_cast<Index>(face);
    row[first + component] = 1.0;
    row[first + 3 + (component + 1) % 3] = x[(component + 2) % 3];
    row[first + 3 + (component + 2) % 3] = -x[(component + 1) % 3];
    return row;
  };
  for (std::size_t i = 0; i < structure.rigid.numbers.size(); ++i)
  {
    const auto face = std::find(numbers.begin(), numbers.end(), structure.rigid.numbers[i]);
    if (face != numbers.end())
    {
      VectorXd row = -motionAt(
        std::size_t(face - numbers.begin()), &points[i / 3 * 3], static_cast<Index>(i % 3));
      row[static_cast<Index>(i)] = 1.0;
      rows.push_back(row);
      values.push_back(0.0);
    }
  }
  for (std::size_t i = 0; i < structure.supports.size(); ++i)
  {
    if (structure.supports[i])
    {
      rows.push_back(VectorXd::Unit(unknowns, static_cast<Index>(i)));
      values.push_back(
        structure.prescribedDisplacement.empty() ? 0.0 : structure.prescribedDisplacement[i]);
    }
  }
  for (const RigidFaceMotion& motion : structure.rigid.motions)
  {
    const auto face =
      std::size_t(std::find(numbers.begin(), numbers.end(), motion.face) - numbers.begin());
    VectorXd row = VectorXd::Zero(unknowns);
    for (Index c = 0; c < 3; ++c)
    {
      row += motion.direction[std::size_t(c)] * motionAt(face, motion.point.data(), c);
      row[n + 6 * static_cast<Index>(face) + 3 + c] += motion.axis[std::size_t(c)];
    }
    rows.push_back(row);
    values.push_back(motion.value);
  }
  const auto conditions = static_cast<Index>(rows.size());
  MatrixXd system = MatrixXd::Zero(unknowns + conditions, unknowns + conditions);
  VectorXd right = VectorXd::Zero(unknowns + conditions);
  system.topLeftCorner(n, n) = stiffness;
  for (Index i = 0; i < conditions; ++i)
  {
    system.row(unknowns + i).head(unknowns) = rows[std::size_t(i)].transpose();
    system.col(unknowns + i).head(unknowns) = rows[std::size_t(i)];
    right[unknowns + i] = values[std::size_t(i)];
  }
  for (Index i = 0; i < n; ++i)
  {
    right[i] = forces[std::size_t(i)];
  }
  const VectorXd solution = system.completeOrthogonalDecomposition().solve(right);
  EXPECT_LT((system * solution - right).norm(), 1e-7 * right.norm());
  return solution.head(n);
}

/// A box of 3 x 2 x 2, held at x = 0, with random moduli and forces.
/// @param isLattice whether it consists of bricks
StaticProblem randomProblem(Random& random, CellType type, bool isLattice)
{
  const bool isQuadratic = cellShape(type).isQuadratic();
  StaticProblem problem = heldBox(type,
    isQuadratic ? std::array<int, 3>{ 2, 1, 1 } : std::array<int, 3>{ 3, 2, 2 }, { 3.0, 2.0, 2.0 });
  StructuralProblem& structure = problem.structure;
  structure.material = { 5.0, 0.3 };
  structure.solver.tolerance = 1e-11;
  problem.moduli = random.vector(structure.mesh.numberOfElements(), 1.0, 5.0);
  std::vector<double>& points = structure.mesh.points;
  for (std::size_t i = 0; i < points.size() && !isLattice && !isQuadratic; i += 3)
  {
    if (isAt(points[i], 1.0) && isAt(points[i + 1], 1.0) && isAt(points[i + 2], 1.0))
    {
      points[i] += 0.1;
    }
  }
  structure.loadCases.push_back({ "Force", 1.0, random.vector(points.size(), -1.0, 1.0) });
  return problem;
}
}

TEST_P(RigidFacesOn, AreThoseOfADenseSystem)
{
  Random random(41);
  for (int kind = 0; kind < 12; ++kind)
  {
    const CellType type = kind % 3 == 2 ? CellType::QuadraticTetrahedron : CellType::Hexahedron;
    StaticProblem problem = randomProblem(random, type, kind % 4 < 2);
    StructuralProblem& structure = problem.structure;
    makeRigid(structure, 0, 3.0, 7);
    if (kind >= 4)
    {
      // A second face: one line of points, or a plane that the support at x = 0 meets.
      makeRigid(structure, 2, 2.0, 3);
    }
    if (kind % 4 == 1)
    {
      structure.rigid.motions.push_back(
        { 7, { 3.0, 1.0, 5.0 }, { 0.0, 0.3, 1.0 }, { 0.0, 0.0, 0.0 }, 0.2 });
    }
    if (kind % 4 == 2)
    {
      structure.rigid.motions.push_back(
        { 7, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, { 1.0, 0.2, 0.0 }, -0.1 });
      structure.rigid.motions.push_back(
        { 7, { 0.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0 }, { 0.5, 0.2, 0.0 }, 0.05 });
    }
    if (kind % 4 == 3)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        RigidFaceMotion held = { 7, { 3.0, 1.0, 1.0 }, {}, {}, 0.1 * double(c) };
        held.direction[c] = 1.0;
        structure.rigid.motions.push_back(held);
        held.direction[c] = 0.0;
        held.axis[c] = 1.0;
        structure.rigid.motions.push_back(held);
      }
    }
    if (kind % 2 == 1)
    {
      structure.solver.preconditioner = Preconditioner::RigidBodyModes;
    }
    const VectorXd wanted = denseSolution(problem, structure.loadCases[0].forces);
    resolveRigidFaces(structure);
    const std::vector<double> found = this->analyse(problem).loadCases[0].displacement;
    const double scale = wanted.lpNorm<Eigen::Infinity>();
    for (std::size_t i = 0; i < found.size(); ++i)
    {
      EXPECT_NEAR(found[i], wanted[static_cast<Index>(i)], 1e-7 * scale)
        << "kind " << kind << ", unknown " << i;
    }
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
}

TEST_P(RigidFacesOn, OfABeamHaveTheKnownMotions)
{
  // A clamped beam of length 10 with unit cross section: compliances over loads of a moment about
  // z, a force at 5 beyond the end and a torque at the end, distributed without stiffness and on a
  // rigid end. Computed by an independent program, all digits as printed there.
  struct Known
  {
    double ratio;
    double bending[2];
    double remote[2];
    double torsion[2];
  };
  for (const Known& known :
    { Known{ 0.0, { 0.12, 0.12 }, { 0.130237, 0.130236 }, { 0.140075, 0.139500 } },
      Known{ 0.3, { 0.119585, 0.119169 }, { 0.129373, 0.129264 }, { 0.182014, 0.181236 } } })
  {
    for (const int isRigid : { 0, 1 })
    {
      StaticProblem problem =
        heldBox(CellType::QuadraticHexahedron, { 20, 2, 2 }, { 10.0, 1.0, 1.0 });
      StructuralProblem& structure = problem.structure;
      structure.material = { 1000.0, known.ratio };
      structure.solver.tolerance = 1e-7;
      std::vector<ElementFace> end;
      for (std::size_t e = 0; e < structure.mesh.numberOfElements(); ++e)
      {
        const CellShape& shape = structure.mesh.shape(e);
        for (int f = 0; f < shape.faces; ++f)
        {
          bool isAtEnd = true;
          for (int a = 0; a < shape.nodesOfFace[f]; ++a)
          {
            const std::int32_t node = structure.mesh.element(e)[shape.faceNodes[f][a]];
            isAtEnd = isAtEnd && isAt(structure.mesh.points[3 * std::size_t(node)], 10.0);
          }
          if (isAtEnd)
          {
            end.push_back({ static_cast<std::int32_t>(e), f });
          }
        }
      }
      const FaceSurface surface = surfaceOf(structure.mesh, end);
      std::vector<double> force = forcesOfTotalForce(surface, { 0.0, 0.01, 0.0 });
      const std::vector<double> moment = forcesOfMoment(surface, { 0.0, 0.0, 0.05 });
      std::transform(moment.begin(), moment.end(), force.begin(), force.begin(), std::plus<>());
      structure.loadCases.push_back({ "Bending", 1.0, forcesOfMoment(surface, { 0.0, 0.0, 1.0 }) });
      structure.loadCases.push_back({ "Remote", 1.0, force });
      structure.loadCases.push_back({ "Torsion", 1.0, forcesOfMoment(surface, { 1.0, 0.0, 0.0 }) });
      if (isRigid)
      {
        makeRigid(structure, 0, 10.0, 1);
        resolveRigidFaces(structure);
      }
      const StaticAnalysis found = this->analyse(problem);
      EXPECT_NEAR(found.loadCases[0].summary.compliance, known.bending[isRigid], 5.1e-7);
      EXPECT_NEAR(found.loadCases[1].summary.compliance / 0.01, known.remote[isRigid], 5.1e-7);
      EXPECT_NEAR(found.loadCases[2].summary.compliance, known.torsion[isRigid], 5.1e-7);
      if (known.ratio == 0.0)
      {
        EXPECT_NEAR(found.loadCases[0].summary.displacement.value, std::hypot(0.6, 0.06), 1e-6);
      }
    }
  }
}

TEST_P(RigidFacesOn, BalanceForcesAtAHinge)
{
  // A beam between two hinges about y at its ends, of which one slides along x, under a force in
  // the middle: its ends turn, and each carries half of the force.
  StaticProblem problem = heldBox(CellType::Hexahedron, { 12, 1, 2 }, { 6.0, 0.5, 1.0 });
  StructuralProblem& structure = problem.structure;
  structure.material = { 100.0, 0.3 };
  std::fill(structure.supports.begin(), structure.supports.end(), 0);
  makeRigid(structure, 0, 0.0, 1);
  makeRigid(structure, 0, 6.0, 2);
  for (const std::int32_t face : { 1, 2 })
  {
    const double x = face == 1 ? 0.0 : 6.0;
    for (std::size_t c = 0; c < 3; ++c)
    {
      RigidFaceMotion held = { face, { x, 0.25, 0.5 }, {}, {}, 0.0 };
      held.direction[c] = 1.0;
      if (face == 1 || c > 0)
      {
        structure.rigid.motions.push_back(held);
      }
      held.direction[c] = 0.0;
      held.axis[c] = 1.0;
      if (c != 1)
      {
        structure.rigid.motions.push_back(held);
      }
    }
  }
  pull(problem, 3.0, { 0.0, 0.0, 0.0 }, "Force");
  for (std::size_t i = 2; i < structure.mesh.points.size(); i += 3)
  {
    structure.loadCases[0].forces[i] = isAt(structure.mesh.points[i - 2], 3.0) ? -1.0 : 0.0;
  }
  resolveRigidFaces(structure);
  const StaticAnalysis analysis = this->analyse(problem);
  const StaticLoadCase& found = analysis.loadCases[0];
  EXPECT_LT(found.summary.imbalance, 1e-9);
  double ends[2] = { 0.0, 0.0 };
  for (std::size_t node = 0; node < structure.mesh.numberOfNodes(); ++node)
  {
    ends[structure.mesh.points[3 * node] > 3.0 ? 1 : 0] += found.reaction[3 * node + 2];
  }
  EXPECT_NEAR(ends[0], 3.0, 1e-7);
  EXPECT_NEAR(ends[1], 3.0, 1e-7);
}

TEST_P(RigidFacesOn, HaveDerivativesOfTheCompliance)
{
  // dC/dE_e of a part with two rigid faces, one of them a hinge, against central differences.
  Random random(77);
  StaticProblem box = heldBox(CellType::Hexahedron, { 4, 2, 2 }, { 4.0, 2.0, 2.0 });
  StructuralProblem& structure = box.structure;
  std::fill(structure.supports.begin(), structure.supports.end(), 0);
  makeRigid(structure, 0, 0.0, 1);
  makeRigid(structure, 0, 4.0, 2);
  for (std::size_t c = 0; c < 3; ++c)
  {
    RigidFaceMotion held = { 1, { 0.0, 1.0, 1.0 }, {}, {}, 0.0 };
    held.direction[c] = 1.0;
    structure.rigid.motions.push_back(held);
    held.direction[c] = 0.0;
    held.axis[c] = 1.0;
    if (c != 1)
    {
      structure.rigid.motions.push_back(held);
    }
  }
  // A second support, so that the hinge does not turn freely.
  for (std::size_t i = 2; i < structure.supports.size(); i += 3)
  {
    structure.supports[i] =
      isAt(structure.mesh.points[i - 2], 2.0) && isAt(structure.mesh.points[i], 0.0) ? 1 : 0;
  }
  structure.loadCases.push_back(
    { "Force", 1.0, random.vector(structure.mesh.points.size(), -1.0, 1.0) });
  resolveRigidFaces(structure);
  Observer observer;
  std::vector<double> shares = random.vector(structure.mesh.numberOfElements(), 0.3, 0.9);
  const auto analyse = [&]
  { return analyseElastic(structure, shares, this->Used, observer).value(); };
  const ElasticAnalysis base = analyse();
  for (const std::size_t e : { 0U, 5U, 9U, 15U })
  {
    const double step = 1e-4;
    const double share = shares[e];
    shares[e] = share + step;
    const double above = analyse().compliance;
    shares[e] = share - step;
    const double below = analyse().compliance;
    shares[e] = share;
    const double wanted = (above - below) / (2.0 * step);
    EXPECT_NEAR(-2.0 * base.strainEnergyDensity[e] * base.volumes[e] / share / wanted, 1.0, 1e-5);
  }
}

TEST_P(RigidFacesOn, TakeAFewIterationsMore)
{
  // A slender beam of voxels, and the same with a rigid end.
  for (const Preconditioner with : { Preconditioner::Multigrid, Preconditioner::RigidBodyModes })
  {
    int iterations[2] = { 0, 0 };
    for (const int isRigid : { 0, 1 })
    {
      StaticProblem problem = heldBox(CellType::Hexahedron, { 60, 8, 8 }, { 60.0, 8.0, 8.0 });
      StructuralProblem& structure = problem.structure;
      structure.solver.tolerance = 1e-6;
      structure.solver.preconditioner = with;
      pull(problem, 60.0, { 0.1, 0.2, -1.0 }, "Force");
      if (isRigid)
      {
        makeRigid(structure, 0, 60.0, 1);
        resolveRigidFaces(structure);
      }
      iterations[isRigid] = this->analyse(problem).solverIterations;
    }
    RecordProperty(with == Preconditioner::Multigrid ? "Multigrid" : "Modes",
      std::to_string(iterations[0]) + " to " + std::to_string(iterations[1]));
    EXPECT_LE(iterations[1], 3 * iterations[0] + 20);
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, RigidFacesOn, ::testing::ValuesIn(deviceRequests()), deviceName);
