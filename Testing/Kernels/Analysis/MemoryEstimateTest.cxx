// Tests of estimates of memory: they are never below the allocated memory, and on large meshes not
// much above it, as problems that do not fit by the estimate are refused or solved by another
// method.

#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Mesh/Generators/TrabecularSample.h"
#include "MicroFe/VoxelMicroFe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double MostOverPeak = 1.5;
/// Bytes independent of the mesh, for the inverse of the coarsest level or the larger coarse space
/// of a GPU.
constexpr double MostFixed = 32 << 20;

class MemoryEstimate : public OnDevice
{
protected:
  static void expectNear(std::size_t estimate, std::size_t peak)
  {
    EXPECT_LE(peak, estimate);
    EXPECT_LE(static_cast<double>(estimate), MostOverPeak * static_cast<double>(peak) + MostFixed)
      << "estimated " << (estimate >> 20) << " MiB, used " << (peak >> 20) << " MiB";
  }
};
TRABECULA_ON_EVERY_DEVICE(MemoryEstimate);
}

TEST_P(MemoryEstimate, SlowOfOptimizationIsNearThePeak)
{
  for (const Preconditioner preconditioner :
    { Preconditioner::Multigrid, Preconditioner::RigidBodyModes })
  {
    SCOPED_TRACE(preconditioner == Preconditioner::Multigrid ? "multigrid" : "rigid-body modes");
    TopologyProblem problem = cantilever({ 128, 64, 64 });
    problem.structure.solver.preconditioner = preconditioner;
    problem.structure.solver.maximumIterations = 1;
    Observer silent;
    TopologyOptimizer optimizer(problem, this->context(), silent);
    optimizer.step(silent);
    expectNear(estimateDeviceMemory(problem), optimizer.peakDeviceMemory());
  }
}

TEST_P(MemoryEstimate, SlowOfMicroFeIsNearThePeak)
{
  for (const bool isSolid : { true, false })
  {
    SCOPED_TRACE(isSolid ? "solid" : "porous");
    TrabecularSampleSettings sample;
    sample.cells = { 90, 90, 90 };
    sample.volumeFraction = isSolid ? 1.0 : 0.3;
    sample.voxelsPerPeriod = 20.0;
    sample.connected = true;
    VoxelMicroFeProblem problem;
    problem.image.cells = sample.cells;
    problem.image.spacing = { 1.0, 1.0, 1.0 };
    const std::vector<std::uint8_t> solid = makeTrabecularSample(sample).solid;
    problem.image.moduli.assign(solid.begin(), solid.end());
    problem.tolerance = 1e-1;
    Observer silent;
    VoxelMicroFe analysis(problem, this->Used, silent);
    EXPECT_TRUE(analysis.solve(silent));
    expectNear(estimateDeviceMemory(problem), analysis.summary().peakDeviceMemory);
  }
}
