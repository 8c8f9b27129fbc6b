// Milliseconds of an iteration of micro-FE on ranks of MPI, each of which computes a part:
// mpirun -np N micro_fe_rank_time [--size 96] [--period 16] [--fraction 0.25] [--device host|cuda]
// [--threads 1] [--repeat 3] [--tolerance 1e-6] [--weak]. Samples are those of the benchmark's
// parts/micro_fe; with --weak the sample grows with the ranks, a power of two, by its mirror
// images.

#include "RankParts.h"

#include "Benchmark/Problems/TrabecularProblems.h"
#include "Core/Device.h"
#include "Core/Observer.h"
#include "MicroFe/VoxelMicroFe.h"

#include <vtkMPIController.h>
#include <vtkNew.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <utility>

namespace
{
struct Options
{
  int size = 96;
  double period = 16.0;
  double fraction = 0.25;
  double tolerance = 1e-6;
  int threads = 1;
  int repeat = 3;
  bool weak = false;
  trabecula::DeviceRequest device = trabecula::DeviceRequest::Host;
};

Options read(int argc, char** argv)
{
  Options options;
  for (int i = 1; i < argc; ++i)
  {
    const std::string name = argv[i];
    const std::string value = i + 1 < argc ? argv[i + 1] : "";
    const bool known = name == "--size" || name == "--period" || name == "--fraction" ||
      name == "--tolerance" || name == "--threads" || name == "--repeat" || name == "--device";
    if (name == "--weak")
    {
      options.weak = true;
      continue;
    }
    if (!known || value.empty())
    {
      std::fprintf(stderr, "Unknown option or no value: %s\n", argv[i]);
      std::exit(2);
    }
    const double number = std::atof(value.c_str());
    options.size = name == "--size" ? static_cast<int>(number) : options.size;
    options.period = name == "--period" ? number : options.period;
    options.fraction = name == "--fraction" ? number : options.fraction;
    options.tolerance = name == "--tolerance" ? number : options.tolerance;
    options.threads = name == "--threads" ? static_cast<int>(number) : options.threads;
    options.repeat = name == "--repeat" ? static_cast<int>(number) : options.repeat;
    if (name == "--device")
    {
      options.device =
        value == "cuda" ? trabecula::DeviceRequest::Cuda : trabecula::DeviceRequest::Host;
    }
    ++i;
  }
  return options;
}

void measure(vtkMultiProcessController& controller, const Options& options)
{
  trabecula::setHostThreads(options.threads);
  const int ranks = controller.GetNumberOfProcesses();
  trabecula::VoxelMicroFeProblem problem =
    trabecula::benchmarks::trabecular(options.size, options.period, options.fraction);
  problem.tolerance = options.tolerance;
  if (options.weak)
  {
    problem = trabecula::benchmarks::mirrored(std::move(problem), ranks);
  }
  const auto parts = std::make_shared<trabecula::filters::RankParts>(controller, options.device);
  trabecula::Observer silent;
  for (int run = 0; run < options.repeat; ++run)
  {
    trabecula::VoxelMicroFe analysis(problem, parts, silent);
    analysis.solve(silent);
    const trabecula::VoxelMicroFeSummary& s = analysis.summary();
    if (controller.GetLocalProcessId() == 0)
    {
      std::printf("%d ranks, %d threads each, %lld unknowns: set-up %.3f s, solution %.3f s, "
                  "%d iterations, %.3f ms each%s\n",
        ranks, options.threads, 3LL * s.numberOfNodes, s.setupSeconds, s.solveSeconds,
        s.solverIterations, 1e3 * s.solveSeconds / std::max(1, s.solverIterations),
        s.converged ? "" : ", not converged");
      std::fflush(stdout);
    }
  }
}
}

int main(int argc, char** argv)
{
  vtkNew<vtkMPIController> controller;
  controller->Initialize(&argc, &argv);
  int result = 0;
  try
  {
    measure(*controller, read(argc, argv));
  }
  catch (const std::exception& error)
  {
    std::fprintf(stderr, "%s\n", error.what());
    result = 1;
  }
  controller->Finalize();
  return result;
}
