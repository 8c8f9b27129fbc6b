#include "Core/Cuda/Cuda.h"
#include "Core/Execution/Recording.h"

namespace trabecula
{
namespace
{
/// Captures the calling thread's work in a separate stream, so that concurrent work of other
/// threads in the common stream is not recorded.
class Capture
{
public:
  Capture()
  {
    checkCuda(cudaStreamCreateWithFlags(&this->Stream, cudaStreamNonBlocking), "creating a stream");
    const cudaError_t result =
      cudaStreamBeginCapture(this->Stream, cudaStreamCaptureModeThreadLocal);
    if (result != cudaSuccess)
    {
      (void)cudaStreamDestroy(this->Stream);
      checkCuda(result, "beginning to record a graph");
    }
    this->Before = useCudaStream(this->Stream);
  }
  ~Capture()
  {
    useCudaStream(this->Before);
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
    checkCuda(cudaStreamEndCapture(this->Stream, &graph), "recording a graph");
    return graph;
  }

private:
  cudaStream_t Stream = nullptr;
  cudaStream_t Before = nullptr; ///< the stream of the thread's work
  bool Running = true;
};
}

template <>
Recording<CudaSpace>::Recording(std::function<void()> work)
{
  Capture capture;
  work();
  cudaGraph_t graph = capture.end();
  cudaGraphExec_t executable = nullptr;
  const cudaError_t result = cudaGraphInstantiate(&executable, graph, 0);
  (void)cudaGraphDestroy(graph);
  checkCuda(result, "preparing a graph");
  this->Graph = executable;
}

template <>
Recording<CudaSpace>::~Recording()
{
  if (cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(this->Graph)) != cudaSuccess)
  {
    (void)cudaGetLastError(); // else the next kernel would seem to have failed
  }
}

template <>
void Recording<CudaSpace>::play()
{
  checkCuda(
    cudaGraphLaunch(static_cast<cudaGraphExec_t>(this->Graph), cudaStream()), "starting a graph");
}

template class Recording<CudaSpace>;
}
