#include "TopologyPipelineFixture.h"

#include "vtkInformation.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <gtest/gtest.h>

namespace trabecula::testing
{
namespace
{
Expected compute()
{
  TopologyProblem input = problem();
  input.design.settings.densityChangeTolerance = 0.0;
  Observer observer;
  TopologyOptimizer optimizer(input, makeContext(selectDevice(DeviceRequest::Host)), observer);
  Expected result;
  for (int i = 0; i <= Steps; ++i)
  {
    optimizer.step(observer);
    result.Records.push_back(optimizer.record());
    result.Densities.push_back(optimizer.density());
    result.Displacements.push_back(optimizer.displacement());
    result.StrainEnergyDensities.push_back(optimizer.strainEnergyDensity());
  }
  return result;
}
}

vtkSmartPointer<vtkTopologyOptimize> makeFilter()
{
  auto filter = filterOf(hexahedra());
  filter->SetMaximumIterations(Steps);
  filter->SetDensityChangeTolerance(0.0);
  return filter;
}

const Expected& expected()
{
  static const Expected instance = compute();
  return instance;
}

void update(vtkTopologyOptimize* filter, int port, double time)
{
  filter->UpdateInformation();
  if (time >= 0.0)
  {
    filter->GetOutputInformation(port)->Set(
      vtkStreamingDemandDrivenPipeline::UPDATE_TIME_STEP(), time);
  }
  filter->Update(port);
}

void expectIterate(vtkTopologyOptimize* filter, int port, int number)
{
  const auto k = static_cast<std::size_t>(number);
  vtkUnstructuredGrid* output = filter->GetOutput(port);
  EXPECT_EQ(iterationShown(filter, port), number);
  EXPECT_LT(difference(density(filter, port), expected().Densities[k]), 1e-10);
  EXPECT_LT(difference(pointValues(output, "Displacement"), expected().Displacements[k]), 1e-6);
  EXPECT_LT(
    difference(cellValues(output, "StrainEnergyDensity"), expected().StrainEnergyDensities[k]),
    1e-6);
}
}
