// Several loads at once, against one after another.

#include "Support/Problems.h"
#include "Support/Random.h"

#include "Analysis/ElasticModel.h"
#include "Core/Error.h"
#include "Core/SparseVector.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "Operator/SeveralVectors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using Model = ElasticModel<HostSpace>;

/// Stops at a given question, and keeps what is said.
class Stopper : public Observer
{
public:
  explicit Stopper(int questions) : Left(questions) {}
  bool stopRequested() override { return --this->Left < 0; }
  void note(const std::string& text) override { this->Notes += text; }

  std::string Notes;

private:
  int Left;
};

/// A cantilever of voxels with moduli of nine orders of magnitude, forces of eight loads, some
/// of them sparse, and displaced supports.
struct Loads
{
  VoxelGrid grid{ block() };
  TopologyProblem problem = emptyProblem(grid.mesh());
  std::vector<double> moduli;
  std::vector<std::vector<double>> forces;
  std::vector<std::vector<double>> starts;

  static VoxelImage block()
  {
    VoxelImage image;
    image.cells = { 18, 10, 9 };
    image.moduli.assign(std::size_t(18) * 10 * 9, 1.0);
    return image;
  }

  explicit Loads(Random& random)
  {
    clamp(this->problem, [](const Point& p) { return p[0] == 0.0; });
    const std::size_t unknowns = this->problem.mesh.points.size();
    for (std::size_t e = 0; e < this->problem.mesh.numberOfElements(); ++e)
    {
      // Where void is softer, convergence is slow, and rounding decides on the number of
      // iterations.
      this->moduli.push_back(random.uniform(0, 1) < 0.3 ? 1e-4 : random.uniform(0.1, 1.0));
    }
    for (std::size_t load = 0; load < SeveralVectors; ++load)
    {
      std::vector<double> f = random.vector(unknowns, -1, 1);
      std::vector<double> u(unknowns, 0.0);
      for (std::size_t i = 0; i < unknowns; ++i)
      {
        f[i] *= load == 2 || (load % 2 == 1 && i % 3 != 0) ? 0.0 : std::pow(10.0, double(load));
        u[i] = this->problem.supports[i] != 0 && load > 1 ? random.uniform(-1, 1) : 0.0;
      }
      this->forces.push_back(f);
      this->starts.push_back(u);
    }
  }
};

Device hostWith(std::size_t bytes)
{
  Device device = selectDevice(DeviceRequest::Host);
  device.availableMemory = bytes;
  return device;
}

constexpr std::size_t Gibibyte = std::size_t(1) << 30;
}

TEST(SeveralLoads, HaveTheSolutionsOfOneAfterAnother)
{
  Random random(2301);
  for (const std::size_t count : { 1, 4, 6, 8 })
  {
    Loads loads(random);
    Context<HostSpace> context(hostWith(4 * Gibibyte));
    Model model(context, loads.problem, &loads.grid);
    model.setModuli(loads.moduli.data(), 1.0);
    ASSERT_TRUE(model.canSolveSeveral(3));
    std::vector<SparseVector<HostSpace>> sparse;
    for (const std::vector<double>& f : loads.forces)
    {
      sparse.emplace_back(context, f);
    }
    std::vector<std::vector<double>> together(
      loads.starts.begin(), loads.starts.begin() + std::ptrdiff_t(count));
    std::vector<RightHandSide<HostSpace>> f;
    std::vector<double*> u;
    for (std::size_t v = 0; v < count; ++v)
    {
      f.push_back(v % 2 == 1 ? RightHandSide<HostSpace>(sparse[v])
                             : RightHandSide<HostSpace>(loads.forces[v].data()));
      u.push_back(together[v].data());
    }
    Observer silent;
    std::vector<std::vector<double>> histories;
    const std::vector<SolverReport> reports =
      model.solveSeveral(f, u, 1e-9, 500, silent, &histories);
    ASSERT_EQ(reports.size(), count);
    for (std::size_t v = 0; v < count; ++v)
    {
      SCOPED_TRACE(v);
      std::vector<double> alone = loads.starts[v];
      const SolverReport report = model.solve(f[v], alone.data(), 1e-9, 500, silent);
      EXPECT_TRUE(reports[v].converged);
      EXPECT_NEAR(reports[v].iterations, report.iterations, 3);
      EXPECT_EQ(histories[v].size(), static_cast<std::size_t>(reports[v].iterations) + 1);
      EXPECT_EQ(histories[v].back(), reports[v].residual);
      if (v == 2)
      {
        EXPECT_GT(relativeDifference(alone, std::vector<double>(alone.size(), 0.0)), 0.5);
      }
      EXPECT_LT(relativeDifference(together[v], alone), 1e-6);
    }
  }
}

TEST(SeveralLoads, StopAndEndAtTheLimit)
{
  Random random(2302);
  Loads loads(random);
  Context<HostSpace> context(hostWith(4 * Gibibyte));
  Model model(context, loads.problem, &loads.grid);
  model.setModuli(loads.moduli.data(), 1.0);
  std::vector<std::vector<double>> u = loads.starts;
  std::vector<RightHandSide<HostSpace>> f;
  std::vector<double*> to;
  for (std::size_t v = 0; v < SeveralVectors; ++v)
  {
    f.emplace_back(loads.forces[v].data());
    to.push_back(u[v].data());
  }
  Stopper stopper(2);
  for (const SolverReport& report : model.solveSeveral(f, to, 1e-9, 500, stopper))
  {
    EXPECT_TRUE(report.stopped);
    EXPECT_EQ(report.iterations, 2);
  }
  Observer silent;
  for (const SolverReport& report : model.solveSeveral(f, to, 1e-9, 4, silent))
  {
    EXPECT_FALSE(report.stopped);
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.iterations, 4);
    EXPECT_GT(report.residual, 1e-9);
  }
}

TEST(SeveralLoads, AreSolvedOneAfterAnotherWithoutMemoryOrWithSprings)
{
  Random random(2303);
  Loads loads(random);
  Observer silent;
  {
    Context<HostSpace> context(hostWith(1024));
    Model model(context, loads.problem, &loads.grid);
    model.setModuli(loads.moduli.data(), 1.0);
    EXPECT_FALSE(model.canSolveSeveral(3));
    EXPECT_FALSE(model.canSolveSeveral(SeveralVectors + 1));
    EXPECT_THROW(model.solveSeveral({ {} }, { loads.starts[0].data() }, 1e-6, 10, silent), Error);
  }
  Context<HostSpace> context(hostWith(4 * Gibibyte));
  loads.problem.springs.assign(loads.problem.mesh.points.size(), 1.0);
  const Model springs(context, loads.problem, &loads.grid);
  EXPECT_FALSE(springs.canSolveSeveral(3));
  const Model aggregation(context, loads.problem, nullptr, MeshMultigridSettings());
  EXPECT_FALSE(aggregation.canSolveSeveral(3));
}
