#include "Core/Cuda/Cuda.h"
#include "Core/Execution/GraphCapture.h"

#include <utility>

namespace trabecula
{
namespace
{
/// Operations that have been captured.
class CapturedGraph
{
public:
  explicit CapturedGraph(cudaGraph_t graph) : Graph(graph) {}
  CapturedGraph(CapturedGraph&& other) noexcept : Graph(std::exchange(other.Graph, nullptr)) {}
  ~CapturedGraph()
  {
    if (this->Graph && cudaGraphDestroy(this->Graph) != cudaSuccess)
    {
      (void)cudaGetLastError();
    }
  }
  CapturedGraph(const CapturedGraph&) = delete;
  CapturedGraph& operator=(const CapturedGraph&) = delete;
  CapturedGraph& operator=(CapturedGraph&&) = delete;

  cudaGraph_t get() const { return this->Graph; }
  cudaGraphExec_t prepare() const
  {
    cudaGraphExec_t executable = nullptr;
    checkCuda(cudaGraphInstantiate(&executable, this->Graph, 0), "preparing a graph");
    return executable;
  }

private:
  cudaGraph_t Graph;
};

/// Captures the work that is submitted to a context in a stream of its own, so that earlier work of
/// the context is not captured.
class Capture
{
public:
  explicit Capture(const Context<CudaSpace>& context) : Lane(context.lane())
  {
    (void)streamOf(context); // its device becomes the current one
    checkCuda(cudaStreamCreateWithFlags(&this->Stream, cudaStreamNonBlocking), "creating a stream");
    const cudaError_t result =
      cudaStreamBeginCapture(this->Stream, cudaStreamCaptureModeThreadLocal);
    if (result != cudaSuccess)
    {
      (void)cudaStreamDestroy(this->Stream);
      checkCuda(result, "beginning to capture a graph");
    }
    this->Before = std::exchange(this->Lane.stream, this->Stream);
  }
  ~Capture()
  {
    this->Lane.stream = this->Before;
    if (this->Running)
    {
      cudaGraph_t graph = nullptr;
      (void)cudaStreamEndCapture(this->Stream, &graph);
      if (graph)
      {
        (void)cudaGraphDestroy(graph);
      }
    }
    (void)cudaStreamDestroy(this->Stream);
    (void)cudaGetLastError();
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  CapturedGraph end()
  {
    this->Running = false;
    cudaGraph_t graph = nullptr;
    checkCuda(cudaStreamEndCapture(this->Stream, &graph), "capturing a graph");
    return CapturedGraph(graph);
  }

private:
  Context<CudaSpace>::Lane& Lane;
  cudaStream_t Stream = nullptr;
  void* Before = nullptr; ///< the stream of the lane
  bool Running = true;
};

CapturedGraph captured(const Context<CudaSpace>& context, const std::function<void()>& work)
{
  Capture capture(context);
  work();
  return capture.end();
}
}

template <>
GraphCapture<CudaSpace>::GraphCapture(const Context<CudaSpace>& context, std::function<void()> work)
  : Computing(&context), Work(std::move(work))
{
  this->Graph = captured(context, this->Work).prepare();
}

template <>
void GraphCapture<CudaSpace>::recapture()
{
  const CapturedGraph graph = captured(*this->Computing, this->Work);
  auto* const present = static_cast<cudaGraphExec_t>(this->Graph);
  cudaGraphExecUpdateResultInfo info = {};
  const cudaError_t result = cudaGraphExecUpdate(present, graph.get(), &info);
  if (result != cudaErrorGraphExecUpdateFailure)
  {
    checkCuda(result, "updating a graph");
    return;
  }
  (void)cudaGetLastError(); // the operations are others
  this->Graph = graph.prepare();
  if (cudaGraphExecDestroy(present) != cudaSuccess)
  {
    (void)cudaGetLastError();
  }
}

template <>
GraphCapture<CudaSpace>::~GraphCapture()
{
  if (cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(this->Graph)) != cudaSuccess)
  {
    (void)cudaGetLastError(); // else the next kernel would seem to have failed
  }
}

template <>
void GraphCapture<CudaSpace>::launch()
{
  checkCuda(cudaGraphLaunch(static_cast<cudaGraphExec_t>(this->Graph), streamOf(*this->Computing)),
    "starting a graph");
}

template class GraphCapture<CudaSpace>;
}
