// Tests of mechanisms, optimizers and solver settings through the filter.

#include "TopologyPipelineFixture.h"

#include "Optimization/TopologyExamples.h"
#include "Optimization/TopologyOptimizer.h"

#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkTable.h"
#include "vtkTopologyBenchmark.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace trabecula::testing
{
namespace
{
constexpr int Resolution = 6;
constexpr int Last = 4;

/// The force inverter with the settings of the library.
class TopologyMechanism : public ::testing::Test
{
protected:
  void SetUp() override
  {
    this->Source->SetExample(vtkTopologyBenchmark::FORCE_INVERTER);
    this->Source->SetResolution(Resolution);
    this->Source->Update();
    const OptimizationSettings& settings = this->Problem.design.settings;
    this->Filter->SetInputConnection(this->Source->GetOutputPort());
    this->Filter->SetObjective(vtkTopologyOptimize::OUTPUT_DISPLACEMENT);
    this->Filter->SetInterpolation(vtkTopologyOptimize::MODIFIED_SIMP);
    this->Filter->SetFilterRadius(this->Problem.design.densities.filterRadius);
    this->Filter->SetMoveLimit(settings.moveLimit);
    this->Filter->SetDamping(settings.damping);
    this->Filter->SetDensityChangeTolerance(0.0);
    this->Filter->SetMaximumIterations(Last);
    this->Filter->SetDevice(vtkTopologyOptimize::HOST);
  }

  /// Compares the run with that of the library.
  void expectRun()
  {
    Observer silent;
    TopologyOptimizer optimizer(
      this->Problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
    for (int port : { FinalDesign, Convergence, Iterations })
    {
      update(this->Filter, port, port == Iterations ? Last : -1.0);
    }
    const std::vector<double> outputs = column(this->Filter, "OutputDisplacement");
    ASSERT_EQ(outputs.size(), Last + 1U);
    for (const double output : outputs)
    {
      optimizer.step(silent);
      EXPECT_NEAR(output, optimizer.record().objective(), 1e-9);
    }
    EXPECT_LT(difference(density(this->Filter, FinalDesign), optimizer.density()), 1e-6);
    EXPECT_EQ(this->Filter->GetOutputDisplacement(), outputs.back());
    vtkDataArray* field =
      this->Filter->GetOutput(Iterations)->GetFieldData()->GetArray("OutputDisplacement");
    ASSERT_TRUE(field);
    EXPECT_EQ(field->GetTuple1(0), outputs.back());
  }

  TopologyProblem Problem = makeExample(TopologyExample::ForceInverter, { Resolution, 0 });
  vtkNew<vtkTopologyBenchmark> Source;
  vtkNew<vtkTopologyOptimize> Filter;
};
}

TEST_F(TopologyMechanism, SourceHasSpringsAndOutput)
{
  vtkUnstructuredGrid* grid = this->Source->GetOutput();
  EXPECT_EQ(pointValues(grid, "Springs"), this->Problem.structure.springs);
  EXPECT_EQ(pointValues(grid, "OutputWeights"), this->Problem.design.outputWeights);
  EXPECT_EQ(pointValues(grid, "Force"), this->Problem.structure.loadCases[0].forces);

  this->Source->SetElementLength(2.0);
  this->Source->SetNodalForce(3.0);
  this->Source->Update();
  const std::vector<double> springs = pointValues(this->Source->GetOutput(), "Springs");
  const std::vector<double> forces = pointValues(this->Source->GetOutput(), "Force");
  for (std::size_t i = 0; i < springs.size(); ++i)
  {
    EXPECT_DOUBLE_EQ(springs[i], 2.0 * this->Problem.structure.springs[i]);
    EXPECT_DOUBLE_EQ(forces[i], 3.0 * this->Problem.structure.loadCases[0].forces[i]);
  }
}

TEST_F(TopologyMechanism, IsWhatTheLibraryComputes)
{
  this->expectRun();
}

TEST_F(TopologyMechanism, IsWhatTheLibraryComputesWithMovingAsymptotes)
{
  this->Problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  this->Filter->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
  this->expectRun();
}

TEST_F(TopologyMechanism, TakesArraysOfOtherNames)
{
  vtkNew<vtkUnstructuredGrid> grid;
  grid->ShallowCopy(this->Source->GetOutput());
  for (const char* name : { "Springs", "OutputWeights" })
  {
    setPointArray(grid, (std::string("My") + name).c_str(), pointValues(grid, name));
    grid->GetPointData()->RemoveArray(name);
  }
  this->Filter->SetInputDataObject(grid);
  this->Filter->SetInputArrayToProcess(
    3, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "MyOutputWeights");
  this->Filter->SetInputArrayToProcess(
    4, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "MySprings");
  this->expectRun();
}

TEST_F(TopologyMechanism, GoesBackToCompliance)
{
  update(this->Filter, Convergence);
  EXPECT_NE(this->Filter->GetOutputDisplacement(), 0.0);
  this->Filter->SetObjective(vtkTopologyOptimize::COMPLIANCE);
  update(this->Filter, Convergence);
  auto* table = vtkTable::SafeDownCast(this->Filter->GetOutputDataObject(Convergence));
  EXPECT_FALSE(table->GetColumnByName("OutputDisplacement"));
  EXPECT_EQ(this->Filter->GetOutputDisplacement(), 0.0);

  // Springs act with any objective.
  this->Problem.design.settings.objective = { "Compliance" };
  Observer silent;
  TopologyOptimizer optimizer(
    this->Problem, makeContext(selectDevice(DeviceRequest::Host)), silent);
  optimizer.step(silent);
  EXPECT_NEAR(column(this->Filter, "Compliance")[0] / optimizer.record()["Compliance"], 1.0, 1e-6);
}

TEST(TopologySolver, EveryChoiceGivesTheSameDesign)
{
  const auto reference = makeFilter();
  update(reference, FinalDesign);
  const auto expectSame = [&](const std::function<void(vtkTopologyOptimize*)>& change)
  {
    const auto filter = makeFilter();
    filter->SetDevice(vtkTopologyOptimize::HOST);
    change(filter);
    update(filter, FinalDesign);
    EXPECT_LT(difference(density(filter, FinalDesign), density(reference, FinalDesign)), 1e-4);
  };
  for (const StrategyInfo& info : strategies())
  {
    if (info.onHost && info.strategy != Strategy::Congruent)
    {
      SCOPED_TRACE(info.name);
      expectSame([&](auto* filter) { filter->SetStrategy(static_cast<int>(info.strategy)); });
    }
  }
  expectSame([](auto* filter) { filter->SetPreconditioner(vtkTopologyOptimize::JACOBI); });
  expectSame([](auto* filter) { filter->SetReproducible(true); });
}

TEST(TopologySolver, MultigridGivesTheSameDesignsOnImages)
{
  // The order of points and cells is that of the image, even if multigrid uses another one.
  const auto filterWith = [](int preconditioner)
  {
    auto filter = filterOf(largeImage(24, 12, 12));
    filter->SetMaximumIterations(4);
    filter->SetSolverTolerance(1e-9);
    filter->SetPreconditioner(preconditioner);
    update(filter, FinalDesign);
    update(filter, Convergence);
    return filter;
  };
  const auto multigrid = filterWith(vtkTopologyOptimize::MULTIGRID);
  const auto other = filterWith(vtkTopologyOptimize::RIGID_BODY_MODES);
  const std::vector<double> found = column(multigrid, "Compliance");
  const std::vector<double> expected = column(other, "Compliance");
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k)
  {
    EXPECT_NEAR(found[k] / expected[k], 1.0, 1e-6) << "iterate " << k;
  }
  EXPECT_LT(difference(density(multigrid, FinalDesign), density(other, FinalDesign)), 1e-4);
  const auto displacement = [](vtkTopologyOptimize* filter)
  {
    return pointValues(
      vtkDataSet::SafeDownCast(filter->GetOutputDataObject(FinalDesign)), "Displacement");
  };
  const std::vector<double> u = displacement(other);
  const double largest = std::abs(*std::max_element(
    u.begin(), u.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
  EXPECT_LT(difference(displacement(multigrid), u), 1e-5 * largest);
  EXPECT_LT(column(multigrid, "SolverIterations")[0], column(other, "SolverIterations")[0]);
}

TEST(TopologySolver, JacobiTakesMoreIterations)
{
  const auto filter = filterOf(largeImage(24, 12, 12));
  filter->SetMaximumIterations(0);
  filter->SetDevice(vtkTopologyOptimize::HOST);
  update(filter, Convergence);
  const double withCoarseSpace = column(filter, "SolverIterations")[0];
  filter->SetPreconditioner(vtkTopologyOptimize::JACOBI);
  update(filter, Convergence);
  EXPECT_GT(column(filter, "SolverIterations")[0], withCoarseSpace);
}
}
