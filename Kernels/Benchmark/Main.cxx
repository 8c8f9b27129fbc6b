#include "Benchmark/Benchmarks.h"
#include "Core/Device.h"
#include "Core/Spaces.h"

#include <algorithm>
#include <cstdlib>
#include <string>

using namespace trabecula;

namespace
{
/// Takes --designs=N from the arguments: the number of design iterations over which paper/...,
/// efg/... and iga/... are averaged.
int takeDesigns(int& argc, char** argv)
{
  const std::string option = "--designs=";
  int designs = 3;
  char** const end = std::remove_if(argv + 1, argv + argc,
    [&](const char* argument)
    {
      if (std::string(argument).compare(0, option.size(), option) != 0)
      {
        return false;
      }
      designs = std::max(1, std::atoi(argument + option.size()));
      return true;
    });
  argc = static_cast<int>(end - argv);
  return designs;
}
}

namespace trabecula::benchmarks
{
namespace
{
template <class Space>
void registerAll(int designs)
{
  registerOperatorBenchmarks<Space>();
  registerVoxelBenchmarks<Space>();
  registerSolverBenchmarks<Space>();
  registerSolverComparisons<Space>();
  registerOptimizationBenchmarks<Space>();
  registerStageBenchmarks<Space>();
  registerMicroFeBenchmarks<Space>();
  registerMicroFeOnPartsBenchmarks<Space>();
  registerLevelsBenchmarks<Space>();
  registerPartsBenchmarks<Space>();
  registerOptimizationOnPartsBenchmarks<Space>();
  registerPaperVoxelBenchmarks<Space>();
  registerAssemblyBenchmarks<Space>();
  registerPaperBenchmarks<Space>(designs);
  registerMeshfreeBenchmarks<Space>(designs);
  registerIsogeometricBenchmarks<Space>(designs);
}
}
}

int main(int argc, char** argv)
{
  benchmark::Initialize(&argc, argv);
  const int designs = takeDesigns(argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
  {
    return 1;
  }
  benchmark::AddCustomContext("host", selectDevice(DeviceRequest::Host).name);
  benchmark::AddCustomContext(
    "cuda", cudaAvailable() ? selectDevice(DeviceRequest::Cuda).name : cudaUnavailableReason());
  forEachSpace(BuiltSpaces(),
    [designs](auto space)
    {
      using Space = decltype(space);
      if (Space::Id == ExecutionSpace::Host || cudaAvailable())
      {
        benchmarks::registerAll<Space>(designs);
      }
    });
  benchmarks::registerVoxelizeBenchmarks<HostSpace>();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
