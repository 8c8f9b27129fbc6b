// Tests of multiple loads solved together, against solutions one after another.

#include "Analysis/MultipleLoadsTestInput.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/Preconditioning/MakeElasticModel.h"
#include "Core/Error.h"
#include "Core/Vectors/MultiVector.h"
#include "Core/Vectors/SparseVector.h"
#include "Mesh/Voxel/VoxelGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// Requests a stop at a given call of stopRequested().
class Stopper : public Observer
{
public:
  explicit Stopper(int questions) : Left(questions) {}
  bool stopRequested() override { return --this->Left < 0; }

private:
  int Left;
};

/// A model with loads, and vectors in its space.
template <class Space>
struct LoadedModel
{
  explicit LoadedModel(const Loads& given, std::size_t memory = 4 * Gibibyte)
    : loads(given), context(deviceWith<Space>(memory)),
      model(makeElasticModel<Space>(
        this->context, given.problem.structure, &given.grid, MultigridChoice())),
      moduli(this->model->materialPoints(), given.moduli)
  {
    this->model->setModuli(this->moduli, 1.0);
    for (const std::vector<double>& forces : given.forces)
    {
      this->sparse.emplace_back(this->model->unknowns(), forces);
      this->dense.emplace_back(this->model->unknowns(), forces);
    }
  }

  /// Every second load is sparse.
  RightHandSide<Space> force(std::size_t v) const
  {
    return v % 2 == 1 ? RightHandSide<Space>(this->sparse[v])
                      : RightHandSide<Space>(this->dense[v]);
  }
  /// Solves for the first loads from start values, which become the solutions.
  std::vector<SolverReport> solveTogether(std::vector<std::vector<double>>& u, double tolerance,
    int maximumIterations, Observer& observer)
  {
    std::vector<Vector<Space>> solutions;
    std::vector<RightHandSide<Space>> f;
    std::vector<Vector<Space>*> to;
    solutions.reserve(u.size());
    for (std::size_t v = 0; v < u.size(); ++v)
    {
      to.push_back(&solutions.emplace_back(this->model->unknowns(), u[v]));
      f.push_back(this->force(v));
    }
    const std::vector<SolverReport> reports =
      this->model->solve(f, to, tolerance, maximumIterations, observer);
    for (std::size_t v = 0; v < u.size(); ++v)
    {
      u[v] = solutions[v].toHost();
    }
    return reports;
  }
  SolverReport solveAlone(std::size_t v, std::vector<double>& u, double tolerance)
  {
    Vector<Space> solution(this->model->unknowns(), u);
    const SolverReport report =
      this->model->solve(this->force(v), solution, tolerance, 500, this->silent);
    u = solution.toHost();
    return report;
  }
  /// Residuals of each load of the last solution.
  std::vector<std::vector<double>> histories() const { return this->model->solver().histories(); }
  /// Whether the given number of loads is solved together.
  bool takes(std::size_t count) const
  {
    return this->model->columnsAtOnce(static_cast<int>(count)) == static_cast<int>(count);
  }

  const Loads& loads;
  Context<Space> context;
  std::unique_ptr<ElasticModel<Space>> model;
  Vector<Space> moduli;
  std::vector<SparseVector<Space>> sparse;
  std::vector<Vector<Space>> dense;
  Observer silent;
};

std::vector<std::vector<double>> firstOf(
  const std::vector<std::vector<double>>& vectors, std::size_t count)
{
  return { vectors.begin(), vectors.begin() + static_cast<std::ptrdiff_t>(count) };
}
}

TYPED_TEST_SUITE(MultipleLoads, Spaces, SpaceNames);

TYPED_TEST(MultipleLoads, HaveTheSolutionsOfOneAfterAnother)
{
  Random random(2301);
  for (const std::size_t count : { 1, 4, 6, 8 })
  {
    const Loads loads(random);
    LoadedModel<TypeParam> loaded(loads);
    ASSERT_TRUE(loaded.takes(count));
    std::vector<std::vector<double>> together = firstOf(loads.starts, count);
    const std::vector<SolverReport> reports =
      loaded.solveTogether(together, 1e-9, 500, loaded.silent);
    ASSERT_EQ(reports.size(), count);
    const std::vector<std::vector<double>> histories = loaded.histories();
    ASSERT_EQ(histories.size(), count);
    for (std::size_t v = 0; v < count; ++v)
    {
      SCOPED_TRACE(v);
      std::vector<double> alone = loads.starts[v];
      const SolverReport report = loaded.solveAlone(v, alone, 1e-9);
      EXPECT_TRUE(reports[v].converged);
      EXPECT_NEAR(reports[v].iterations, report.iterations, 3);
      EXPECT_EQ(histories[v].size(), static_cast<std::size_t>(reports[v].iterations) + 1);
      EXPECT_EQ(histories[v].back(), reports[v].residual);
      if (v == 2)
      {
        EXPECT_GT(relativeDifference(alone, std::vector<double>(alone.size(), 0.0)), 0.5);
      }
      EXPECT_LT(relativeDifference(together[v], alone), 1e-6);
      for (std::size_t i = 0; i < alone.size(); ++i)
      {
        ASSERT_TRUE(
          loads.problem.structure.supports[i] == 0 || together[v][i] == loads.starts[v][i])
          << i;
      }
    }
  }
}

TYPED_TEST(MultipleLoads, EndWhenEachHasConverged)
{
  // Loads that start at their solutions take no part, and do not affect the others in any bit.
  Random random(2304);
  const Loads loads(random);
  LoadedModel<TypeParam> loaded(loads);
  std::vector<std::vector<double>> together = loads.starts;
  const std::vector<SolverReport> reports =
    loaded.solveTogether(together, 1e-9, 500, loaded.silent);
  std::vector<std::vector<double>> again = loads.starts;
  for (const std::size_t v : { 0, 2, 5 })
  {
    again[v] = together[v];
    const SolverReport report = loaded.solveAlone(v, again[v], 1e-11);
    EXPECT_TRUE(report.converged);
  }
  const std::vector<std::vector<double>> before = again;
  const std::vector<SolverReport> reportsAgain =
    loaded.solveTogether(again, 1e-9, 500, loaded.silent);
  for (std::size_t v = 0; v < again.size(); ++v)
  {
    const bool rests = v == 0 || v == 2 || v == 5;
    EXPECT_TRUE(again[v] == (rests ? before[v] : together[v])) << v;
    EXPECT_EQ(reportsAgain[v].iterations, rests ? 0 : reports[v].iterations) << v;
    EXPECT_TRUE(reportsAgain[v].converged);
  }
}

TYPED_TEST(MultipleLoads, FollowNewModuliAndOtherNumbersOfLoads)
{
  Random random(2305);
  const Loads loads(random);
  LoadedModel<TypeParam> loaded(loads);
  for (const std::size_t count : { 8, 2, 5, 4, 8, 3 })
  {
    SCOPED_TRACE(count);
    loaded.moduli.assign(random.vector(loads.problem.structure.mesh.numberOfElements(), 0.1, 1.0));
    loaded.model->setModuli(loaded.moduli, 1.0);
    std::vector<std::vector<double>> together = firstOf(loads.starts, count);
    if (!loaded.takes(count))
    {
      // A few loads are solved faster one after another on the host.
      EXPECT_LT(count, 4U);
      EXPECT_THROW(loaded.solveTogether(together, 1e-9, 500, loaded.silent), Error);
      continue;
    }
    const std::vector<SolverReport> reports =
      loaded.solveTogether(together, 1e-9, 500, loaded.silent);
    for (std::size_t v = 0; v < count; ++v)
    {
      EXPECT_TRUE(reports[v].converged);
      std::vector<double> alone = loads.starts[v];
      loaded.solveAlone(v, alone, 1e-9);
      EXPECT_LT(relativeDifference(together[v], alone), 1e-7) << v;
    }
  }
}

TYPED_TEST(MultipleLoads, StopAndEndAtTheLimit)
{
  Random random(2302);
  const Loads loads(random);
  LoadedModel<TypeParam> loaded(loads);
  std::vector<std::vector<double>> u = loads.starts;
  Stopper stopper(2);
  for (const SolverReport& report : loaded.solveTogether(u, 1e-9, 500, stopper))
  {
    EXPECT_TRUE(report.stopped);
    EXPECT_EQ(report.iterations, 2);
  }
  u = loads.starts;
  for (const SolverReport& report : loaded.solveTogether(u, 1e-9, 4, loaded.silent))
  {
    EXPECT_FALSE(report.stopped);
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.iterations, 4);
    EXPECT_GT(report.residual, 1e-9);
  }
}

TYPED_TEST(MultipleLoads, AreSolvedOneAfterAnotherWithoutMemoryOrWithSprings)
{
  Random random(2303);
  Loads loads(random);
  {
    LoadedModel<TypeParam> loaded(loads, 1024);
    EXPECT_EQ(loaded.model->columnsAtOnce(MostColumns), 1);
    std::vector<std::vector<double>> u = firstOf(loads.starts, 4);
    EXPECT_THROW(loaded.solveTogether(u, 1e-6, 10, loaded.silent), Error);
    u = firstOf(loads.starts, 1);
    EXPECT_TRUE(loaded.solveTogether(u, 1e-6, 500, loaded.silent)[0].converged);
  }
  const Context<TypeParam> context(deviceWith<TypeParam>(4 * Gibibyte));
  {
    const auto model =
      makeElasticModel<TypeParam>(context, loads.problem.structure, &loads.grid, MultigridChoice());
    EXPECT_EQ(model->columnsAtOnce(MostColumns), MostColumns);
    EXPECT_EQ(model->columnsAtOnce(MostColumns + 1), MostColumns);
    EXPECT_EQ(model->columnsAtOnce(0), 1);
  }
  loads.problem.structure.springs.assign(loads.problem.structure.mesh.points.size(), 1.0);
  const auto springs =
    makeElasticModel<TypeParam>(context, loads.problem.structure, &loads.grid, MultigridChoice());
  EXPECT_EQ(springs->columnsAtOnce(MostColumns), 1);
  MultigridChoice choice;
  choice.onMesh = MeshMultigridSettings();
  const auto aggregation =
    makeElasticModel<TypeParam>(context, loads.problem.structure, nullptr, choice);
  EXPECT_EQ(aggregation->columnsAtOnce(MostColumns), 1);
}
