// Sizes of the levels of multigrid on voxels, which Results/model.py needs: the time is that of
// their construction.

#include "Benchmark/Benchmarks.h"
#include "Benchmark/Problems/TrabecularProblems.h"
#include "Core/Spaces.h"
#include "Mesh/Voxel/VoxelGrid.h"
#include "MicroFe/VoxelConditions.h"
#include "Operator/OperatorLayouts.h"
#include "Operator/Voxel/VoxelOperator.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace trabecula::benchmarks
{
namespace
{
/// Number of nodes of the layer in the middle across z, which two parts would share.
std::int64_t nodesOfCut(const VoxelGrid& grid)
{
  const std::vector<std::int32_t> positions = grid.nodePositions();
  std::int64_t count = 0;
  for (std::size_t i = 2; i < positions.size(); i += 3)
  {
    count += positions[i] == grid.cells()[2] / 2;
  }
  return count;
}

template <class Space>
void levelsBenchmark(benchmark::State& state, const VoxelMicroFeProblem& problem)
{
  const VoxelGrid grid(problem.image, problem.parts);
  const std::vector<std::uint8_t> supports = makeConditions(problem, grid).supports(grid);
  const Context<Space> context(deviceOf<Space>());
  VoxelOperator<Space> K(layoutsOf(context, grid), grid, problem.poissonsRatio);
  for ([[maybe_unused]] const auto& iteration : state)
  {
    const Timer timer;
    const VoxelMultigrid<Space> multigrid(grid, K, VoxelLaw<3>(problem.poissonsRatio), supports);
    state.SetIterationTime(timer.seconds());
    const std::vector<std::int64_t> sizes = multigrid.levelSizes();
    for (std::size_t level = 0; level < sizes.size(); ++level)
    {
      state.counters["level_" + std::to_string(level)] = static_cast<double>(sizes[level]);
    }
  }
  state.counters["nodes_of_cut"] = static_cast<double>(nodesOfCut(grid));
}
}

template <class Space>
void registerLevelsBenchmarks()
{
  const auto add = [](const std::string& name, int edge, double period, double fraction)
  {
    registerOne(benchmarkName<Space>("levels", name),
      [=](benchmark::State& state)
      { levelsBenchmark<Space>(state, trabecular(edge, period, fraction)); });
  };
  add("trabecular_96_16", 96, 16.0, 0.25);
  add("trabecular_256_24", 256, 24.0, 0.25);
  add("trabecular_275_20", 275, 20.0, 0.205);
  if (Space::Id == ExecutionSpace::Cuda)
  {
    add("trabecular_550_40", 550, 40.0, 0.205);
  }
}

TRABECULA_INSTANTIATE(void, registerLevelsBenchmarks, ())
}
