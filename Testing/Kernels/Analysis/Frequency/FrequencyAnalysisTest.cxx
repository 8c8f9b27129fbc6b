// Tests of natural frequencies: known answers, published problems, repeated eigenvalues, bodies
// that are free or partly held, parts, and bad input.

#include "Operator/Assembled/AssembledCases.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Analysis/Frequency/FrequencyAnalysis.h"
#include "Core/Error.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Operator/Mass/MassReference.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using Position = std::array<double, 3>;

constexpr CellType Types[] = { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
  CellType::Hexahedron, CellType::QuadraticHexahedron };

/// Returns a box without supports. @param at maps the unit cube to the body
FrequencyProblem bodyOf(CellType type, const std::array<int, 3>& cells,
  const std::function<Position(const Position&)>& at)
{
  FrequencyProblem problem;
  problem.structure.mesh = makeBox(type, cells, at);
  problem.structure.supports.assign(problem.structure.mesh.points.size(), 0);
  return problem;
}

/// Supports components of the nodes that a predicate chooses.
void hold(FrequencyProblem& problem, const std::vector<std::size_t>& components,
  const std::function<bool(const Position&)>& isChosen)
{
  const std::vector<double>& points = problem.structure.mesh.points;
  for (std::size_t i = 0; i < points.size(); i += 3)
  {
    for (const std::size_t c : components)
    {
      if (isChosen({ points[i], points[i + 1], points[i + 2] }))
      {
        problem.structure.supports[i + c] = 1;
      }
    }
  }
}

bool near(double a, double b)
{
  return std::abs(a - b) < 1e-9;
}

/// Returns a cantilever of steel in mm, N, t: 10 x 1 x 2, clamped at x = 0.
FrequencyProblem cantilever(CellType type, int m)
{
  FrequencyProblem problem = bodyOf(type, { 10 * m, m, 2 * m },
    [](const Position& p) {
      return Position{ 10.0 * p[0], p[1], 2.0 * p[2] };
    });
  problem.structure.material = { 210e3, 0.3 };
  problem.density = 7.85e-9;
  hold(problem, { 0, 1, 2 }, [](const Position& p) { return near(p[0], 0.0); });
  return problem;
}

FrequencyAnalysis solved(const FrequencyProblem& problem, const Device& device)
{
  Observer observer;
  const auto analysis = analyseFrequencies(problem, device, observer);
  EXPECT_TRUE(analysis.has_value());
  EXPECT_TRUE(analysis->converged);
  for (const VibrationMode& mode : analysis->modes)
  {
    EXPECT_LE(mode.residual, problem.tolerance);
  }
  return *analysis;
}

std::string refusalOf(const FrequencyProblem& problem)
{
  try
  {
    Observer observer;
    analyseFrequencies(problem, Device(), observer);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return "nothing was refused";
}

class FrequencyAnalysisTest : public OnDevice
{
};
TRABECULA_ON_EVERY_DEVICE(FrequencyAnalysisTest);
}

TEST_P(FrequencyAnalysisTest, OfACantileverIsKnown)
{
  // f1 of a consistent mass and of a lumped one, by an independent program in Python. Beam theory:
  // 8290.
  constexpr double known[][2] = { { 11756.0221, 11735.6604 }, { 8382.01447, 8377.45479 },
    { 8943.34147, 8926.17556 }, { 8380.03996, 8369.27096 } };
  for (std::size_t i = 0; i < 4; ++i)
  {
    for (const bool isLumped : { false, true })
    {
      SCOPED_TRACE(cellShape(Types[i]).name);
      FrequencyProblem problem = cantilever(Types[i], 2);
      problem.isLumped = isLumped;
      problem.modes = 10;
      const FrequencyAnalysis analysis = solved(problem, this->Used);
      EXPECT_NEAR(analysis.modes[0].frequency, known[i][isLumped ? 1 : 0],
        1e-8 * analysis.modes[0].frequency);
      EXPECT_EQ(analysis.rigidModes, 0);
      EXPECT_NEAR(analysis.mass, 20.0 * problem.density, 1e-12 * analysis.mass);
      EXPECT_LE(analysis.iterations, 30);
      // The first mode bends along y, and 0.61 of a cantilever's mass take part.
      const std::array<double, 3>& effective = analysis.modes[0].effectiveMass;
      EXPECT_NEAR(effective[1] / analysis.mass, 0.61, 0.03);
      EXPECT_LT(effective[0] + effective[2], 0.01 * analysis.mass);
      double largest = 0.0;
      for (std::size_t node = 0; node < analysis.modes[0].shape.size(); node += 3)
      {
        const double* u = &analysis.modes[0].shape[node];
        largest = std::max(largest, std::hypot(u[0], u[1], u[2]));
      }
      EXPECT_NEAR(largest, 1.0, 1e-12);
    }
  }
}

TEST_P(FrequencyAnalysisTest, OfAFreeCubeIsKnownAndRepeated)
{
  constexpr double known[] = { 4.48682767, 3.17020325, 3.51560378, 3.14748919 };
  for (std::size_t i = 0; i < 4; ++i)
  {
    SCOPED_TRACE(cellShape(Types[i]).name);
    FrequencyProblem problem = bodyOf(Types[i], { 4, 4, 4 }, [](const Position& p) { return p; });
    problem.modes = 6;
    const FrequencyAnalysis analysis = solved(problem, this->Used);
    EXPECT_EQ(analysis.rigidModes, 6);
    EXPECT_NEAR(analysis.modes[0].eigenvalue, known[i], 1e-8 * known[i]);
    if (Types[i] == CellType::Hexahedron || Types[i] == CellType::QuadraticHexahedron)
    {
      // The cube's symmetry repeats eigenvalues twice or three times.
      EXPECT_NEAR(analysis.modes[1].eigenvalue, known[i], 1e-8 * known[i]);
    }
    for (const VibrationMode& mode : analysis.modes)
    {
      for (const double mass : mode.effectiveMass)
      {
        EXPECT_LT(mass, 1e-12); // a free body does not move as a whole
      }
    }
  }
}

TEST_P(FrequencyAnalysisTest, OfNafemsProblems)
{
  // FV32, a tapered membrane; published 44.623, 130.03, 162.70, 246.05, 379.90, 391.44.
  FrequencyProblem membrane = bodyOf(CellType::QuadraticHexahedron, { 16, 8, 1 },
    [](const Position& p) {
      return Position{ 10.0 * p[0], (p[1] - 0.5) * (5.0 - 4.0 * p[0]), 0.025 * p[2] };
    });
  membrane.structure.material = { 200e9, 0.3 };
  membrane.density = 8000.0;
  membrane.modes = 6;
  hold(membrane, { 0, 1 }, [](const Position& p) { return near(p[0], 0.0); });
  hold(membrane, { 2 }, [](const Position& p) { return near(p[2], 0.0); });
  constexpr double ofMembrane[] = { 44.6229, 130.035, 162.698, 246.054, 379.901, 391.435 };
  const FrequencyAnalysis first = solved(membrane, this->Used);
  for (std::size_t i = 0; i < 6; ++i)
  {
    EXPECT_NEAR(first.modes[i].frequency, ofMembrane[i], 2e-5 * ofMembrane[i]);
  }

  // FV52, a simply supported plate, which can slide and turn in its plane; a repeated frequency.
  FrequencyProblem plate = bodyOf(CellType::QuadraticHexahedron, { 4, 4, 1 },
    [](const Position& p) {
      return Position{ 10.0 * p[0], 10.0 * p[1], p[2] };
    });
  plate.structure.material = { 200e9, 0.3 };
  plate.density = 8000.0;
  plate.modes = 4;
  hold(plate, { 2 },
    [](const Position& p)
    {
      return near(p[2], 0.0) &&
        (near(std::abs(p[0] - 5.0), 5.0) || near(std::abs(p[1] - 5.0), 5.0));
    });
  constexpr double ofPlate[] = { 44.7962721, 110.542681, 110.542681, 169.09546 };
  const FrequencyAnalysis second = solved(plate, this->Used);
  EXPECT_EQ(second.rigidModes, 3);
  for (std::size_t i = 0; i < 4; ++i)
  {
    EXPECT_NEAR(second.modes[i].frequency, ofPlate[i], 1e-8 * ofPlate[i]);
  }
}

TEST_P(FrequencyAnalysisTest, CountsPointMassesAndSoftElements)
{
  // A massless rod with a mass at its end vibrates with the frequency of a spring.
  FrequencyProblem rod = bodyOf(CellType::Hexahedron, { 8, 2, 2 },
    [](const Position& p) {
      return Position{ 8.0 * p[0], 2.0 * p[1], 2.0 * p[2] };
    });
  rod.structure.material = { 100.0, 0.0 };
  rod.density = 1e-9;
  rod.modes = 1;
  const Mesh& mesh = rod.structure.mesh;
  hold(rod, { 0 }, [](const Position& p) { return near(p[0], 0.0); });
  hold(rod, { 1, 2 }, [](const Position&) { return true; });
  rod.pointMasses.assign(mesh.numberOfNodes(), 0.0);
  for (std::size_t node = 0; node < mesh.numberOfNodes(); ++node)
  {
    // As a uniform pressure is distributed: 3 in all.
    const double* p = &mesh.points[3 * node];
    const double share = (near(p[1], 1.0) ? 2.0 : 1.0) * (near(p[2], 1.0) ? 2.0 : 1.0) / 16.0;
    rod.pointMasses[node] = near(p[0], 8.0) ? 3.0 * share : 0.0;
  }
  const double stiffness = 100.0 * 4.0 / 8.0;
  const FrequencyAnalysis analysis = solved(rod, this->Used);
  EXPECT_NEAR(analysis.modes[0].eigenvalue, stiffness / 3.0, 1e-7 * stiffness);
  EXPECT_NEAR(analysis.mass, 3.0, 1e-6);
  // Moduli and densities that a solid fraction scales alike leave frequencies of the material.
  FrequencyProblem porous = cantilever(CellType::Hexahedron, 1);
  porous.modes = 2;
  const double whole = solved(porous, this->Used).modes[0].frequency;
  porous.solidFractions.assign(porous.structure.mesh.numberOfElements(), 0.4);
  porous.moduli.assign(porous.solidFractions.size(), 4.0 * 210e3);
  EXPECT_NEAR(solved(porous, this->Used).modes[0].frequency, 2.0 * whole, 1e-8 * whole);
}

TEST_P(FrequencyAnalysisTest, AreThoseOfDenseMatrices)
{
  // Random meshes of all types, random moduli, densities, masses and supports.
  Random random(3831);
  for (const AssembledCase& one : assembledCases(random))
  {
    SCOPED_TRACE(one.name);
    if (one.mesh.isMixed()) // their faces do not match
    {
      continue;
    }
    FrequencyProblem problem;
    problem.structure.mesh = one.mesh;
    const std::size_t n = one.mesh.points.size();
    const std::size_t elements = one.mesh.numberOfElements();
    problem.structure.supports.assign(n, 0);
    const bool isFree = random.index(2) == 0;
    for (int i = 0; i < (isFree ? 2 : 30); ++i)
    {
      problem.structure.supports[random.index(n)] = 1;
    }
    problem.moduli = random.vector(elements, 0.5, 2.0);
    problem.solidFractions = random.vector(elements, 0.3, 1.0);
    problem.pointMasses = random.vector(n / 3, 0.0, 0.01);
    problem.isLumped = random.index(2) == 0;
    problem.density = 3.0;
    problem.modes = 5;
    problem.tolerance = 1e-8;
    const FrequencyAnalysis analysis = solved(problem, this->Used);

    std::vector<double> moduli = problem.moduli;
    std::vector<double> densities(elements, problem.density);
    for (std::size_t e = 0; e < elements; ++e)
    {
      moduli[e] *= problem.solidFractions[e];
      densities[e] *= problem.solidFractions[e];
    }
    const std::vector<double> stiffness =
      denseReference(one.mesh, problem.structure.material.poissonsRatio, moduli);
    const std::vector<double> mass = reference::massMatrix(one.mesh, densities, problem.isLumped);
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < n; ++i)
    {
      if (!problem.structure.supports[i])
      {
        free.push_back(i);
      }
    }
    const auto size = static_cast<Eigen::Index>(free.size());
    Eigen::MatrixXd K(size, size);
    Eigen::MatrixXd M(size, size);
    for (Eigen::Index i = 0; i < size; ++i)
    {
      for (Eigen::Index j = 0; j < size; ++j)
      {
        K(i, j) = stiffness[n * free[std::size_t(i)] + free[std::size_t(j)]];
        M(i, j) = mass[n * free[std::size_t(i)] + free[std::size_t(j)]];
      }
      M(i, i) += problem.pointMasses[free[std::size_t(i)] / 3];
    }
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> dense(
      K, M, Eigen::EigenvaluesOnly);
    for (int i = 0; i < analysis.rigidModes; ++i)
    {
      EXPECT_LT(std::abs(dense.eigenvalues()[i]), 1e-9);
    }
    for (std::size_t i = 0; i < analysis.modes.size(); ++i)
    {
      const double expected =
        dense.eigenvalues()[analysis.rigidModes + static_cast<Eigen::Index>(i)];
      EXPECT_NEAR(analysis.modes[i].eigenvalue, expected, 1e-8 * expected);
    }
  }
}

TEST_P(FrequencyAnalysisTest, IsTheSameOnParts)
{
  // Held voxels, and free tetrahedra.
  for (const CellType type : { CellType::Hexahedron, CellType::QuadraticTetrahedron })
  {
    SCOPED_TRACE(cellShape(type).name);
    FrequencyProblem problem = cantilever(type, 1);
    problem.modes = 2;
    if (type == CellType::QuadraticTetrahedron)
    {
      problem.structure.supports.assign(problem.structure.supports.size(), 0);
    }
    const FrequencyAnalysis whole = solved(problem, this->Used);
    Observer observer;
    const auto analysis = analyseFrequencies(problem, std::vector<Device>(3, this->Used), observer);
    ASSERT_TRUE(analysis.has_value());
    ASSERT_EQ(analysis->modes.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i)
    {
      EXPECT_NEAR(
        analysis->modes[i].frequency, whole.modes[i].frequency, 1e-9 * whole.modes[i].frequency);
      ASSERT_EQ(analysis->modes[i].shape.size(), whole.modes[i].shape.size());
      EXPECT_LT(relativeDifference(analysis->modes[i].shape, whole.modes[i].shape), 1e-4);
    }
  }
}

TEST(FrequencyInputTest, RefusesWhatCannotVibrate)
{
  const auto changed = [](const std::function<void(FrequencyProblem&)>& change)
  {
    FrequencyProblem problem = cantilever(CellType::Hexahedron, 1);
    change(problem);
    return refusalOf(problem);
  };
  const auto expect = [&](const char* text, const std::function<void(FrequencyProblem&)>& change)
  { EXPECT_NE(changed(change).find(text), std::string::npos) << changed(change); };
  expect("Mass density", [](FrequencyProblem& p) { p.density = 0.0; });
  expect("number of modes", [](FrequencyProblem& p) { p.modes = 0; });
  expect("number of modes", [](FrequencyProblem& p) { p.modes = MostModes + 1; });
  expect("tolerance", [](FrequencyProblem& p) { p.tolerance = 0.0; });
  expect("Iterations", [](FrequencyProblem& p) { p.maximumIterations = 0; });
  expect("Point mass", [](FrequencyProblem& p) { p.pointMasses = { 1.0 }; });
  expect("Point mass is -1 at point 0",
    [](FrequencyProblem& p) { p.pointMasses.assign(p.structure.mesh.numberOfNodes(), -1.0); });
  expect("Young's modulus is 0 in element 0",
    [](FrequencyProblem& p) { p.moduli.assign(p.structure.mesh.numberOfElements(), 0.0); });
  expect("Solid fraction", [](FrequencyProblem& p) { p.solidFractions = { 1.0 }; });
  expect("solid fraction of element 0 is 2",
    [](FrequencyProblem& p) { p.solidFractions.assign(p.structure.mesh.numberOfElements(), 2.0); });
  expect("Supports", [](FrequencyProblem& p) { p.structure.supports.pop_back(); });
  expect("without springs",
    [](FrequencyProblem& p) { p.structure.springs.assign(p.structure.supports.size(), 1.0); });
  expect("nothing can vibrate",
    [](FrequencyProblem& p) { p.structure.supports.assign(p.structure.supports.size(), 1); });
}
