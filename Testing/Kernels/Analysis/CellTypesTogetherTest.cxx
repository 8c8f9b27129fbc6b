#include "Analysis/CellTypesTestInput.h"
#include "Support/CellTypes.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Analysis/ElasticAnalysis.h"
#include "Analysis/ElementGeometry.h"
#include "Analysis/StructuralValidation.h"
#include "Core/Error.h"
#include "Optimization/TopologyOptimizer.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

TEST_P(CellTypes, AreAnalysedTogether)
{
  // One mesh has separate blocks of all types with supports and loads: compliances add up.
  std::vector<Mesh> meshes;
  double sum = 0.0;
  const auto problemOf = [](Mesh mesh)
  {
    TopologyProblem problem = structureOf(
      std::move(mesh), {}, [](const Point& p) { return isAt(p[2], 1.0); },
      [](const Vector3& x, const Vector3&) {
        return Vector3{ 1.0 + x[1], 0.5, 2.0 };
      });
    clamp(problem, [](const Point& p) { return isAt(p[2], 0.0); });
    return problem;
  };
  for (std::size_t t = 0; t < 4; ++t)
  {
    meshes.push_back(makeBox(AllCellTypes[t], { 2, 2, 2 },
      [t](const Point& p) {
        return Point{ p[0] + 2.0 * double(t), p[1], p[2] };
      }));
    sum += this->analyse(problemOf(meshes.back()).structure).compliance;
  }
  const Mesh mesh = joinMeshes(meshes, 1e-9);
  ASSERT_TRUE(mesh.isMixed());
  TopologyProblem problem = problemOf(mesh);
  problem.structure.solver.preconditioner = Preconditioner::RigidBodyModes;
  problem.structure.solver.aggregates = 12;
  const ElasticAnalysis analysis = this->analyse(problem.structure);
  EXPECT_NEAR(analysis.compliance / sum, 1.0, 1e-9);
  EXPECT_EQ(analysis.volumes.size(), mesh.numberOfElements());
}

TEST_P(CellTypes, TakeAPoissonsRatioEach)
{
  // Two layers in series under uniaxial stress can contract freely: the strain of each is that of a
  // separate layer.
  for (const CellType type : AllCellTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    TopologyProblem problem = structureOf(
      makeBox(type, { 2, 2, 4 }, same), { 2.0, 0.3 },
      [](const Point& p) { return isAt(p[2], 1.0); },
      [](const Vector3&, const Vector3&) {
        return Vector3{ 0.0, 0.0, 1.0 };
      });
    for (int c = 0; c < 3; ++c)
    {
      hold(
        problem, [c](const Point& p) { return isAt(p[std::size_t(c)], 0.0); }, c);
    }
    const std::size_t elements = problem.structure.mesh.numberOfElements();
    problem.structure.poissonsRatios.assign(elements, 0.2);
    const ElasticAnalysis same = this->analyse(problem.structure);
    TopologyProblem common = problem;
    common.structure.poissonsRatios.clear();
    common.structure.material.poissonsRatio = 0.2;
    const ElasticAnalysis expected = this->analyse(common.structure);
    EXPECT_NEAR(same.compliance, 0.5, 1e-10);
    EXPECT_LT(
      relativeDifference(same.loadCases[0].displacement, expected.loadCases[0].displacement), 1e-9);
    EXPECT_LT(relativeDifference(same.loadCases[0].stress, expected.loadCases[0].stress), 1e-9);
    // Without lateral strain the modulus is E (1 - nu) / ((1 + nu) (1 - 2 nu)).
    double flexibility = 0.0;
    for (std::size_t e = 0; e < elements; ++e)
    {
      problem.structure.poissonsRatios[e] =
        elementCentroid(problem.structure.mesh, e)[2] < 0.5 ? 0.1 : 0.4;
    }
    for (const double nu : { 0.1, 0.4 })
    {
      flexibility += 0.5 * (1 + nu) * (1 - 2 * nu) / (2.0 * (1 - nu));
    }
    for (int c = 0; c < 2; ++c)
    {
      hold(
        problem, [](const Point&) { return true; }, c);
    }
    problem.structure.solver.preconditioner = Preconditioner::RigidBodyModes;
    problem.structure.solver.aggregates = 4;
    const ElasticAnalysis layers = this->analyse(problem.structure);
    EXPECT_NEAR(layers.compliance, flexibility, 1e-10);
    for (std::size_t e = 0; e < elements; ++e)
    {
      const double nu = problem.structure.poissonsRatios[e];
      EXPECT_NEAR(layers.loadCases[0].stress[6 * e + 2], 1.0, 1e-9);
      EXPECT_NEAR(layers.loadCases[0].stress[6 * e], nu / (1 - nu), 1e-9);
    }
    problem.structure.solver.strategy = Strategy::Recompute;
    EXPECT_THROW(this->analyse(problem.structure), Error);
    problem.structure.solver.strategy = Strategy::Auto;
    problem.structure.solver.preconditioner = Preconditioner::Multigrid;
    problem.structure.solver.aggregates = 0;
    EXPECT_NEAR(this->analyse(problem.structure).compliance, flexibility, 1e-10);
    problem.structure.poissonsRatios[3] = 0.5;
    problem.structure.poissonsRatios[7] = NotANumber;
    expectMessage(refusalOf(problem.structure), { "element 3", "0.5", "2 elements" });
  }
}
