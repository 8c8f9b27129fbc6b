// Tests of what is computed again after a change of a property, an array or the display.

#include "TopologyPipelineFixture.h"

#include "vtkPointData.h"
#include "vtkTable.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace trabecula::testing
{
TEST(TopologyRecomputation, MoreIterationsGoOnAndFewerShowEarlierOnes)
{
  auto filter = makeFilter();
  filter->SetMaximumIterations(4);
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, 4);
  filter->SetMaximumIterations(Steps);
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, Steps);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
  filter->SetMaximumIterations(3);
  update(filter, FinalDesign);
  expectIterate(filter, FinalDesign, 3);
  update(filter, Convergence);
  EXPECT_EQ(column(filter, "Iteration").size(), 4);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
}

TEST(TopologyRecomputation, ToleranceDecidesWhereTheRunEnds)
{
  auto filter = makeFilter();
  filter->SetMaximumIterations(200);
  filter->SetDensityChangeTolerance(0.02);
  update(filter, FinalDesign);
  const int converged = iterationShown(filter, FinalDesign);
  ASSERT_GT(converged, 3);
  ASSERT_LT(converged, 200);
  update(filter, Convergence);
  const auto changes = column(filter, "DensityChange");
  ASSERT_EQ(changes.size(), static_cast<std::size_t>(converged) + 1);
  EXPECT_LT(changes.back(), 0.02);
  for (std::size_t i = 1; i + 1 < changes.size(); ++i)
  {
    EXPECT_GE(changes[i], 0.02);
  }

  // Later times show the last iteration.
  update(filter, Iterations, 150);
  EXPECT_EQ(iterationShown(filter, Iterations), converged);
  EXPECT_EQ(difference(density(filter, Iterations), density(filter, FinalDesign)), 0.0);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), converged + 1);

  // With a looser tolerance the run ends earlier without a computation; with a tighter one it
  // continues.
  filter->SetDensityChangeTolerance(changes[3] * 1.001);
  update(filter, FinalDesign);
  EXPECT_LE(iterationShown(filter, FinalDesign), 3);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), converged + 1);
  filter->SetDensityChangeTolerance(0.0);
  filter->SetMaximumIterations(converged + 5);
  update(filter, FinalDesign);
  EXPECT_EQ(iterationShown(filter, FinalDesign), converged + 5);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), converged + 6);
}

TEST(TopologyRecomputation, DisplayDoesNotRecompute)
{
  auto filter = makeFilter();
  update(filter, FinalDesign);
  update(filter, Iterations, 4);
  update(filter, Convergence);
  const auto seconds = column(filter, "Seconds");
  const auto whole = density(filter, FinalDesign);

  filter->SetDensityThreshold(0.35);
  update(filter, FinalDesign);
  update(filter, Iterations, Steps);
  update(filter, Convergence);
  std::vector<double> kept;
  std::copy_if(whole.begin(), whole.end(), std::back_inserter(kept),
    [](double value) { return value >= 0.35; });
  ASSERT_LT(kept.size(), whole.size());
  ASSERT_GT(kept.size(), 0);
  EXPECT_EQ(density(filter, Iterations), kept);
  EXPECT_LT(filter->GetOutput(Iterations)->GetNumberOfPoints(),
    vtkDataSet::SafeDownCast(filter->GetInput())->GetNumberOfPoints());
  EXPECT_EQ(pointValues(filter->GetOutput(Iterations), "Displacement").size(),
    static_cast<std::size_t>(3 * filter->GetOutput(Iterations)->GetNumberOfPoints()));
  // The final design, as input of further filters, still has all cells.
  EXPECT_EQ(density(filter, FinalDesign), whole);

  filter->SetCacheSize(1000);
  filter->SetThreads(1);
  filter->SetDensityThreshold(0.0);
  update(filter, FinalDesign);
  EXPECT_EQ(density(filter, FinalDesign), whole);
  update(filter, Convergence);
  EXPECT_EQ(column(filter, "Seconds"), seconds);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), Steps + 1);
}

TEST(TopologyRecomputation, NamesTheThreadsThatComputed)
{
  for (const int threads : { 1, 3 })
  {
    auto filter = makeFilter();
    filter->SetThreads(threads);
    update(filter, FinalDesign);
    EXPECT_TRUE(contains(filter->GetDeviceUsed(), std::to_string(threads) + " thread"))
      << filter->GetDeviceUsed();
  }
}

TEST(TopologyRecomputation, AChangedLoadRecomputesAndTheOldOnePutBackDoesNot)
{
  auto input = hexahedra();
  auto filter = filterOf(input);
  filter->SetMaximumIterations(2);
  update(filter, FinalDesign);
  const auto first = density(filter, FinalDesign);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 3);

  // The array is replaced by one with equal values and another time stamp.
  setPointArray(input, "Force", edgeForces(2, -1.0));
  update(filter, FinalDesign);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 3);

  setPointArray(input, "Force", edgeForces(1, -1.0));
  update(filter, FinalDesign);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 6);
  EXPECT_GT(difference(first, density(filter, FinalDesign)), 0.01);

  // A value is changed in place.
  vtkDataArray* force = input->GetPointData()->GetArray("Force");
  force->SetComponent(force->GetNumberOfTuples() - 1, 0, 0.5);
  force->Modified();
  update(filter, FinalDesign);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 9);
}

TEST(TopologyRecomputation, EachParameterRecomputes)
{
  auto filter = makeFilter();
  filter->SetMaximumIterations(1);
  filter->SetDensityChangeTolerance(0.0);
  int analyses = 0;
  const auto expectRun = [&](const char* what)
  {
    update(filter, FinalDesign);
    EXPECT_EQ(filter->GetNumberOfAnalyses(), analyses + 2) << what;
    analyses = filter->GetNumberOfAnalyses();
  };
  expectRun("first");
  filter->SetYoungsModulus(2.0);
  expectRun("YoungsModulus");
  filter->SetPoissonsRatio(0.2);
  expectRun("PoissonsRatio");
  filter->SetVolumeFraction(0.4);
  expectRun("VolumeFraction");
  filter->SetPenalization(2.5);
  expectRun("Penalization");
  filter->SetMinimumDensity(0.01);
  expectRun("MinimumDensity");
  filter->SetFilterRadius(2.0);
  expectRun("FilterRadius");
  filter->SetFilterType(vtkTopologyOptimize::DENSITY_FILTER);
  expectRun("FilterType");
  filter->SetMoveLimit(0.1);
  expectRun("MoveLimit");
  filter->SetDamping(0.4);
  expectRun("Damping");
  filter->SetSolverTolerance(1e-6);
  expectRun("SolverTolerance");
  filter->SetInterpolation(vtkTopologyOptimize::MODIFIED_SIMP);
  expectRun("Interpolation");
  filter->SetMinimumModulusRatio(1e-6);
  expectRun("MinimumModulusRatio");
  filter->AddLoadCaseWeight(2.0);
  expectRun("LoadCaseWeight");
}
}
