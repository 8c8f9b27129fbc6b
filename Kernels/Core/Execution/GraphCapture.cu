#include "Core/Cuda/Cuda.h"
#include "Core/Execution/GraphCapture.h"

#include <utility>

namespace trabecula
{
namespace
{
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

  cudaGraph_t end()
  {
    this->Running = false;
    cudaGraph_t graph = nullptr;
    checkCuda(cudaStreamEndCapture(this->Stream, &graph), "capturing a graph");
    return graph;
  }

private:
  Context<CudaSpace>::Lane& Lane;
  cudaStream_t Stream = nullptr;
  void* Before = nullptr; ///< the stream of the lane
  bool Running = true;
};
}

template <>
GraphCapture<CudaSpace>::GraphCapture(const Context<CudaSpace>& context, std::function<void()> work)
  : Computing(&context)
{
  Capture capture(context);
  work();
  cudaGraph_t graph = capture.end();
  cudaGraphExec_t executable = nullptr;
  const cudaError_t result = cudaGraphInstantiate(&executable, graph, 0);
  (void)cudaGraphDestroy(graph);
  checkCuda(result, "preparing a graph");
  this->Graph = executable;
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
