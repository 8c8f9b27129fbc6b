#include "Benchmark/Benchmarks.h"
#include "Core/Device.h"

using namespace trabecula;

int main(int argc, char** argv)
{
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
  {
    return 1;
  }
  benchmark::AddCustomContext("host", selectDevice(DeviceRequest::Host).name);
  benchmark::AddCustomContext(
    "cuda", cudaAvailable() ? selectDevice(DeviceRequest::Cuda).name : cudaUnavailableReason());
  benchmarks::registerOperatorBenchmarks<HostSpace>();
  benchmarks::registerSolverBenchmarks<HostSpace>();
  benchmarks::registerOptimizationBenchmarks<HostSpace>();
#ifdef TRABECULA_HAVE_CUDA
  if (cudaAvailable())
  {
    benchmarks::registerOperatorBenchmarks<CudaSpace>();
    benchmarks::registerSolverBenchmarks<CudaSpace>();
    benchmarks::registerOptimizationBenchmarks<CudaSpace>();
  }
#endif
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
