// Tests that results of Voxel Micro-FE on a GPU equal those on the processor.

#include "VoxelMicroFeTestInput.h"

#include "Core/Device.h"

#include "vtkFieldData.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trabecula::testing
{
namespace
{
class VoxelMicroFeDevice : public ::testing::TestWithParam<int>
{
protected:
  void SetUp() override
  {
    if (!cudaAvailable())
    {
      GTEST_SKIP() << "No GPU: " << cudaUnavailableReason();
    }
  }
};
}

TEST_P(VoxelMicroFeDevice, ShowsWhatTheProcessorShows)
{
  auto filter = microFeOf(porousImage());
  filter->SetTest(GetParam());
  filter->SetTolerance(1e-10);
  filter->Update();
  auto onGpu = microFeOf(porousImage());
  onGpu->SetTest(GetParam());
  onGpu->SetTolerance(1e-10);
  onGpu->SetDevice(vtkVoxelMicroFe::CUDA);
  Errors errors(onGpu);
  onGpu->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_FALSE(contains(onGpu->GetDeviceUsed(), "Processor")) << onGpu->GetDeviceUsed();

  vtkUnstructuredGrid* expected = filter->GetOutput(Solid);
  vtkUnstructuredGrid* found = onGpu->GetOutput(Solid);
  for (const char* name : { "Displacement", "ReactionForce" })
  {
    EXPECT_LT(relative(pointValues(found, name), pointValues(expected, name)), 1e-7) << name;
  }
  for (const char* name :
    { "Strain", "Stress", "StrainEnergyDensity", "VonMisesStress", "EffectiveStrain" })
  {
    EXPECT_LT(relative(cellValues(found, name), cellValues(expected, name)), 1e-7) << name;
  }
  for (const char* name : { "Stiffness", "ApparentModulus", "FailureLoad", "StrainEnergy" })
  {
    const double value = quantity(filter, name);
    if (!std::isnan(value))
    {
      EXPECT_NEAR(quantity(onGpu, name) / value, 1.0, 1e-7) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tests, VoxelMicroFeDevice,
  ::testing::Values(
    vtkVoxelMicroFe::UNIAXIAL, vtkVoxelMicroFe::TORSION, vtkVoxelMicroFe::APPARENT_STIFFNESS));

TEST(VoxelMicroFeNoGpu, SaysSo)
{
  if (cudaAvailable())
  {
    GTEST_SKIP() << "There is a GPU.";
  }
  auto filter = microFeOf(porousImage());
  filter->SetDevice(vtkVoxelMicroFe::CUDA);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), cudaUnavailableReason())) << errors.text();
}
}
