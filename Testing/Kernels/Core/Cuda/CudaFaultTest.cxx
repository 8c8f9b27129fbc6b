// If any CUDA call fails, there is one error of this library, all memory is released, and the next
// run is correct.

#include "Core/Cuda/CudaFaultTestInput.h"
#include "Support/Faults/CudaFaults.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Analysis/Static/StaticAnalysis.h"
#include "Core/Context.h"
#include "Core/Device.h"
#include "Core/Error.h"
#include "Core/ExecutionContext.h"
#include "Core/Vectors/DeviceVector.h"
#include "MicroFe/VoxelMicroFe.h"
#include "Optimization/LevelSet/LevelSetExamples.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/Meshfree/MeshfreeTask.h"
#include "Optimization/TopologyOptimizer.h"
#include "Optimization/TopologyTask.h"
#include "Run/BackgroundRun.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// The state after two iterations of any optimization.
template <class Problem>
std::vector<double> optimized(const Problem& problem)
{
  Observer silent;
  TopologyOptimizer optimizer(problem, makeContext(gpu()), silent);
  optimizer.step(silent);
  optimizer.step(silent);
  std::vector<double> all;
  for (const auto& field : optimizer.saveState().fields)
  {
    all.insert(all.end(), field.second.begin(), field.second.end());
  }
  return all;
}

/// Each preconditioner allocates, captures and copies other data.
std::vector<double> topology(Preconditioner preconditioner)
{
  TopologyProblem problem = cantilever({ 6, 3, 3 });
  problem.structure.solver.preconditioner = preconditioner;
  problem.structure.solver.reproducible = true;
  return optimized(problem);
}

std::vector<double> movingAsymptotes()
{
  TopologyProblem problem = cantilever({ 6, 3, 3 });
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::Density;
  problem.structure.solver.reproducible = true;
  return optimized(problem);
}

std::vector<double> levelSet()
{
  LevelSetProblem problem = makeLevelSetExample(LevelSetExample::Cantilever, { 12, 6, 1 });
  problem.conditions.solver.reproducible = true;
  return optimized(problem);
}

std::vector<double> meshfree()
{
  const TopologyProblem structure = cantilever({ 5, 3, 2 });
  MeshfreeProblem problem;
  setParts(problem, structure);
  problem.design.densities.filter = FilterKind::None;
  problem.structure.solver.preconditioner = Preconditioner::Auto;
  problem.structure.solver.reproducible = true;
  return optimized(problem);
}

/// Large copies go through pinned memory.
std::vector<double> largeCopies()
{
  const Context<CudaSpace> context(selectDevice(DeviceRequest::Cuda));
  constexpr std::size_t size = (std::size_t(9) << 20) + 3; // of 8 bytes
  std::vector<double> values(size);
  std::iota(values.begin(), values.end(), 0.5);
  return DeviceVector<double, CudaSpace>(context, values).toHost();
}

std::vector<double> staticAnalysis()
{
  Observer silent;
  StaticProblem problem;
  const TopologyProblem structure = cantilever({ 3, 2, 2 });
  problem.structure = structure.structure;
  problem.structure.solver.reproducible = true;
  const auto analysis = analyseStatic(problem, gpu(), silent);
  std::vector<double> all = analysis.value().loadCases[0].displacement;
  const std::vector<double>& stress = analysis.value().loadCases[0].nodalStress;
  all.insert(all.end(), stress.begin(), stress.end());
  return all;
}

std::vector<double> microFe(MechanicalTest test)
{
  Observer silent;
  VoxelMicroFeProblem problem;
  problem.test = test;
  problem.image.cells = { 9, 8, 7 };
  problem.image.spacing = { 1.0, 1.0, 1.0 };
  Random random(9101);
  problem.image.moduli = random.vector(9 * 8 * 7, 0.5, 1.0);
  VoxelMicroFe analysis(problem, gpu(), silent);
  analysis.solve(silent);
  return analysis.solution().displacement;
}

/// Whether a result depends on a call. It does not depend on releases, on the choice of a device
/// that is current already, on memory for which there is a replacement, and on a wait before memory
/// is released.
bool computes(const std::string& call)
{
  for (const char* part : { "Launch", "Memcpy", "Memset", "Capture", "Instantiate", "Event" })
  {
    if (call.find(part) != std::string::npos && call.find("Destroy") == std::string::npos)
    {
      return true;
    }
  }
  return false;
}

/// Numbers of the calls that are to fail: all, or, if there are many, those at the beginning, at
/// the end and some between.
std::vector<long> chosen(long calls, long most)
{
  std::set<long> numbers;
  Random random(9102);
  for (long k = 1; k <= calls; ++k)
  {
    if (calls <= most || k <= most / 2 || k > calls - most / 8)
    {
      numbers.insert(k);
    }
  }
  while (static_cast<long>(numbers.size()) < std::min(calls, most))
  {
    numbers.insert(1 + static_cast<long>(random.index(static_cast<std::size_t>(calls))));
  }
  return { numbers.begin(), numbers.end() };
}

class CudaFaults : public ::testing::TestWithParam<Work>
{
protected:
  void SetUp() override
  {
    if (!cudaAvailable())
    {
      GTEST_SKIP() << "No GPU: " << cudaUnavailableReason();
    }
    // The first run allocates data that the runtime, CUB and OpenMP keep until the process ends.
    GetParam().run();
    failCudaCall(0);
    this->Expected = GetParam().run();
    this->Calls = numberOfCudaCalls();
    this->Handles = cudaHandles();
    this->Threads = settledNumberOfThreads(0);
  }
  void TearDown() override { failCudaCall(0); }

  /// Runs with a fault.
  void expectOneErrorAndNothingLeft(long number, CudaFault fault)
  {
    failCudaCall(number, fault);
    bool isDone = false;
    std::vector<double> found;
    std::string message;
    try
    {
      found = GetParam().run();
      isDone = true;
    }
    catch (const Error& error)
    {
      message = error.what();
    }
    catch (const std::exception& error)
    {
      ADD_FAILURE() << "not an error of this library: " << error.what();
    }
    const std::string where = failedCudaCall();
    failCudaCall(0);
    EXPECT_FALSE(where.empty()) << "call " << number << " of " << this->Calls;
    // Before every call it is checked that the device is the current one.
    const bool chooses = where == "cudaGetDevice" || where == "cudaSetDevice";
    this->Others += chooses ? 0 : 1;
    if (isDone)
    {
      EXPECT_EQ(found, this->Expected) << where << " failed unnoticed";
      this->Unnoticed += chooses ? 0 : 1;
      if (computes(where))
      {
        this->UnnoticedLosses.push_back(where);
      }
    }
    else
    {
      EXPECT_TRUE(
        message.find("CUDA") != std::string::npos || message.find("GPU") != std::string::npos)
        << where << ": " << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      EXPECT_EQ(message.substr(message.size() - 1), ".") << message;
    }
    EXPECT_EQ(cudaHandles().text(), this->Handles.text()) << where << " failed";
    EXPECT_LE(settledNumberOfThreads(this->Threads), this->Threads) << where;
  }

  std::vector<double> Expected;
  long Calls = 0;
  CudaHandles Handles;
  std::size_t Threads = 0;
  int Others = 0;                           ///< faults of calls that do not choose the device
  int Unnoticed = 0;                        ///< those of them that caused no error
  std::vector<std::string> UnnoticedLosses; ///< names of calls that compute
};
}

TEST_P(CudaFaults, SlowOneCallFails)
{
  ASSERT_GT(this->Calls, 50);
  ASSERT_EQ(GetParam().run(), this->Expected) << "not reproducible";
  int runs = 0;
  for (const long number : chosen(this->Calls, 1500))
  {
    SCOPED_TRACE("call " + std::to_string(number));
    this->expectOneErrorAndNothingLeft(number, CudaFault::Once);
    if (++runs % 16 == 0)
    {
      ASSERT_EQ(GetParam().run(), this->Expected) << "a run after the error";
    }
    if (this->HasFailure())
    {
      break;
    }
  }
  EXPECT_EQ(GetParam().run(), this->Expected);
  this->RecordProperty("calls", static_cast<int>(this->Calls));
  this->RecordProperty("unnoticed", this->Unnoticed);
  EXPECT_LT(this->Unnoticed, this->Others / 2 + 1);
  // This is the kernel that probes a device when its memory is asked for although it is in use
  // already.
  EXPECT_LE(this->UnnoticedLosses.size(), 1U);
  for (const std::string& name : this->UnnoticedLosses)
  {
    EXPECT_TRUE(name == "__cudaLaunchKernel" || name == "cudaLaunchKernel") << name;
  }
}

TEST_P(CudaFaults, TheDeviceIsLost)
{
  for (const long number : chosen(this->Calls, 100))
  {
    SCOPED_TRACE("call " + std::to_string(number));
    this->expectOneErrorAndNothingLeft(number, CudaFault::FromThen);
    if (this->HasFailure())
    {
      break;
    }
  }
  EXPECT_EQ(GetParam().run(), this->Expected);
}

TEST_P(CudaFaults, NoMemoryIsLeft)
{
  failCudaCall(0, CudaFault::Once, "cudaMalloc");
  GetParam().run();
  const long allocations = numberOfCudaCalls();
  ASSERT_GE(allocations, 5);
  for (long number = 1; number <= allocations; ++number)
  {
    failCudaCall(number, CudaFault::FromThen, "cudaMalloc");
    try
    {
      GetParam().run();
      ADD_FAILURE() << "allocation " << number << " was not needed";
    }
    catch (const Error& error)
    {
      const std::string message = error.what();
      EXPECT_NE(message.find("GPU"), std::string::npos) << message;
      EXPECT_NE(message.find("memory"), std::string::npos) << message;
    }
    failCudaCall(0);
    ASSERT_EQ(cudaHandles().text(), this->Handles.text()) << "allocation " << number;
  }
  EXPECT_EQ(GetParam().run(), this->Expected);
}

INSTANTIATE_TEST_SUITE_P(Every, CudaFaults,
  ::testing::Values(Work{ "Jacobi", [] { return topology(Preconditioner::Jacobi); } },
    Work{ "RigidBodyModes", [] { return topology(Preconditioner::RigidBodyModes); } },
    Work{ "Multigrid", [] { return topology(Preconditioner::Multigrid); } },
    Work{ "MovingAsymptotes", movingAsymptotes }, Work{ "LevelSet", levelSet },
    Work{ "Meshfree", meshfree }, Work{ "Static", staticAnalysis },
    Work{ "MicroFe", [] { return microFe(MechanicalTest::Uniaxial); } },
    // Several loads are solved together.
    Work{ "MultipleLoads", [] { return microFe(MechanicalTest::ApparentStiffness); } },
    Work{ "LargeCopies", largeCopies }),
  [](const auto& named) { return std::string(named.param.name); });
