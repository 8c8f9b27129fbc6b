#include "Benchmark/Benchmarks.h"
#include "Core/BuildOptions.h"
#include "Core/Device.h"

#include <algorithm>
#include <cstdlib>
#include <string>

using namespace trabecula;

namespace
{
/// Takes --designs=N from the arguments: of how many design iterations paper/..., efg/... and
/// iga/... are the means.
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
  benchmarks::registerOperatorBenchmarks<HostSpace>();
  benchmarks::registerVoxelBenchmarks<HostSpace>();
  benchmarks::registerVoxelizeBenchmarks<HostSpace>();
  benchmarks::registerSolverBenchmarks<HostSpace>();
  benchmarks::registerSolverComparisons<HostSpace>();
  benchmarks::registerOptimizationBenchmarks<HostSpace>();
  benchmarks::registerMicroFeBenchmarks<HostSpace>();
  benchmarks::registerAssemblyBenchmarks<HostSpace>();
  benchmarks::registerPaperBenchmarks<HostSpace>(designs);
  benchmarks::registerMeshfreeBenchmarks<HostSpace>(designs);
  benchmarks::registerIsogeometricBenchmarks<HostSpace>(designs);
#ifdef TRABECULA_HAVE_CUDA
  if (cudaAvailable())
  {
    benchmarks::registerOperatorBenchmarks<CudaSpace>();
    benchmarks::registerVoxelBenchmarks<CudaSpace>();
    benchmarks::registerSolverBenchmarks<CudaSpace>();
    benchmarks::registerSolverComparisons<CudaSpace>();
    benchmarks::registerOptimizationBenchmarks<CudaSpace>();
    benchmarks::registerMicroFeBenchmarks<CudaSpace>();
    benchmarks::registerAssemblyBenchmarks<CudaSpace>();
    benchmarks::registerPaperBenchmarks<CudaSpace>(designs);
    benchmarks::registerMeshfreeBenchmarks<CudaSpace>(designs);
    benchmarks::registerIsogeometricBenchmarks<CudaSpace>(designs);
  }
#endif
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
